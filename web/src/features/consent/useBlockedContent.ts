import { useMemo } from 'react';
import { useIsProviderAllowed } from '../../platform/consent/useIsProviderAllowed.ts';
import { useLanguage } from '../../platform/i18n/useLanguage.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { useCookieBanner } from '../../platform/state/cookieBanner.ts';
import { useCurrentArea } from '../../platform/state/venue.ts';
import { useActiveWidgets } from '../../widgets/registry/activeWidgets.ts';
import { useWidgetName } from '../../widgets/registry/useWidgetName.ts';

/**
 * The content of the current area that its providers may not load (CONSENT-09), as a list in the current language; ''
 * if there is none.
 */
export function useBlockedContent(): string {
  const { t } = useTranslation('consent');
  const { language } = useLanguage();
  const area = useCurrentArea();
  const active = useActiveWidgets(area?.contentWidgets ?? []);
  const nameOf = useWidgetName();
  const isAllowed = useIsProviderAllowed();
  const providers = useCookieBanner(({ settings }) => settings?.cookieProviders);
  const list = useMemo(() => new Intl.ListFormat(language), [language]);
  const describe = (name: string, ids: readonly string[]): string[] => {
    const blocked = ids.filter((id) => !isAllowed(id));
    if (blocked.length === 0) return [];
    const names = blocked.map((id) => providers?.find((provider) => provider.id === id)?.name ?? id);
    return [t('blocked.item', { name, providers: list.format(new Set(names)) })];
  };
  const background = area?.viewPoints.flatMap(({ background: shown }) =>
    'videoUrl' in shown && shown.playerActive ? shown.cookieProviders : [],
  );
  const items = [
    ...active
      // A new tab is not part of this page.
      .filter(({ configuration }) => configuration.displayMode !== 'NEW_TAB')
      .flatMap(({ widget, configuration }) => describe(nameOf(widget), configuration.cookieProviders)),
    ...describe(t('blocked.background'), background ?? []),
  ];
  return list.format(new Set(items));
}
