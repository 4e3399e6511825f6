/**
 * Sends the changed likes of media boards to the tabs that have them open, on all nodes. The node that has written counts
 * collects them until its next tick; the other nodes do the same before they send them. So a tab gets at most one event
 * per tick for a board, however many nodes there are. The bus may lose counts: reconciliation reads those of the open
 * boards from the database.
 */
import { mediaBoardLikes, operatingModes, type LikeCount, type LikeCounts } from '@foyer/contract';
import { likesUpdateMs } from '@foyer/contract/limits';
import * as z from 'zod/mini';
import type { Every } from '#platform/clock';
import type { Channel } from '#platform/cluster/channel';
import type { Cluster } from '#platform/cluster/cluster';
import type { Connection } from '#platform/realtime/connection';
import { NewestCounts } from './newestCounts.ts';
import { OpenBoard } from './openBoard.ts';
import type { ContentPiece } from './shownBoards.ts';
import type { MediaBoardStore } from './store.ts';

const reconcileEveryMs = 5_000;

/** Counts of a board as a bus message. */
const boardCounts = z.strictObject({ mode: z.enum(operatingModes), ...mediaBoardLikes.data.shape });
type BoardCounts = z.infer<typeof boardCounts>;
type Board = Pick<BoardCounts, 'mode' | 'mediaBoardId'>;

const keyOf = ({ mode, mediaBoardId }: Board): string => `${mode} ${mediaBoardId}`;

export interface LiveCountsDeps {
  readonly store: Pick<MediaBoardStore, 'countsOf'>;
  readonly cluster: Pick<Cluster, 'channel' | 'alone'>;
  readonly every: Every;
}

export class LiveCounts {
  private readonly deps: LiveCountsDeps;
  private readonly channel: Channel<BoardCounts>;
  /** Boards with subscribers on this node, by `keyOf`. */
  private readonly openBoards = new Map<string, OpenBoard>();
  /** What this node has written since its last tick, by `keyOf`. */
  private written = new Map<string, Board & { readonly counts: NewestCounts }>();
  private stopTicking: (() => void) | undefined;

  constructor(deps: LiveCountsDeps) {
    this.deps = deps;
    this.channel = deps.cluster.channel('media-board-likes', {
      schema: boardCounts,
      handle: (message) => this.receive(message, message.counts),
      ...(deps.cluster.alone ? {} : { reconcile: () => this.reconcile(), everyMs: reconcileEveryMs }),
    });
  }

  /** Subscribes a connection to a board. Returns the counts of the board. */
  async open(connection: Connection, mediaBoardId: string): Promise<LikeCounts> {
    const board = { mode: connection.mode, mediaBoardId };
    const key = keyOf(board);
    let openBoard = this.openBoards.get(key);
    if (openBoard === undefined) this.openBoards.set(key, (openBoard = new OpenBoard(board)));
    // Before the counts are read: changes that are written meanwhile are sent.
    openBoard.subscribers.add(connection);
    try {
      return await this.read(openBoard);
    } catch (error) {
      this.remove(connection, key);
      throw error;
    }
  }

  close(connection: Connection, mediaBoardId: string): void {
    this.remove(connection, keyOf({ mode: connection.mode, mediaBoardId }));
  }

  /** Ends all subscriptions of a connection. */
  closeAll(connection: Connection): void {
    for (const key of this.openBoards.keys()) this.remove(connection, key);
  }

  /** Sends a count that this node has written to the subscribers on all nodes, with the next tick. */
  add({ mode, mediaBoardId, contentPieceId }: ContentPiece, count: LikeCount): void {
    const board = { mode, mediaBoardId };
    const counts = { [contentPieceId]: count };
    const key = keyOf(board);
    let written = this.written.get(key);
    if (written === undefined) this.written.set(key, (written = { ...board, counts: new NewestCounts() }));
    written.counts.merge(counts);
    this.receive(board, counts);
    this.startTicking();
  }

  stop(): void {
    this.stopTicking?.();
    this.stopTicking = undefined;
  }

  private receive(board: Board, counts: LikeCounts): void {
    const openBoard = this.openBoards.get(keyOf(board));
    openBoard?.receive(counts);
    if (openBoard?.hasUnsent) this.startTicking();
  }

  private async read(openBoard: OpenBoard): Promise<LikeCounts> {
    const { mode, mediaBoardId } = openBoard.board;
    const counts = openBoard.addRead(await this.deps.store.countsOf(mode, mediaBoardId));
    if (openBoard.hasUnsent) this.startTicking();
    return counts;
  }

  private async reconcile(): Promise<void> {
    for (const openBoard of this.openBoards.values()) await this.read(openBoard);
  }

  private startTicking(): void {
    this.stopTicking ??= this.deps.every(likesUpdateMs, () => this.tick());
  }

  /** Ends the timer if nothing has changed since the last tick. */
  private tick(): void {
    const written = [...this.written.values()];
    this.written = new Map();
    for (const { counts, ...board } of written) this.channel.publish({ ...board, counts: counts.all });
    const changed = [...this.openBoards.values()].filter(({ hasUnsent }) => hasUnsent);
    for (const openBoard of changed) openBoard.send();
    if (written.length === 0 && changed.length === 0) this.stop();
  }

  private remove(connection: Connection, key: string): void {
    const openBoard = this.openBoards.get(key);
    openBoard?.subscribers.delete(connection);
    if (openBoard?.subscribers.size === 0) this.openBoards.delete(key);
  }
}
