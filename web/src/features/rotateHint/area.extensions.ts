import { useMedia } from '../../platform/media.ts';
import { useAreaView } from '../../platform/navigation/areaNavigation.ts';
import type { AreaExtensions } from '../../extensions/area.ts';

export const extensions: AreaExtensions = {
  hosts: [
    {
      order: 40,
      useCondition() {
        const isUpright = useMedia('phonePortrait');
        const view = useAreaView();
        return isUpright && view === 'picture';
      },
      load: () => import('./RotateHint.tsx'),
    },
  ],
};
