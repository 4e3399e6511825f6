import * as z from 'zod/mini';
import { id } from './values.ts';

/** A like of a content piece, or of a comment if `commentId` is set. */
export const like = z.strictObject({
  uuid: z.uuid(),
  contentPieceId: id,
  mediaBoardId: id,
  creationTimestamp: z.number(),
  authorId: z.string(),
  commentId: z.optional(id),
});
export type Like = z.infer<typeof like>;
