/** How many comments the content pieces of a media board have (BOARD-01, BOARD-08). */
import * as z from 'zod/mini';
import { command, event } from './realtime.ts';
import { id } from './values.ts';

/** The comments of a content piece. Of two counts of the same piece, the one with more changes is newer. */
export const commentCount = z.strictObject({
  /** Posts and replies in its discussion, without deleted ones and notices. */
  comments: z.int(),
  /** How often the count has changed. */
  changes: z.int(),
});
export type CommentCount = z.infer<typeof commentCount>;

/** By the id of the content piece. */
export const commentCounts = z.record(id, commentCount);
export type CommentCounts = z.infer<typeof commentCounts>;

const board = { mediaBoardId: id };
const boardExample = { mediaBoardId: 'posters' };

export const openCommentCounts = command({
  name: 'chat.openCommentCounts',
  summary:
    'Returns the number of comments of a media board with discussions by content piece, without those that never had one, and subscribes this connection to their changes. A change may arrive before the reply',
  input: z.strictObject(board),
  result: z.strictObject({ counts: commentCounts }),
  errors: ['notFound'],
  example: boardExample,
});

export const closeCommentCounts = command({
  name: 'chat.closeCommentCounts',
  summary: 'Ends the subscription of this connection to the number of comments of a media board',
  input: z.strictObject(board),
  example: boardExample,
});

export const commentCountsChanged = event({
  name: 'chat.commentCountsChanged',
  kind: 'replicated',
  summary:
    'The numbers of comments that have changed in an open media board, by content piece, at most four times a second',
  data: z.strictObject({ ...board, counts: commentCounts }),
  example: { ...boardExample, counts: { 'poster-12': { comments: 3, changes: 5 } } },
});

export const chatCommentCommands = [openCommentCounts, closeCommentCounts] as const;
