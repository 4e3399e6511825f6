/** The organiser's page with the figures of the venue, `/v/{architectureId}/figures` (TRACK-12). */
import type { PageExtensions } from '../../extensions/page.ts';

declare module '../../extensions/page.ts' {
  interface PagePaths {
    readonly figures: true;
  }
}

export const extensions: PageExtensions = {
  routes: [
    {
      path: 'figures',
      traits: { solid: true, title: 'page.figures' },
      load: () => import('./FiguresPage.tsx'),
      texts: ['analytics'],
    },
  ],
};
