import shield from '@phosphor-icons/core/fill/shield-fill.svg?raw';
import arrowSquareOut from '@phosphor-icons/core/regular/arrow-square-out.svg?raw';
import squaresFour from '@phosphor-icons/core/regular/squares-four.svg?raw';
import type { ComponentProps } from 'react';
import { useTimeFormat } from '../../../../platform/i18n/useTimeFormat.ts';
import { useTranslation } from '../../../../platform/i18n/useTranslation.ts';
import { Icon } from '../../../../platform/icons/Icon.tsx';
import { opensInNewTab, useNewTabLink } from '../../../../widgets/host/newTabLink.ts';
import { useNeedsConsent } from '../../../../widgets/host/useNeedsConsent.ts';
import { entryOf } from '../../../../widgets/registry/registry.ts';
import { Caret } from './Caret.tsx';
import type { WidgetHotspot } from '../hotspot.ts';
import styles from '../hotspots.module.css';
import { useTexts } from './useTexts.ts';

interface WidgetLabelProps extends Omit<ComponentProps<'a'>, 'children'> {
  readonly hotspot: WidgetHotspot;
}

/** The label of a widget: a round icon on its position, its name below. */
export function WidgetLabel({ hotspot, ...link }: WidgetLabelProps) {
  const { t } = useTranslation('area');
  const { t: ownTexts } = useTexts();
  const { active, isLive, isNew } = hotspot;
  const { widget, opensAt } = active;
  const needsConsent = useNeedsConsent()(active);
  const timeFormat = useTimeFormat();
  const opening = opensAt !== undefined && ownTexts('opensAt', { time: timeFormat().format(opensAt) });
  const status = isLive ? t('live') : opening;
  const named = status ? ownTexts('itemWithStatus', { name: hotspot.name, status }) : hotspot.name;
  const name = needsConsent ? t('itemNeedsConsent', { name: named }) : named;
  const label = isNew ? t('newItem', { name }) : name;
  return (
    <a
      {...link}
      aria-label={label}
      {...useNewTabLink(active, label)}
      data-opens={widget.id}
      data-needs-consent={needsConsent}
      className={styles.widget}
      draggable={false}
    >
      <Caret />
      <span className={styles.island} data-new={isNew}>
        <Icon svg={entryOf(widget.type)?.icon ?? squaresFour} size={22} />
        {needsConsent && (
          <span className={styles.shield}>
            <Icon svg={shield} size={12} />
          </span>
        )}
      </span>
      <span className={styles.words}>
        {isLive && <span className={styles.live} aria-hidden="true" />}
        <bdi className={styles.name}>{hotspot.name}</bdi>
        {opensInNewTab(active) && (
          <span className={styles.newTab}>
            <Icon svg={arrowSquareOut} size={14} />
          </span>
        )}
        {opening && <span className={styles.line}>{opening}</span>}
      </span>
    </a>
  );
}
