import type { SessionExtensions } from '../../extensions/session.ts';
import { usePresence } from '../presence/index.ts';
import { importPresencePanel } from './importPresencePanel.ts';

export const extensions: SessionExtensions = {
  headerStart: [
    {
      order: 10,
      useCondition: () => usePresence(({ ready }) => ready),
      load: () => import('./PresenceWidget.tsx'),
      texts: ['presence'],
    },
  ],
  sidePanels: [{ order: 10, id: 'presence', load: importPresencePanel, texts: ['presence'] }],
};
