import type { ActiveWidget } from '../../widgets/registry/activeWidgets.ts';
import { useNeedsConsent } from '../../widgets/host/useNeedsConsent.ts';
import { useNewCount } from '../../widgets/registry/useNewItems.ts';
import { useContentCount, useWidgetTypeName } from '../../widgets/registry/useWidgetName.ts';
import { useProviderNames } from '../../platform/consent/useProviderNames.ts';
import { isToday, useTimeFormat } from '../../platform/i18n/useTimeFormat.ts';
import { hasNoLink } from '../../widgets/host/newTabLink.ts';
import { entryOf } from '../../widgets/registry/registry.ts';
import { useTexts } from './useTexts.ts';

/**
 * What a widget is, with how much and what is new, from whom, when, and why it cannot be opened now (WIDGET-26), as one line
 * without what its name says.
 */
export function useWidgetLine(active: ActiveWidget, name: string): string {
  const { t } = useTexts();
  const typeName = useWidgetTypeName();
  const contentCount = useContentCount();
  const newCount = useNewCount(active);
  const { all: namesOf } = useProviderNames();
  const needsConsent = useNeedsConsent();
  const timeText = useTimeText();
  const { widget, configuration, opensAt } = active;
  const { cookieProviders } = configuration;
  const typeText = typeName(widget.type);
  const counts = opensAt === undefined ? [contentCount(active), newCount] : [];
  const providers = cookieProviders.length > 0 ? namesOf(cookieProviders) : entryOf(widget.type)?.provider;
  const [first = '', ...rest] = [typeText === name ? undefined : typeText, ...counts].filter(
    (text) => text !== undefined,
  );
  return [
    rest.reduce((items, item) => t('enumeration', { items, item }), first),
    providers !== undefined && t('from', { providers }),
    timeText(active),
    hasNoLink(active) && t('noLink'),
    opensAt === undefined && needsConsent(active) && t('needsConsent'),
  ]
    .filter(Boolean)
    .join(' · ');
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
