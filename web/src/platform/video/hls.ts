/** hls.js, which plays HLS where browsers do not do it themselves: one copy for backgrounds and films. */
import type Hls from 'hls.js';
import { importWithRetry } from '../loading/importWithRetry.ts';

export const playlistType = 'application/vnd.apple.mpegurl';

const importHls = () => import('hls.js');

/** Downloads hls.js with the first playlist: the full build, because the light one plays no captions. */
export const loadHls = async (): Promise<typeof Hls> => (await importWithRetry(importHls)).default;
