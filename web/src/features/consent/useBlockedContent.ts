import { useIsProviderAllowed } from '../../platform/consent/useIsProviderAllowed.ts';
import { useProviderNames } from '../../platform/consent/useProviderNames.ts';
import { shortList } from '../../platform/i18n/shortList.ts';
import { useLanguage } from '../../platform/i18n/useLanguage.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { useCurrentArea } from '../../platform/state/venue.ts';
import { useNeedsConsent } from '../../widgets/host/useNeedsConsent.ts';
import { useActiveWidgets } from '../../widgets/registry/activeWidgets.ts';
import { useWidgetName } from '../../widgets/registry/useWidgetName.ts';

/**
 * The content of the current area that its providers may not load (CONSENT-09), as a short list in the current
 * language; '' if there is none.
 */
export function useBlockedContent(): string {
  const { t } = useTranslation('consent');
  const { language } = useLanguage();
  const area = useCurrentArea();
  const active = useActiveWidgets(area?.contentWidgets ?? []);
  const nameOf = useWidgetName();
  const isAllowed = useIsProviderAllowed();
  const needsConsent = useNeedsConsent();
  const { short: namesOf } = useProviderNames();
  const describe = (name: string, ids: readonly string[]): string[] => {
    const blocked = ids.filter((id) => !isAllowed(id));
    return blocked.length === 0 ? [] : [t('blocked.item', { name, providers: namesOf(blocked) })];
  };
  const background = area?.viewPoints.flatMap(({ background: shown }) =>
    'videoUrl' in shown && shown.playerActive ? shown.cookieProviders : [],
  );
  const items = [
    ...describe(t('blocked.background'), background ?? []),
    ...active
      .filter(needsConsent)
      .flatMap(({ widget, configuration }) => describe(nameOf(widget), configuration.cookieProviders)),
  ];
  return shortList(language, items, (count) => t('blocked.more', { count }));
}
