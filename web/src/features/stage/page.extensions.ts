import { operatingMode } from '../../platform/base.ts';
import type { PageExtensions } from '../../extensions/page.ts';

export const extensions: PageExtensions = {
  banners: [
    {
      order: 10,
      useCondition: () => operatingMode === 'STAGE',
      load: () => import('./StageRibbon.tsx'),
      texts: ['stage'],
    },
  ],
};
