/** Likes over the HTTP API, and their counts over the realtime connection. */
import {
  closeMediaBoard,
  likeContent,
  listLikes,
  listRecommendations,
  mediaBoardLikes,
  openMediaBoard,
  unlikeContent,
  type Like,
  type LikeCount,
  type LikeCounts,
} from '@foyer/contract';
import { call } from '../api/client.ts';
import { authorOfSession } from '../likes/ownLikes.ts';
import { connectCounts } from '../realtime/connectCounts.ts';
import { createRealtime } from '../realtime/realtime.ts';
import { now } from '../time/serverTime.ts';
import type { Visit } from '../visit/visit.ts';
import type { LikedContent, LikeService } from './backend.ts';

export function createEmbeddedLikes(visit: Visit): LikeService {
  const realtime = visit.get(createRealtime);
  const { signal } = visit;

  /**
   * Retries of the call (ERROR-04) send the same like. Their waits and failures open no dialog: the heart shows the choice
   * already, and a message says if it is not stored (decision 156). Without a network it fails at once.
   */
  const send = (
    endpoint: typeof likeContent | typeof unlikeContent,
    content: LikedContent,
  ): Promise<LikeCount> =>
    call(endpoint, {
      body: {
        ...content,
        uuid: crypto.randomUUID(),
        creationTimestamp: Math.max(0, Math.floor(now())),
        authorId: authorOfSession(),
      },
      report: 'console',
      retry: navigator.onLine,
      signal,
    });

  return {
    connect(mediaBoardId, listener, ended) {
      const board = { mediaBoardId };
      const source = {
        onChanges: (receive: (counts: LikeCounts) => void) =>
          realtime.on(
            mediaBoardLikes,
            (data) => {
              if (data.mediaBoardId === mediaBoardId) receive(data.counts);
            },
            ended,
          ),
        open: async () => (await realtime.sendCommand(openMediaBoard, board)).counts,
        close: () => realtime.sendCommand(closeMediaBoard, board),
      };
      return connectCounts(realtime, source, listener, ended);
    },

    async listOwn(mediaBoardId) {
      const likes: Like[] = [];
      let cursor: string | undefined;
      do {
        const query = { mediaBoardId, ...(cursor !== undefined && { cursor }) };
        const page = await call(listLikes, { query, report: 'console', signal });
        likes.push(...page.likes);
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      return likes;
    },

    async recommend(mediaBoardId, { limit, signal: requestSignal }) {
      const { data } = await call(listRecommendations, {
        params: { mediaBoardId, userId: authorOfSession() },
        query: { limit },
        report: 'console',
        signal: AbortSignal.any([signal, requestSignal]),
      });
      return data;
    },

    like: (content) => send(likeContent, content),
    unlike: (content) => send(unlikeContent, content),
  };
}
