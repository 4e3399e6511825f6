/** Likes of content pieces and of comments, and recommendations from them (BOARD-02 to BOARD-06, BOARD-08, WALL-02). */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { likeCount, likeCounts } from './likes.ts';
import { likesPageMax } from './limits.ts';
import { command, event } from './realtime.ts';
import { id } from './values.ts';

/** In lower case. Not `z.toLowerCase`, which the first page would download although it does not use it. */
const uuid = z.uuid().check(z.overwrite((value) => value.toLowerCase()));

/**
 * A like of a content piece, or of a comment if `commentId` is set. Comments are the messages of a content piece's
 * discussion. The posts of a social wall are comments, too: `mediaBoardId` and `contentPieceId` are both the id of the wall.
 */
export const like = z.strictObject({
  /** Chosen by the client: a like that is sent again has the same one. */
  uuid,
  contentPieceId: id,
  mediaBoardId: id,
  /** Milliseconds since 1970, by the clock of the browser, but not later than the like was stored. */
  creationTimestamp: z.int().check(z.gte(0)),
  /** The account or guest of the session. */
  authorId: z.string(),
  /** Identifies the message: see `commentIdOf`. */
  commentId: z.optional(id),
});
export type Like = z.infer<typeof like>;

const exampleLike = {
  uuid: '6f9d1c1e-58a4-4c0b-9a3a-0d2b7f6e5c41',
  contentPieceId: 'poster-12',
  mediaBoardId: 'posters',
  creationTimestamp: 1_763_640_000_000,
  authorId: 'u1',
};

export const likeContent = endpoint({
  name: 'likeContent',
  method: 'POST',
  path: '/media-board/like',
  summary:
    'Likes a content piece of a media board, or a comment, once per author; repeating it changes nothing. Returns the count of the piece or of the comment',
  body: like,
  response: likeCount,
  // `conflict`: another like has this uuid.
  errors: ['unauthorized', 'forbidden', 'notFound', 'conflict'],
  example: { body: exampleLike },
});

export const unlikeContent = endpoint({
  name: 'unlikeContent',
  method: 'POST',
  path: '/media-board/unlike',
  summary:
    'Removes the like of an author from a content piece of a media board, or from a comment, whatever its uuid; changes nothing if there is none. Returns the count of the piece or of the comment',
  body: like,
  response: likeCount,
  errors: ['unauthorized', 'forbidden', 'notFound'],
  example: { body: exampleLike },
});

export const listLikes = endpoint({
  name: 'listLikes',
  method: 'GET',
  path: '/media-board/likes',
  summary:
    'Lists the likes of the caller in all media boards and social walls, also those of comments, or only those of content pieces of one board, in the order of their uuids',
  query: z.strictObject({
    /** The account or guest of the session, which is also the default. */
    authorId: z.optional(z.string()),
    /** Lists only likes of content pieces of this board, without those of comments. */
    mediaBoardId: z.optional(id),
    /** A page has at most `likesPageSize` likes. */
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(likesPageMax))),
    /** `nextCursor` of the previous response. */
    cursor: z.optional(uuid),
  }),
  response: z.strictObject({ likes: z.array(like), nextCursor: z.optional(z.string()) }),
  errors: ['unauthorized', 'forbidden'],
  example: { query: { limit: '100' } },
});

/** A content piece that a user may like, and the reason. */
const recommendation = z.strictObject({
  contentPieceId: id,
  because: z.discriminatedUnion('kind', [
    /** Who likes this piece, which the user likes, likes the recommended one more often than others do. */
    z.strictObject({ kind: z.literal('liked'), contentPieceId: id }),
    /** Many like it. */
    z.strictObject({ kind: z.literal('popular') }),
    /** It has few likes, or none: not many may have seen it. */
    z.strictObject({ kind: z.literal('rarelyLiked') }),
  ]),
});
export type Recommendation = z.infer<typeof recommendation>;

export const listRecommendations = endpoint({
  name: 'listRecommendations',
  method: 'GET',
  path: '/media-board/:mediaBoardId/recommended/:userId',
  summary:
    'Lists content pieces of a media board that the caller has not liked and may like, the best first. Only pieces of widgets that show recommendations now',
  params: z.strictObject({
    mediaBoardId: id,
    /** The account or guest of the session. */
    userId: z.string(),
  }),
  query: z.strictObject({
    /** By default `recommendationsDefault`. Above `recommendationsMax` that many are listed. */
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1))),
  }),
  response: z.strictObject({ data: z.array(recommendation) }),
  errors: ['unauthorized', 'forbidden', 'notFound'],
  example: { params: { mediaBoardId: 'posters', userId: 'u1' }, query: { limit: '10' } },
});

export const mediaBoardEndpoints = [likeContent, unlikeContent, listLikes, listRecommendations] as const;

const board = { mediaBoardId: id };
const exampleCounts = { 'poster-12': { likes: 3, changes: 5 } };

export const openMediaBoard = command({
  name: 'mediaBoard.open',
  summary:
    'Returns the likes of a media board by content piece, without those never liked, and subscribes this connection to their changes. A change may arrive before the reply',
  input: z.strictObject(board),
  result: z.strictObject({ counts: likeCounts }),
  errors: ['notFound'],
  example: { mediaBoardId: 'posters' },
});

export const closeMediaBoard = command({
  name: 'mediaBoard.close',
  summary: 'Ends the subscription of this connection to a media board',
  input: z.strictObject(board),
  example: { mediaBoardId: 'posters' },
});

export const mediaBoardLikes = event({
  name: 'mediaBoard.likes',
  kind: 'replicated',
  summary:
    'The likes of the content pieces of an open media board that have changed, at most four times a second',
  data: z.strictObject({ ...board, counts: likeCounts }),
  example: { mediaBoardId: 'posters', counts: exampleCounts },
});

export const mediaBoardCommands = [openMediaBoard, closeMediaBoard] as const;
