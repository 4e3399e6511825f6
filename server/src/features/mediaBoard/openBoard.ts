/** A media board that tabs of this node have open. */
import { mediaBoardLikes, type LikeCounts, type OperatingMode } from '@foyer/contract';
import type { Connection } from '#platform/realtime/connection';
import { eventFrame } from '#platform/realtime/topic';
import { NewestCounts } from './newestCounts.ts';

export class OpenBoard {
  readonly subscribers = new Set<Connection>();
  readonly board: { readonly mode: OperatingMode; readonly mediaBoardId: string };
  /** The counts that the subscribers have, or get with the next `send`. */
  private readonly known = new NewestCounts();
  private unsent: LikeCounts = {};
  private isRead = false;

  constructor(board: OpenBoard['board']) {
    this.board = board;
  }

  get hasUnsent(): boolean {
    return Object.keys(this.unsent).length > 0;
  }

  /** Keeps counts that have changed until the next `send`. */
  receive(counts: LikeCounts): void {
    this.unsent = { ...this.unsent, ...this.known.merge(counts) };
  }

  /**
   * Adds all counts of the board as the database has them. Returns them, or newer ones that were received meanwhile. The
   * first time they are not sent: no subscriber has others yet.
   */
  addRead(counts: LikeCounts): LikeCounts {
    if (this.isRead) this.receive(counts);
    else this.known.merge(counts);
    this.isRead = true;
    return this.known.all;
  }

  /** Sends what has changed since the last time to the subscribers. */
  send(): void {
    const { mediaBoardId } = this.board;
    const frame = eventFrame(mediaBoardLikes, { mediaBoardId, counts: this.unsent });
    this.unsent = {};
    for (const connection of this.subscribers) connection.send(frame);
  }
}
