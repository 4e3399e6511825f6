import squaresFour from '@phosphor-icons/core/regular/squares-four.svg?raw';
import type { ComponentProps } from 'react';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { Icon } from '../../../platform/icons/Icon.tsx';
import { useNewTabLink } from '../../../widgets/newTabLink.ts';
import { entryOf } from '../../../widgets/registry.ts';
import { Caret } from './Caret.tsx';
import type { ThingHotspot } from './hotspot.ts';
import styles from './hotspots.module.css';

interface ThingLabelProps extends Omit<ComponentProps<'a'>, 'children'> {
  readonly thing: ThingHotspot;
}

/** A round island on the thing, its name below. */
export function ThingLabel({ thing, ...link }: ThingLabelProps) {
  const { t } = useTranslation('area');
  const { id } = thing.active.widget;
  return (
    <a
      {...link}
      aria-label={thing.isNew ? t('newNamed', { name: thing.name }) : undefined}
      {...useNewTabLink(thing.active)}
      data-opens={id}
      className={styles.thing}
      draggable={false}
    >
      <Caret />
      <span className={styles.island} data-new={thing.isNew}>
        <Icon svg={entryOf(thing.active.widget.type)?.icon ?? squaresFour} size={22} />
      </span>
      <span className={styles.words}>
        <bdi className={styles.name}>{thing.name}</bdi>
      </span>
    </a>
  );
}
