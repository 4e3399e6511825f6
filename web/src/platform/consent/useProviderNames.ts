import { useMemo } from 'react';
import { shortList } from '../i18n/shortList.ts';
import { useLanguage } from '../i18n/useLanguage.ts';
import { useCookieBanner } from '../state/cookieBanner.ts';

/** Lists of the names of providers in the current language; an unknown one by its id. */
export interface ProviderNames {
  readonly all: (ids: readonly string[]) => string;
  /** For buttons and messages. */
  readonly short: (ids: readonly string[]) => string;
}

export function useProviderNames(): ProviderNames {
  const { language } = useLanguage();
  const providers = useCookieBanner(({ settings }) => settings?.cookieProviders);
  return useMemo(() => {
    const namesOf = (ids: readonly string[]): string[] => [
      ...new Set(ids.map((id) => providers?.find((provider) => provider.id === id)?.name ?? id)),
    ];
    return {
      all: (ids) => new Intl.ListFormat(language).format(namesOf(ids)),
      short: (ids) => shortList(language, namesOf(ids), (rest) => `+${rest}`),
    };
  }, [language, providers]);
}
