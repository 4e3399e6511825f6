import { useUser } from '../../platform/state/user.ts';
import type { SessionExtensions } from '../../extensions/session.ts';

export const extensions: SessionExtensions = {
  hosts: [
    {
      order: 10,
      useCondition({ hasHeader }) {
        const isSignedIn = useUser(({ user }) => user !== null);
        return hasHeader && isSignedIn;
      },
      load: () => import('./ProfileLink.tsx'),
    },
  ],
  sidePanels: [{ order: 20, id: 'profile', load: () => import('./ProfileHost.tsx'), texts: ['profile'] }],
};
