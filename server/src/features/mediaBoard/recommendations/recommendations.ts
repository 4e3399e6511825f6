/**
 * Recommends content pieces of a board. The likes of a board are read when its recommendations are first requested, and
 * kept in memory while they are used.
 */
import type { OperatingMode, Recommendation } from '@foyer/contract';
import type { MonotonicClock } from '#platform/clock';
import { BackgroundTasks } from '#platform/concurrency/backgroundTasks';
import { SingleFlight } from '#platform/concurrency/singleFlight';
import type { WarnLog } from '#platform/log/log';
import type { TaggedPieces } from '../shownBoards.ts';
import type { MediaBoardStore } from '../store.ts';
import { BoardGraph, type LikeChange } from './boardGraph.ts';
import type { LikeGraph } from './likeGraph.ts';
import { rank } from './rank.ts';

/** A request refreshes what other nodes may have changed if the last refresh is longer ago. */
const refreshAfterMs = 5_000;
/** After a long refresh, the pause until the next one is so many times as long. */
const pausePerRefresh = 10;
/** The graph of a board is dropped if nobody requests its recommendations for so long. */
export const dropAfterMs = 3_600_000;

export interface RecommendationsDeps {
  readonly store: Pick<MediaBoardStore, 'countsOf' | 'likersOf' | 'piecesLikedBy'>;
  readonly monotonicClock: MonotonicClock;
  readonly log: WarnLog;
}

export interface RecommendationRequest {
  readonly mode: OperatingMode;
  readonly mediaBoardId: string;
  readonly userId: string;
  readonly shown: TaggedPieces;
  readonly limit: number;
}

interface LoadedBoard {
  readonly likes: BoardGraph;
  /** By the monotonic clock; undefined before the likes have been read. */
  refreshAt: number | undefined;
  usedAt: number;
}

type Board = Pick<RecommendationRequest, 'mode' | 'mediaBoardId'>;
const keyOf = ({ mode, mediaBoardId }: Board): string => `${mode} ${mediaBoardId}`;

export class Recommendations {
  private readonly deps: RecommendationsDeps;
  /** By `keyOf`. */
  private readonly boards = new Map<string, LoadedBoard>();
  private readonly refreshes = new SingleFlight<void>();
  private readonly tasks: BackgroundTasks;

  constructor(deps: RecommendationsDeps) {
    this.deps = deps;
    this.tasks = new BackgroundTasks(deps.log);
  }

  async list({ mode, mediaBoardId, userId, shown, limit }: RecommendationRequest): Promise<Recommendation[]> {
    const graph = await this.load({ mode, mediaBoardId });
    // From the database, because another node may have stored the like of a moment ago.
    const liked = await this.deps.store.piecesLikedBy(userId, mode, mediaBoardId);
    return rank({ graph, shown, userId, liked: new Set(liked), limit });
  }

  /** Must be called for each like of a piece that this node has stored or deleted. */
  receive(board: Board, change: LikeChange): void {
    this.boards.get(keyOf(board))?.likes.receive(change);
  }

  dropUnused(): void {
    const now = this.deps.monotonicClock();
    for (const [key, { usedAt }] of this.boards) if (usedAt + dropAfterMs <= now) this.boards.delete(key);
  }

  /** Resolves when the current refreshes have ended. */
  stop(): Promise<void> {
    return this.tasks.settle();
  }

  /** The first request of a board waits until its likes have been read, the others do not. */
  private async load(board: Board): Promise<LikeGraph> {
    const key = keyOf(board);
    const now = this.deps.monotonicClock();
    let loaded = this.boards.get(key);
    if (loaded === undefined) {
      const likes = new BoardGraph(board, this.deps.store);
      this.boards.set(key, (loaded = { likes, refreshAt: undefined, usedAt: now }));
    }
    const { likes, refreshAt } = loaded;
    loaded.usedAt = now;
    const refresh = (): Promise<void> => this.refreshes.run(key, () => this.refresh(loaded));
    if (refreshAt === undefined) await refresh();
    else if (refreshAt <= now) this.tasks.run('refresh the likes of a media board', refresh, board);
    return likes.graph;
  }

  private async refresh(loaded: LoadedBoard): Promise<void> {
    const { monotonicClock } = this.deps;
    const start = monotonicClock();
    await loaded.likes.refresh();
    const end = monotonicClock();
    loaded.refreshAt = end + Math.max(refreshAfterMs, (end - start) * pausePerRefresh);
  }
}
