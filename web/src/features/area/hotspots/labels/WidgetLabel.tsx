import shield from '@phosphor-icons/core/fill/shield-fill.svg?raw';
import squaresFour from '@phosphor-icons/core/regular/squares-four.svg?raw';
import type { ComponentProps } from 'react';
import { useTranslation } from '../../../../platform/i18n/useTranslation.ts';
import { Icon } from '../../../../platform/icons/Icon.tsx';
import { useNewTabLink } from '../../../../widgets/host/newTabLink.ts';
import { useNeedsConsent } from '../../../../widgets/host/useNeedsConsent.ts';
import { entryOf } from '../../../../widgets/registry/registry.ts';
import { Caret } from './Caret.tsx';
import type { WidgetHotspot } from '../hotspot.ts';
import styles from '../hotspots.module.css';

interface WidgetLabelProps extends Omit<ComponentProps<'a'>, 'children'> {
  readonly hotspot: WidgetHotspot;
}

/** The label of a widget: a round icon on its position, its name below. */
export function WidgetLabel({ hotspot, ...link }: WidgetLabelProps) {
  const { t } = useTranslation('area');
  const { id } = hotspot.active.widget;
  const needsConsent = useNeedsConsent()(hotspot.active);
  const name = needsConsent ? t('itemNeedsConsent', { name: hotspot.name }) : hotspot.name;
  return (
    <a
      {...link}
      aria-label={hotspot.isNew ? t('newItem', { name }) : needsConsent ? name : undefined}
      {...useNewTabLink(hotspot.active)}
      data-opens={id}
      data-needs-consent={needsConsent}
      className={styles.widget}
      draggable={false}
    >
      <Caret />
      <span className={styles.island} data-new={hotspot.isNew}>
        <Icon svg={entryOf(hotspot.active.widget.type)?.icon ?? squaresFour} size={22} />
        {needsConsent && (
          <span className={styles.shield}>
            <Icon svg={shield} size={12} />
          </span>
        )}
      </span>
      <span className={styles.words}>
        <bdi className={styles.name}>{hotspot.name}</bdi>
      </span>
    </a>
  );
}
