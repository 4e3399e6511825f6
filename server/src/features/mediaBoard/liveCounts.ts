/** Sends the changed likes of media boards to the tabs that have them open. */
import { likeCount, mediaBoardLikes, operatingModes, type LikeCount, type LikeCounts } from '@foyer/contract';
import * as z from 'zod/mini';
import {
  LiveCounts as LiveTopics,
  type LiveCountsDeps as LiveTopicsDeps,
} from '#platform/liveCounts/liveCounts';
import type { Connection } from '#platform/realtime/connection';
import { eventFrame } from '#platform/realtime/topic';
import type { ContentPiece } from './shownBoards.ts';
import type { MediaBoardStore } from './store.ts';

const board = z.strictObject({ mode: z.enum(operatingModes), mediaBoardId: z.string() });
type Board = z.infer<typeof board>;

export interface LiveCountsDeps extends Pick<LiveTopicsDeps<Board, LikeCount>, 'cluster' | 'every'> {
  readonly store: Pick<MediaBoardStore, 'countsOf'>;
}

export class LiveCounts {
  private readonly boards: LiveTopics<Board, LikeCount>;

  constructor({ store, cluster, every }: LiveCountsDeps) {
    this.boards = new LiveTopics({
      name: 'media-board-likes',
      topic: board,
      count: likeCount,
      keyOf: ({ mode, mediaBoardId }) => `${mode} ${mediaBoardId}`,
      read: ({ mode, mediaBoardId }) => store.countsOf(mode, mediaBoardId),
      toFrame: ({ mediaBoardId }, counts) => eventFrame(mediaBoardLikes, { mediaBoardId, counts }),
      cluster,
      every,
    });
  }

  /** Subscribes a connection to a board. Returns the counts of the board. */
  open(connection: Connection, mediaBoardId: string): Promise<LikeCounts> {
    return this.boards.open(connection, { mode: connection.mode, mediaBoardId });
  }

  close(connection: Connection, mediaBoardId: string): void {
    this.boards.close(connection, { mode: connection.mode, mediaBoardId });
  }

  /** Ends all subscriptions of a connection. */
  closeAll(connection: Connection): void {
    this.boards.closeAll(connection);
  }

  /** Sends a count that this node has written to the subscribers on all nodes, with the next tick. */
  add({ mode, mediaBoardId, contentPieceId }: ContentPiece, count: LikeCount): void {
    this.boards.publish({ mode, mediaBoardId }, contentPieceId, count);
  }

  stop(): void {
    this.boards.stop();
  }
}
