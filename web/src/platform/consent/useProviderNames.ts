import { useCallback } from 'react';
import { useLanguage } from '../i18n/useLanguage.ts';
import { useCookieBanner } from '../state/cookieBanner.ts';

/** Returns a function: the names of providers as a list in the current language, each once; an unknown one by its id. */
export function useProviderNames(): (providers: readonly string[]) => string {
  const { language } = useLanguage();
  const all = useCookieBanner(({ settings }) => settings?.cookieProviders);
  return useCallback(
    (providers) => {
      const names = providers.map((id) => all?.find((provider) => provider.id === id)?.name ?? id);
      return new Intl.ListFormat(language).format(new Set(names));
    },
    [language, all],
  );
}
