import arrowRight from '@phosphor-icons/core/bold/arrow-right-bold.svg?raw';
import type { ComponentProps } from 'react';
import { AssetImage } from '../../../platform/assets/AssetImage.tsx';
import { useLanguage } from '../../../platform/i18n/useLanguage.ts';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { Icon } from '../../../platform/icons/Icon.tsx';
import { Caret } from './Caret.tsx';
import { doorIcon } from '../../../platform/icons/doorIcon.ts';
import type { DoorHotspot } from './hotspot.ts';
import styles from './hotspots.module.css';

interface DoorLabelProps extends Omit<ComponentProps<'a'>, 'children'> {
  readonly door: DoorHotspot;
  readonly iconAssetId: string | undefined;
}

/** The plate above a door; as an edge chip it keeps its name and gets a caret. */
export function DoorLabel({ door, iconAssetId, ...link }: DoorLabelProps) {
  const line = useDoorLine(door);
  const icon = <Icon svg={doorIcon(door.targetAreaId)} size={22} />;
  return (
    <>
      <a {...link} className={styles.plate} draggable={false} data-beckons={door.beckons}>
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
          {line && (
            <span className={styles.line}>
              {door.happening?.kind === 'live' && <span className={styles.live} aria-hidden="true" />}
              <bdi>{line}</bdi>
            </span>
          )}
        </span>
      </a>
      <span className={styles.stem} aria-hidden="true" />
    </>
  );
}

const ignore = (): void => undefined;

/** What goes on behind it is worth more than what it is. */
function useDoorLine({ happening, line }: DoorHotspot): string {
  const { t } = useTranslation('area');
  const { language } = useLanguage();
  if (!happening) return line;
  if (happening.kind === 'live') return t('live');
  if (happening.kind === 'on') return t('on');
  const time = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit' }).format(happening.at);
  return t('next', { time });
}

/** The opening below the plate leads through as well; for keys and screen readers the plate is enough. */
export function Opening(props: Omit<ComponentProps<'a'>, 'children'>) {
  return <a {...props} className={styles.opening} draggable={false} tabIndex={-1} aria-hidden="true" />;
}
