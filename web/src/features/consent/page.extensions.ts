/** The cookie banner, and the notice about content that it blocks, in venues with a banner. */
import { useHasCookieBanner } from '../../platform/state/cookieBanner.ts';
import type { PageExtensions } from '../../extensions/page.ts';

export const extensions: PageExtensions = {
  hosts: [
    {
      order: 50,
      useCondition: useHasCookieBanner,
      load: () => import('./ConsentHost.tsx'),
      texts: ['consent'],
    },
  ],
};
