import { useUser } from '../../platform/state/user.ts';
import type { SessionExtensions } from '../../extensions/session.ts';

export const extensions: SessionExtensions = {
  hosts: [
    {
      order: 20,
      useCondition({ hasHeader }) {
        const hasToken = useUser(({ authToken }) => authToken !== null);
        return hasHeader && hasToken;
      },
      load: () => import('./ChatLoader.tsx'),
    },
  ],
  sidePanels: [
    {
      order: 30,
      id: 'chat',
      load: () => import('./ChatSidePanel.tsx'),
      texts: ['chat', 'presence'],
    },
  ],
};
