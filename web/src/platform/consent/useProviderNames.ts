import { useCallback } from 'react';
import { useLanguage } from '../i18n/useLanguage.ts';
import { useCookieBanner } from '../state/cookieBanner.ts';

/** More are counted: the names are part of buttons and of lines. */
const maxNames = 3;

/** Returns a function: the names of providers as a list in the current language, each once; an unknown one by its id. */
export function useProviderNames(): (providers: readonly string[]) => string {
  const { language } = useLanguage();
  const all = useCookieBanner(({ settings }) => settings?.cookieProviders);
  return useCallback(
    (providers) => {
      const found = providers.map((id) => all?.find((provider) => provider.id === id)?.name ?? id);
      const names = [...new Set(found)];
      const rest = names.length - maxNames;
      return new Intl.ListFormat(language).format(
        rest > 0 ? [...names.slice(0, maxNames), `+${rest}`] : names,
      );
    },
    [language, all],
  );
}
