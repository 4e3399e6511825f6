import { useUser } from '../../platform/state/user.ts';
import type { SessionExtensions } from '../../extensions/session.ts';

export const extensions: SessionExtensions = {
  headerEnd: [
    {
      order: 10,
      useCondition: () => useUser(({ isLoggedIn }) => isLoggedIn),
      load: () => import('./AccountMenu.tsx'),
    },
  ],
};
