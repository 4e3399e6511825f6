/**
 * The likes of one board in memory, kept like the database.
 *
 * The database counts the changes of each piece, and every like that this node stores arrives here with its number. The
 * next number of a piece is applied at once; any other is ignored. `refresh` then reads the pieces whose number differs
 * from that of the database: all of them at first, later those that other nodes have changed. So nothing depends on the
 * order in which likes arrive, or on the bus.
 */
import type { OperatingMode } from '@foyer/contract';
import type { MediaBoardStore } from '../store.ts';
import { LikeGraph } from './likeGraph.ts';

/** The rows that are read at once: a few milliseconds of work. */
const pageSize = 2_000;

/** A like that was stored or deleted. */
export interface LikeChange {
  readonly contentPieceId: string;
  readonly authorId: string;
  readonly isLiked: boolean;
  /** `changes` of the count of the piece after it. */
  readonly changes: number;
}

/** The piece is being read, or reading it has failed: no change is the next one. */
const unknown = Number.NaN;

export class BoardGraph {
  readonly graph = new LikeGraph();
  private readonly store: Pick<MediaBoardStore, 'countsOf' | 'likersOf'>;
  private readonly board: { readonly mode: OperatingMode; readonly mediaBoardId: string };
  /** The changes of a piece that the graph includes, by the id of the piece. */
  private readonly changes = new Map<string, number>();
  /** What has arrived since the current `refresh` began; undefined outside of one. */
  private arrived: LikeChange[] | undefined;

  constructor(board: BoardGraph['board'], store: BoardGraph['store']) {
    this.board = board;
    this.store = store;
  }

  receive(change: LikeChange): void {
    this.arrived?.push(change);
    this.apply(change);
  }

  /** Reads what differs from the database. Must not run twice at the same time. */
  async refresh(): Promise<void> {
    this.arrived = [];
    try {
      const counts = await this.store.countsOf(this.board.mode, this.board.mediaBoardId);
      for (const [contentPieceId, { changes }] of Object.entries(counts)) {
        const isKnown = (this.changes.get(contentPieceId) ?? 0) >= changes;
        if (!isKnown) await this.read(contentPieceId, changes);
      }
    } finally {
      this.arrived = undefined;
    }
  }

  /** @param changes at least so many are included in what is read */
  private async read(contentPieceId: string, changes: number): Promise<void> {
    this.changes.set(contentPieceId, unknown);
    const piece = { ...this.board, contentPieceId };
    const authors = new Set<string>();
    let page: string[];
    let last = '';
    do {
      page = await this.store.likersOf(piece, { after: last, limit: pageSize });
      for (const authorId of page) {
        this.graph.set(contentPieceId, authorId, true);
        authors.add(authorId);
        last = authorId;
      }
    } while (page.length === pageSize);
    this.graph.keepAuthors(contentPieceId, authors);
    this.changes.set(contentPieceId, changes);
    for (const change of this.arrived ?? []) if (change.contentPieceId === contentPieceId) this.apply(change);
  }

  private apply({ contentPieceId, authorId, isLiked, changes }: LikeChange): void {
    if ((this.changes.get(contentPieceId) ?? 0) + 1 !== changes) return;
    this.graph.set(contentPieceId, authorId, isLiked);
    this.changes.set(contentPieceId, changes);
  }
}
