import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { privacyPreferencesHash } from '../../platform/navigation/guards.ts';
import { useHasCookieBanner } from '../../platform/state/cookieBanner.ts';
import type { LinkPlace, PageExtensions, PageLink } from '../../extensions/page.ts';

declare module '../../extensions/page.ts' {
  interface PagePaths {
    readonly imprint: true;
    readonly 'privacy-policy': true;
  }
}

const traits = { open: true, mandatoryPage: true } as const;

function usePrivacyPolicyLink(): PageLink {
  const { t } = useTranslation();
  return { key: 'privacyPolicy', label: t('page.privacyPolicy'), target: { page: 'privacy-policy' } };
}

function useImprintLink(): PageLink {
  const { t } = useTranslation();
  return { key: 'imprint', label: t('page.imprint'), target: { page: 'imprint' } };
}

/** Only in the footer: the phone's menu has it as an entry of the account menu. */
function usePrivacyPreferencesLink(place: LinkPlace): PageLink | undefined {
  const { t } = useTranslation();
  const hasBanner = useHasCookieBanner();
  if (place !== 'footer' || !hasBanner) return undefined;
  return {
    key: 'privacyPreferences',
    label: t('page.privacyPreferences'),
    target: { hash: privacyPreferencesHash },
  };
}

export const extensions: PageExtensions = {
  routes: [
    {
      path: 'imprint',
      traits: { ...traits, title: 'page.imprint' },
      load: () => import('./ImprintPage.tsx'),
    },
    {
      path: 'privacy-policy',
      traits: { ...traits, title: 'page.privacyPolicy' },
      load: () => import('./PrivacyPolicyPage.tsx'),
    },
  ],
  links: [
    { order: 10, useLink: usePrivacyPolicyLink },
    { order: 20, useLink: useImprintLink },
    { order: 30, useLink: usePrivacyPreferencesLink },
  ],
};
