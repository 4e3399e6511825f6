import { useUser } from '../../platform/state/user.ts';
import type { SessionExtensions } from '../../extensions/session.ts';

const useIsLoggedIn = () => useUser(({ isLoggedIn }) => isLoggedIn);

export const extensions: SessionExtensions = {
  hosts: [
    { order: 4, useCondition: useIsLoggedIn, load: () => import('./LinkResult.tsx') },
    {
      order: 5,
      // Loaded before it is needed: messages wait above all without a network.
      useCondition: useIsLoggedIn,
      load: () => import('./LogOutQuestion.tsx'),
    },
  ],
};
