import { useUser } from '../../platform/state/user.ts';
import type { SessionExtensions } from '../../extensions/session.ts';

export const extensions: SessionExtensions = {
  hosts: [
    {
      order: 10,
      // Loaded before it is needed: messages wait above all without a network.
      useCondition: () => useUser(({ isLoggedIn }) => isLoggedIn),
      load: () => import('./LogOutQuestion.tsx'),
    },
  ],
};
