/** The rules of likes: who may like what, and how often. */
import type {
  InputOf,
  Like,
  LikeCount,
  listLikes,
  listRecommendations,
  openMediaBoard,
  ParamsOf,
  QueryOf,
  ResponseOf,
  ResultOf,
} from '@foyer/contract';
import {
  likeBurst,
  likeRefillMs,
  likesPageSize,
  recommendationBurst,
  recommendationRefillMs,
  recommendationsDefault,
  recommendationsMax,
} from '@foyer/contract/limits';
import { ApiError } from '#platform/apiError';
import type { Clock, MonotonicClock } from '#platform/clock';
import { uuidTaken, type CountAfter, type Page } from '#platform/likes/likeStore';
import type { Connection } from '#platform/realtime/connection';
import { RateLimiter } from '#platform/realtime/rateLimit';
import type { LiveLikes } from './liveLikes.ts';
import type { CommentLikes, LikeAuthor } from './ports.ts';
import type { Recommendations } from './recommendations/recommendations.ts';
import type { ShownBoards } from './shownBoards.ts';
import type { LikeKey, MediaBoardStore, StoredLike } from './store.ts';

export interface MediaBoardServiceDeps {
  readonly store: MediaBoardStore;
  readonly shownBoards: ShownBoards;
  readonly liveLikes: LiveLikes;
  readonly recommendations: Recommendations;
  readonly comments: CommentLikes;
  readonly clock: Clock;
  readonly monotonicClock: MonotonicClock;
}

export class MediaBoardService {
  private readonly deps: MediaBoardServiceDeps;
  private readonly likeLimit: RateLimiter;
  private readonly recommendationLimit: RateLimiter;

  constructor(deps: MediaBoardServiceDeps) {
    this.deps = deps;
    const limit = (burst: number, everyMs: number) =>
      new RateLimiter({ burst, everyMs }, deps.monotonicClock);
    this.likeLimit = limit(likeBurst, likeRefillMs);
    this.recommendationLimit = limit(recommendationBurst, recommendationRefillMs);
  }

  /** @throws ApiError `notFound`; `conflict` if another like has the uuid; `invalidInput`; `tooManyRequests` */
  async like(author: LikeAuthor, like: Like): Promise<LikeCount> {
    const { store, comments, clock } = this.deps;
    const { mode } = author;
    const { uuid, commentId } = like;
    const createdAt = Math.min(like.creationTimestamp, clock());
    this.takeRate(author);
    if (commentId !== undefined) {
      assertOwn(author, like);
      if ((await store.find(mode, uuid)) !== undefined) throw uuidTaken(uuid);
      return comments.add(author, { ...like, commentId, creationTimestamp: createdAt });
    }
    const key = this.keyOf(author, like);
    if (await comments.hasUuid(mode, uuid)) throw uuidTaken(uuid);
    return this.share(key, true, await store.add({ ...key, uuid, createdAt }));
  }

  /** @throws ApiError `notFound`; `invalidInput`; `tooManyRequests` */
  async unlike(author: LikeAuthor, like: Like): Promise<LikeCount> {
    const { commentId } = like;
    this.takeRate(author);
    if (commentId !== undefined) {
      assertOwn(author, like);
      return this.deps.comments.remove(author, { ...like, commentId });
    }
    const key = this.keyOf(author, like);
    return this.share(key, false, await this.deps.store.delete(key));
  }

  /** A page of the likes of an author. */
  async list(
    { mode, authorId }: LikeAuthor,
    {
      authorId: requested = authorId,
      mediaBoardId,
      limit = likesPageSize,
      cursor,
    }: QueryOf<typeof listLikes>,
  ): Promise<ResponseOf<typeof listLikes>> {
    if (requested !== authorId) throw foreignAuthor('parameter');
    const pageSize = Math.min(limit, likesPageSize);
    const page = { after: cursor ?? '', limit: pageSize };
    const likes =
      mediaBoardId === undefined
        ? await this.listOnAllBoards({ mode, authorId }, page)
        : (await this.deps.store.listByAuthorOnBoard(authorId, mode, { ...page, mediaBoardId })).map(toLike);
    const last = likes.at(-1);
    return { likes, ...(last !== undefined && likes.length === pageSize && { nextCursor: last.uuid }) };
  }

