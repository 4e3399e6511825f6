import { useDownloads } from '../../platform/download/downloadList.ts';
import type { SessionExtensions } from '../../extensions/session.ts';

export const extensions: SessionExtensions = {
  hosts: [
    {
      order: 40,
      useCondition: () => useDownloads(({ list }) => list.length > 0),
      load: () => import('./DownloadList.tsx'),
      texts: ['downloads'],
    },
  ],
};
