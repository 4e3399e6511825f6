import { useCallback } from 'react';
import { shortList } from '../i18n/shortList.ts';
import { useLanguage } from '../i18n/useLanguage.ts';
import { useCookieBanner } from '../state/cookieBanner.ts';

/** Returns a function: the names of providers as a short list in the current language; an unknown one by its id. */
export function useProviderNames(): (providers: readonly string[]) => string {
  const { language } = useLanguage();
  const all = useCookieBanner(({ settings }) => settings?.cookieProviders);
  return useCallback(
    (providers) => {
      const names = providers.map((id) => all?.find((provider) => provider.id === id)?.name ?? id);
      return shortList(language, names, (rest) => `+${rest}`);
    },
    [language, all],
  );
}
