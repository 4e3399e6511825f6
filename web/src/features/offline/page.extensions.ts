import type { PageExtensions } from '../../extensions/page.ts';
import { OfflineBanner } from './OfflineBanner.tsx';

export const extensions: PageExtensions = {
  // Not loaded lazily: it could not be downloaded while offline.
  banners: [{ order: 20, Component: OfflineBanner }],
};
