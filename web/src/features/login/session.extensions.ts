import { useUser } from '../../platform/state/user.ts';
import type { SessionExtensions } from '../../extensions/session.ts';

export const extensions: SessionExtensions = {
  hosts: [
    {
      order: 10,
      // Loaded before it is needed: most messages wait because there is no network.
      useCondition: () => useUser(({ isLoggedIn }) => isLoggedIn),
      load: () => import('./LogOutQuestion.tsx'),
    },
  ],
};