  /** Also the likes of comments. */
  private async listOnAllBoards(author: LikeAuthor, page: Page): Promise<Like[]> {
    const ofPieces = await this.deps.store.listByAuthor(author.authorId, author.mode, page);
    const ofComments = await this.deps.comments.list(author, page);
    return [...ofPieces.map(toLike), ...ofComments]
      .toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1))
      .slice(0, page.limit);
  }

  /** @throws ApiError `notFound`, also for another user than the caller; `tooManyRequests` */
  async recommend(
    { mode, authorId }: LikeAuthor,
    { mediaBoardId, userId }: ParamsOf<typeof listRecommendations>,
    { limit = recommendationsDefault }: QueryOf<typeof listRecommendations>,
  ): Promise<ResponseOf<typeof listRecommendations>> {
    if (!this.recommendationLimit.take(authorId))
      throw new ApiError('tooManyRequests', 'Rate limit exceeded: wait before you request more.', {
        retryAfter: recommendationRefillMs / 1_000,
      });
    const shown = this.deps.shownBoards.recommendablePiecesOf(mode, mediaBoardId);
    if (userId !== authorId)
      throw new ApiError('notFound', 'There are only recommendations for the user of the session.');
    if (shown.size === 0) return { data: [] };
    const request = { mode, mediaBoardId, userId, shown };
    const atMost = Math.min(limit, recommendationsMax);
    return { data: await this.deps.recommendations.list({ ...request, limit: atMost }) };
  }

  /** All likes of an account, in both modes. */
  async export(accountId: string): Promise<(Like & Pick<StoredLike, 'mode'>)[]> {
    const rows = await this.deps.store.allByAuthor(accountId);
    return rows.map((row) => ({ mode: row.mode, ...toLike(row) }));
  }

  erase(accountId: string): Promise<void> {
    return this.deps.store.deleteByAuthor(accountId, (like, after) => this.share(like, false, after));
  }

  /** @throws ApiError `notFound` */
  async open(
    connection: Connection,
    { mediaBoardId }: InputOf<typeof openMediaBoard>,
  ): Promise<ResultOf<typeof openMediaBoard>> {
    const { mode } = connection;
    // Throws if the venue does not have the board.
    this.deps.shownBoards.pieceIdsOf(mode, mediaBoardId);
    return { counts: await this.deps.liveLikes.open(connection, { mode, mediaBoardId }) };
  }

  /** @throws ApiError `tooManyRequests` */
  private takeRate({ authorId }: LikeAuthor): void {
    if (!this.likeLimit.take(authorId))
      throw new ApiError('tooManyRequests', 'Rate limit exceeded: wait before you like more.', {
        retryAfter: likeRefillMs / 1_000,
      });
  }

  /** @throws ApiError `notFound`; `invalidInput` */
  private keyOf(author: LikeAuthor, like: Like): LikeKey {
    const { mode, authorId } = author;
    const { mediaBoardId, contentPieceId } = like;
    if (!this.deps.shownBoards.pieceIdsOf(mode, mediaBoardId).has(contentPieceId))
      throw new ApiError(
        'notFound',
        `The media board ${mediaBoardId} has no content piece ${contentPieceId}.`,
      );
    assertOwn(author, like);
    return { mode, mediaBoardId, contentPieceId, authorId };
  }

  private share(like: LikeKey, isLiked: boolean, { count, isChanged }: CountAfter): LikeCount {
    const { liveLikes, recommendations } = this.deps;
    const { mode, mediaBoardId, contentPieceId } = like;
    if (isChanged) {
      liveLikes.publish({ mode, mediaBoardId }, contentPieceId, count);
      recommendations.receive(like, { ...like, isLiked, changes: count.changes });
    }
    return count;
  }
}

/** @throws ApiError `invalidInput`: clients log the user out after `unauthorized` and `forbidden` */
function assertOwn({ authorId }: LikeAuthor, like: Like): void {
  if (like.authorId !== authorId) throw foreignAuthor('field');
}

const foreignAuthor = (where: 'field' | 'parameter'): ApiError =>
  new ApiError('invalidInput', `The ${where} authorId is invalid: it must be the user of the session.`);

const toLike = ({ uuid, contentPieceId, mediaBoardId, authorId, createdAt }: StoredLike): Like => ({
  uuid,
  contentPieceId,
  mediaBoardId,
  creationTimestamp: createdAt,
  authorId,
});
