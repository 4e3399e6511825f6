import { useDownloads } from '../../platform/download/downloadList.ts';
import type { AreaExtensions } from '../../extensions/area.ts';

/** Not part of the session: guests have none in the first seconds. */
export const extensions: AreaExtensions = {
  hosts: [
    {
      order: 40,
      useCondition: () => useDownloads(({ list }) => list.length > 0),
      load: () => import('./DownloadList.tsx'),
      texts: ['downloads'],
    },
  ],
};
