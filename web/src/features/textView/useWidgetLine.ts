import type { ActiveWidget } from '../../widgets/registry/activeWidgets.ts';
import { useNeedsConsent } from '../../widgets/host/useNeedsConsent.ts';
import { useContentCount, useWidgetTypeName } from '../../widgets/registry/useWidgetName.ts';
import { useProviderNames } from '../../platform/consent/useProviderNames.ts';
import { isToday, useTimeFormat } from '../../platform/i18n/useTimeFormat.ts';
import { hasNoLink } from '../../widgets/host/newTabLink.ts';
import { entryOf } from '../../widgets/registry/registry.ts';
import { useTexts } from './useTexts.ts';

/**
 * Returns a function: what a widget is, from whom, when, and why it cannot be opened now (WIDGET-26), as one line
 * without what its name says.
 */
export function useWidgetLine(): (active: ActiveWidget, name: string) => string {
  const { t } = useTexts();
  const typeName = useWidgetTypeName();
  const contentCount = useContentCount();
  const { all: namesOf } = useProviderNames();
  const needsConsent = useNeedsConsent();
  const timeText = useTimeText();
  return (active, name) => {
    const { widget, configuration, opensAt } = active;
    const { cookieProviders } = configuration;
    const typeText = typeName(widget.type);
    const type = typeText === name ? undefined : typeText;
    const count = opensAt === undefined ? contentCount(active) : undefined;
    const providers = cookieProviders.length > 0 ? namesOf(cookieProviders) : entryOf(widget.type)?.provider;
    return [
      type !== undefined && count !== undefined ? t('typeAndCount', { type, count }) : (type ?? count),
      providers !== undefined && t('from', { providers }),
      timeText(active),
      hasNoLink(active) && t('noLink'),
      opensAt === undefined && needsConsent(active) && t('needsConsent'),
    ]
      .filter(Boolean)
      .join(' · ');
  };
}

/** Returns a function: when a widget opens, or until when it is open; '' if it stays open. */
function useTimeText(): (active: ActiveWidget) => string {
  const { t } = useTexts();
  const timeFormat = useTimeFormat();
  return ({ configuration, opensAt }) => {
    if (opensAt !== undefined)
      return t(isToday(opensAt) ? 'opensAt' : 'opensOn', { time: timeFormat(opensAt).format(opensAt) });
    if (configuration.end === undefined) return '';
    const end = Date.parse(configuration.end);
    if (configuration.begin === undefined) return t('until', { time: timeFormat(end).format(end) });
    const begin = Date.parse(configuration.begin);
    return timeFormat(begin, end).formatRange(begin, end);
  };
}
