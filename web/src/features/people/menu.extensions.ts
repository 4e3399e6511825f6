import { useCurrentArea } from '../../platform/state/venue.ts';
import { usePresence } from '../presence/index.ts';
import type { MenuExtensions } from '../../extensions/menu.ts';

export const extensions: MenuExtensions = {
  sections: [
    {
      order: 10,
      useCondition() {
        const seesOthers = usePresence(({ ready }) => ready);
        const isInArea = useCurrentArea() !== undefined;
        return seesOthers && isInArea;
      },
      load: () => import('./DrawerPeople.tsx'),
      texts: ['presence'],
    },
  ],
};
