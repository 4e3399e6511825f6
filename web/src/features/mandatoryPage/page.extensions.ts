import type { PageExtensions } from '../../extensions/page.ts';

declare module '../../extensions/page.ts' {
  interface PagePaths {
    readonly imprint: true;
    readonly 'privacy-policy': true;
  }
}

const traits = { open: true, mandatoryPage: true } as const;

export const extensions: PageExtensions = {
  routes: [
    {
      path: 'imprint',
      traits: { ...traits, title: 'page.imprint' },
      load: async () => ({ default: (await import('./MandatoryPage.tsx')).ImprintPage }),
    },
    {
      path: 'privacy-policy',
      traits: { ...traits, title: 'page.privacyPolicy' },
      load: async () => ({ default: (await import('./MandatoryPage.tsx')).PrivacyPolicyPage }),
    },
  ],
};
