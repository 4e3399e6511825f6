/** Sends the changed likes of media boards to the tabs that have them open. */
import { likeCount, mediaBoardLikes, operatingModes, type LikeCount } from '@foyer/contract';
import * as z from 'zod/mini';
import { LiveCounts, type LiveCountsDeps } from '#platform/liveCounts/liveCounts';
import { eventFrame } from '#platform/realtime/topic';
import type { MediaBoardStore } from './store.ts';

const topic = z.strictObject({ mode: z.enum(operatingModes), mediaBoardId: z.string() });
export type LiveLikes = LiveCounts<z.infer<typeof topic>, LikeCount>;

export const createLiveLikes = ({
  store,
  cluster,
  every,
}: Pick<LiveCountsDeps<unknown, LikeCount>, 'cluster' | 'every'> & {
  readonly store: Pick<MediaBoardStore, 'countsOf'>;
}): LiveLikes =>
  new LiveCounts({
    name: 'media-board-likes',
    topic,
    count: likeCount,
    keyOf: ({ mode, mediaBoardId }) => `${mode} ${mediaBoardId}`,
    read: ({ mode, mediaBoardId }) => store.countsOf(mode, mediaBoardId),
    toFrame: ({ mediaBoardId }, counts) => eventFrame(mediaBoardLikes, { mediaBoardId, counts }),
    cluster,
    every,
  });
