import arrowRight from '@phosphor-icons/core/bold/arrow-right-bold.svg?raw';
import type { ComponentProps } from 'react';
import { AssetImage } from '../../../../platform/assets/AssetImage.tsx';
import { Icon } from '../../../../platform/icons/Icon.tsx';
import { useHappeningText } from '../../../../platform/venue/useHappeningText.ts';
import { Caret } from './Caret.tsx';
import { doorIcon } from '../../../../platform/icons/doorIcon.ts';
import type { DoorHotspot } from '../hotspot.ts';
import styles from '../hotspots.module.css';

interface DoorLabelProps extends Omit<ComponentProps<'a'>, 'children'> {
  readonly door: DoorHotspot;
  readonly iconAssetId: string | undefined;
}

/** The label above a door; as an edge chip it keeps its name and gets a caret. */
export function DoorLabel({ door, iconAssetId, ...link }: DoorLabelProps) {
  // The event behind the door takes precedence over the description of the door.
  const subtitle = useHappeningText()(door.happening) || door.subtitle;
  const isCurrent = door.happening !== undefined && door.happening.kind !== 'next';
  const icon = <Icon svg={doorIcon(door.targetAreaId)} size={22} />;
  return (
    <>
      <a {...link} className={styles.plate} draggable={false} data-highlighted={door.isHighlighted}>
        <Caret />
        <span className={styles.tile}>
          <span className={styles.icon}>
            {iconAssetId === undefined ? (
              icon
            ) : (
              <AssetImage assetId={iconAssetId} width={24} alt="" fallback={icon} onFailure={ignore} />
            )}
          </span>
          <span className={styles.arrow}>
            <Icon svg={arrowRight} size={18} mirror />
          </span>
        </span>
        <span className={styles.words}>
          <bdi className={styles.name}>{door.name}</bdi>
          {subtitle && (
            <span className={styles.line}>
              {isCurrent && <span className={styles.live} aria-hidden="true" />}
              <bdi>{subtitle}</bdi>
            </span>
          )}
        </span>
      </a>
      <span className={styles.stem} aria-hidden="true" />
    </>
  );
}

const ignore = (): void => undefined;

/** The opening below the label is a link as well; for keyboard and screen readers the label is enough. */
export function Opening(props: Omit<ComponentProps<'a'>, 'children'>) {
  return <a {...props} className={styles.opening} draggable={false} tabIndex={-1} aria-hidden="true" />;
}
