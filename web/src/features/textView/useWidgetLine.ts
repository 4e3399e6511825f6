import type { ActiveWidget } from '../../widgets/registry/activeWidgets.ts';
import { useNeedsConsent } from '../../widgets/host/useNeedsConsent.ts';
import { useWidgetTypeName } from '../../widgets/registry/useWidgetName.ts';
import { useProviderNames } from '../../platform/consent/useProviderNames.ts';
import { regionalTag } from '../../platform/i18n/regionalTag.ts';
import { useLanguage } from '../../platform/i18n/useLanguage.ts';
import { now } from '../../platform/time/serverTime.ts';
import { useTexts } from './useTexts.ts';

/**
 * Returns a function: what a widget is, from whom, when, and why it cannot be opened now (WIDGET-26), as one line
 * without what its name says.
 */
export function useWidgetLine(): (active: ActiveWidget, name: string, isUpcoming: boolean) => string {
  const { t } = useTexts();
  const typeName = useWidgetTypeName();
  const { all: namesOf } = useProviderNames();
  const needsConsent = useNeedsConsent();
  const timeText = useTimeText();
  return (active, name, isUpcoming) => {
    const { cookieProviders } = active.configuration;
    const type = typeName(active.widget.type);
    return [
      type !== undefined && type !== name && type,
      cookieProviders.length > 0 && t('from', { providers: namesOf(cookieProviders) }),
      timeText(active, isUpcoming),
      !isUpcoming && needsConsent(active) && t('needsConsent'),
    ]
      .filter(Boolean)
      .join(' · ');
  };
}

/** Returns a function: when a widget opens, or until when it is open; '' if it stays open. */
function useTimeText(): (active: ActiveWidget, isUpcoming: boolean) => string {
  const { t } = useTexts();
  const { language } = useLanguage();
  return ({ configuration: { begin, end } }, isUpcoming) => {
    const isToday = [begin, end].every(
      (instant) =>
        instant === undefined || new Date(instant).toDateString() === new Date(now()).toDateString(),
    );
    const format = new Intl.DateTimeFormat([regionalTag(language), 'en'], {
      hour: '2-digit',
      minute: '2-digit',
      ...(!isToday && { day: 'numeric', month: 'long' }),
    });
    if (isUpcoming && begin !== undefined)
      return t(isToday ? 'opensAt' : 'opensOn', { time: format.format(Date.parse(begin)) });
    if (end === undefined) return '';
    return begin === undefined
      ? t('until', { time: format.format(Date.parse(end)) })
      : format.formatRange(Date.parse(begin), Date.parse(end));
  };
}
