import { useUser } from '../../platform/state/user.ts';
import type { SessionExtensions } from '../../extensions/session.ts';

export const extensions: SessionExtensions = {
  hosts: [
    {
      order: 30,
      useCondition: () => useUser(({ user }) => user !== null),
      load: () => import('./CallLoader.tsx'),
    },
  ],
};
