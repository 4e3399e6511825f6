import type { PageExtensions } from '../../extensions/page.ts';
import { OfflineLine } from './OfflineLine.tsx';

export const extensions: PageExtensions = {
  // Without a network it could not be downloaded.
  banners: [{ order: 20, Component: OfflineLine }],
};
