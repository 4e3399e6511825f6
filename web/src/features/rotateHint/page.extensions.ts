import { useMedia } from '../../platform/media.ts';
import { useAreaView } from '../../platform/navigation/areaSearchParams.ts';
import type { PageExtensions } from '../../extensions/page.ts';

export const extensions: PageExtensions = {
  hosts: [
    {
      order: 40,
      useCondition({ isArea }) {
        const isUpright = useMedia('phonePortrait');
        const view = useAreaView();
        return isArea && isUpright && view === 'picture';
      },
      load: () => import('./RotateHint.tsx'),
    },
  ],
};
