/** Sends the changed likes of messages to the tabs that have their room open. */
import { chatLikesChanged, likeCount, type LikeCount } from '@foyer/contract';
import * as z from 'zod/mini';
import { LiveCounts, type LiveCountsDeps } from '#platform/liveCounts/liveCounts';
import { eventFrame } from '#platform/realtime/topic';
import type { ChatLikeStore } from './likeStore.ts';

const topic = z.strictObject({ roomId: z.string() });
export type LiveLikes = LiveCounts<z.infer<typeof topic>, LikeCount>;

/**
 * Counts that the bus has lost are found for this many newest liked messages of a room. Clients get those of older
 * messages when they load them again.
 */
const reconciledMessages = 500;

export const createLiveLikes = ({
  likeStore,
  cluster,
  every,
}: Pick<LiveCountsDeps<unknown, LikeCount>, 'cluster' | 'every'> & {
  readonly likeStore: Pick<ChatLikeStore, 'newestCounts'>;
}): LiveLikes =>
  new LiveCounts({
    name: 'chat-likes',
    topic,
    count: likeCount,
    keyOf: ({ roomId }) => roomId,
    read: ({ roomId }) => likeStore.newestCounts(roomId, reconciledMessages),
    toFrame: ({ roomId }, counts) => eventFrame(chatLikesChanged, { roomId, counts }),
    cluster,
    every,
  });
