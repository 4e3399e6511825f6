/** Counts of likes, of content pieces and of messages. */
import * as z from 'zod/mini';
import { id } from './values.ts';

/** The likes of one thing. Of two counts of the same thing, the one with more changes is newer. */
export const likeCount = z.strictObject({
  likes: z.int(),
  /** How often the count has changed. */
  changes: z.int(),
});
export type LikeCount = z.infer<typeof likeCount>;

/** By the id of the content piece, or the sequence number of the message. */
export const likeCounts = z.record(id, likeCount);
export type LikeCounts = z.infer<typeof likeCounts>;

interface Comment {
  readonly roomId: string;
  readonly seq: number;
}

/** The `commentId` of a message in a discussion or a wall. */
export const commentIdOf = ({ roomId, seq }: Comment): string => `${roomId}.${seq}`;

/** Returns undefined if no message has such an id. */
export function parseCommentId(commentId: string): Comment | undefined {
  const [, roomId, seq] = /^([A-Za-z0-9_-]+)\.([1-9]\d{0,14})$/.exec(commentId) ?? [];
  return roomId === undefined ? undefined : { roomId, seq: Number(seq) };
}
