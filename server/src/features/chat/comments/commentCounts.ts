/**
 * Sends the number of comments of each content piece to the tabs that show its media board (BOARD-01). A tab needs neither
 * an account nor an open room for it: the numbers are part of the board, as those of likes.
 */
import {
  commentCount,
  commentCountsChanged,
  operatingModes,
  type CommentCount,
  type InputOf,
  type openCommentCounts,
  type ResultOf,
} from '@foyer/contract';
import * as z from 'zod/mini';
import { ApiError } from '#platform/apiError';
import { CoalescingTask } from '#platform/concurrency/coalescingTask';
import { LiveCounts, type LiveCountsDeps } from '#platform/liveCounts/liveCounts';
import type { WarnLog } from '#platform/log/log';
import type { Connection } from '#platform/realtime/connection';
import { eventFrame } from '#platform/realtime/topic';
import type { FindBuiltInRooms } from '../rooms/builtInRooms.ts';
import type { Board, ChatCommentCountStore } from './commentCountStore.ts';

const board = z.strictObject({ mode: z.enum(operatingModes), mediaBoardId: z.string() });

export interface ChatCommentCountsDeps extends Pick<
  LiveCountsDeps<Board, CommentCount>,
  'cluster' | 'every'
> {
  readonly countStore: ChatCommentCountStore;
  readonly findBuiltInRooms: FindBuiltInRooms;
  readonly log: WarnLog;
}

export class ChatCommentCounts {
  private readonly deps: ChatCommentCountsDeps;
  private readonly live: LiveCounts<Board, CommentCount>;
  /** The discussions whose count is to be read and published. */
  private readonly changedRooms = new Set<string>();
  private readonly publication = new CoalescingTask(() => this.publishChanged());

  constructor(deps: ChatCommentCountsDeps) {
    this.deps = deps;
    const { countStore, cluster, every } = deps;
    this.live = new LiveCounts({
      name: 'chat-comment-counts',
      topic: board,
      count: commentCount,
      keyOf: ({ mode, mediaBoardId }) => `${mode} ${mediaBoardId}`,
      read: (topic) => countStore.ofBoard(topic),
      toFrame: ({ mediaBoardId }, counts) => eventFrame(commentCountsChanged, { mediaBoardId, counts }),
      cluster,
      every,
    });
  }

  /** @throws ApiError `notFound` if the venue has no discussions on such a board now */
  async open(
    connection: Connection,
    { mediaBoardId }: InputOf<typeof openCommentCounts>,
  ): Promise<ResultOf<typeof openCommentCounts>> {
    const { mode } = connection;
    if (this.deps.findBuiltInRooms(mode)?.hasDiscussions(mediaBoardId) !== true)
      throw new ApiError('notFound', `The venue has no discussions on a media board ${mediaBoardId}.`);
    return { counts: await this.live.open(connection, { mode, mediaBoardId }) };
  }

  close(connection: Connection, mediaBoardId: string): void {
    this.live.close(connection, { mode: connection.mode, mediaBoardId });
  }

  /** Ends all subscriptions of a connection. */
  closeAll(connection: Connection): void {
    this.live.closeAll(connection);
  }

  /** Publishes the count of a discussion whose messages have changed. Requests during a query share the next one. */
  refresh(roomId: string): void {
    this.changedRooms.add(roomId);
    void this.publication.request();
  }

  async stop(): Promise<void> {
    await this.publication.settle();
    this.live.stop();
  }

  private async publishChanged(): Promise<void> {
    const roomIds = [...this.changedRooms];
    this.changedRooms.clear();
    try {
      for (const { board: topic, contentPieceId, count } of await this.deps.countStore.ofRooms(roomIds))
        this.live.publish(topic, contentPieceId, count);
    } catch (error) {
      // They are published with the next change.
      for (const roomId of roomIds) this.changedRooms.add(roomId);
      this.deps.log.warn({ err: error }, 'reading the number of comments failed');
    }
  }
}
