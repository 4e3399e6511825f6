/** The rules of likes: who may like what, and how often. */
import type {
  InputOf,
  Like,
  LikeCount,
  listLikes,
  listRecommendations,
  openMediaBoard,
  OperatingMode,
  ParamsOf,
  QueryOf,
  ResponseOf,
  ResultOf,
} from '@foyer/contract';
import {
  likeBurst,
  likeRefillMs,
  likesPageSize,
  recommendationsDefault,
  recommendationsMax,
} from '@foyer/contract/limits';
import { ApiError } from '#platform/apiError';
import type { Clock, MonotonicClock } from '#platform/clock';
import { Semaphore } from '#platform/concurrency/semaphore';
import type { Connection } from '#platform/realtime/connection';
import { RateLimiter } from '#platform/realtime/rateLimit';
import type { LiveCounts } from './liveCounts.ts';
import type { Recommendations } from './recommendations/recommendations.ts';
import type { ShownBoards } from './shownBoards.ts';
import type { CountAfter, LikeKey, MediaBoardStore, StoredLike } from './store.ts';

/** The rest of the connections to PostgreSQL is left to others. */
const parallelDeletions = 4;

export interface MediaBoardServiceDeps {
  readonly store: MediaBoardStore;
  readonly shownBoards: ShownBoards;
  readonly live: LiveCounts;
  readonly recommendations: Recommendations;
  readonly clock: Clock;
  readonly monotonicClock: MonotonicClock;
}

/** The user or guest of a session, in the mode of the request. */
export interface LikeAuthor {
  readonly mode: OperatingMode;
  readonly authorId: string;
}

export class MediaBoardService {
  private readonly deps: MediaBoardServiceDeps;
  private readonly rateLimit: RateLimiter;

  constructor(deps: MediaBoardServiceDeps) {
    this.deps = deps;
    this.rateLimit = new RateLimiter({ burst: likeBurst, everyMs: likeRefillMs }, deps.monotonicClock);
  }

  /** @throws ApiError `notFound`; `conflict` if another like has the uuid; `invalidInput`; `tooManyRequests` */
  async like(author: LikeAuthor, like: Like): Promise<LikeCount> {
    const key = this.accept(author, like);
    const createdAt = Math.min(like.creationTimestamp, this.deps.clock());
    const { existing, ...after } = await this.deps.store.add({ ...key, uuid: like.uuid, createdAt });
    if (existing !== undefined && !isSameLike(existing, key))
      throw new ApiError('conflict', `Another like has the uuid ${like.uuid}.`);
    return this.share(key, true, after);
  }

  /** @throws ApiError `notFound`; `invalidInput`; `tooManyRequests` */
  async unlike(author: LikeAuthor, like: Like): Promise<LikeCount> {
    const key = this.accept(author, like);
    return this.share(key, false, await this.deps.store.delete(key));
  }

  /** A page of the likes of an author. */
  async list(
    { mode, authorId }: LikeAuthor,
    { authorId: requested = authorId, limit = likesPageSize, cursor }: QueryOf<typeof listLikes>,
  ): Promise<ResponseOf<typeof listLikes>> {
    if (requested !== authorId) throw foreignAuthor('parameter');
    const pageSize = Math.min(limit, likesPageSize);
    const rows = await this.deps.store.listByAuthor(authorId, mode, { after: cursor, limit: pageSize });
    const last = rows.at(-1);
    return {
      likes: rows.map(toLike),
      ...(last !== undefined && rows.length === pageSize && { nextCursor: last.uuid }),
    };
  }

  /** @throws ApiError `notFound`, also for another user than the caller */
  async recommend(
    { mode, authorId }: LikeAuthor,
    { mediaBoardId, userId }: ParamsOf<typeof listRecommendations>,
    { limit = recommendationsDefault }: QueryOf<typeof listRecommendations>,
  ): Promise<ResponseOf<typeof listRecommendations>> {
    const board = this.deps.shownBoards.boardOf(mode, mediaBoardId);
    if (userId !== authorId)
      throw new ApiError('notFound', 'There are only recommendations for the user of the session.');
    if (!board.recommendations) return { data: [] };
    const request = { mode, mediaBoardId, userId, shown: board.pieces };
    const atMost = Math.min(limit, recommendationsMax);
    return { data: await this.deps.recommendations.list({ ...request, limit: atMost }) };
  }

  /** All likes of an account, in both modes. */
  async export(accountId: string): Promise<(Like & Pick<StoredLike, 'mode'>)[]> {
    const rows = await this.deps.store.allByAuthor(accountId);
    return rows.map((row) => ({ mode: row.mode, ...toLike(row) }));
  }

  async erase(accountId: string): Promise<void> {
    const { store } = this.deps;
    const likes = await store.allByAuthor(accountId);
    const permits = new Semaphore({ permits: parallelDeletions });
    await Promise.all(
      likes.map((like) => permits.run(async () => this.share(like, false, await store.delete(like)))),
    );
  }

  /** @throws ApiError `notFound` */
  async open(
    connection: Connection,
    { mediaBoardId }: InputOf<typeof openMediaBoard>,
  ): Promise<ResultOf<typeof openMediaBoard>> {
    this.deps.shownBoards.boardOf(connection.mode, mediaBoardId);
    return { counts: await this.deps.live.open(connection, mediaBoardId) };
  }

  /** Checks a request about a like. Returns what it is about. */
  private accept({ mode, authorId }: LikeAuthor, like: Like): LikeKey {
    if (!this.rateLimit.take(authorId))
      throw new ApiError('tooManyRequests', 'Rate limit exceeded: wait before you like more.', {
        retryAfter: likeRefillMs / 1_000,
      });
    const { mediaBoardId, contentPieceId, commentId } = like;
    if (!this.deps.shownBoards.boardOf(mode, mediaBoardId).pieces.has(contentPieceId))
      throw new ApiError(
        'notFound',
        `The media board ${mediaBoardId} has no content piece ${contentPieceId}.`,
      );
    // Comments are messages of chat rooms for content pieces, which do not exist yet.
    if (commentId !== undefined)
      throw new ApiError('notFound', `The content piece ${contentPieceId} has no comment ${commentId}.`);
    // Not `unauthorized` or `forbidden`: clients log the user out after them.
    if (like.authorId !== authorId) throw foreignAuthor('field');
    return { mode, mediaBoardId, contentPieceId, commentId: '', authorId };
  }

  private share(like: LikeKey, isLiked: boolean, { count, isChanged }: CountAfter): LikeCount {
    const { live, recommendations } = this.deps;
    if (isChanged) {
      live.add(like, count);
      recommendations.receive(like, { ...like, isLiked, changes: count.changes });
    }
    return count;
  }
}

const foreignAuthor = (where: 'field' | 'parameter'): ApiError =>
  new ApiError('invalidInput', `The ${where} authorId is invalid: it must be the user of the session.`);

const isSameLike = (like: StoredLike, key: LikeKey): boolean =>
  like.mediaBoardId === key.mediaBoardId &&
  like.contentPieceId === key.contentPieceId &&
  like.commentId === key.commentId &&
  like.authorId === key.authorId;

const toLike = ({
  uuid,
  contentPieceId,
  mediaBoardId,
  commentId,
  authorId,
  createdAt,
}: StoredLike): Like => ({
  uuid,
  contentPieceId,
  mediaBoardId,
  creationTimestamp: createdAt,
  authorId,
  ...(commentId !== '' && { commentId }),
});
