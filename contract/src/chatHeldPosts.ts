/**
 * Posts of a social wall with approval (WALL-05). Such a post is *held* until a host approves it: it is no message of the
 * room, has no sequence number, and only its author and hosts can read it. Approving it adds it to the room as a new message.
 * A declined post stays readable for its author, without its file, until they remove it.
 */
import * as z from 'zod/mini';
import { chatMessage, chatUser } from './chat.ts';
import { chatUploadUrls } from './chatFiles.ts';
import { endpoint } from './endpoint.ts';
import { chatDeclinedPostsMax, chatPageSize } from './limits.ts';
import { command, event } from './realtime.ts';
import { id } from './values.ts';

const { clientId, authorId, text, replyTo, mentions, upload } = chatMessage.shape;

export const chatHeldPost = z.strictObject({
  /** Sorts held posts by time. */
  id,
  clientId,
  authorId,
  /** When it was sent, in milliseconds since 1970. The message of an approved post has the time of the approval. */
  at: z.number(),
  text,
  replyTo,
  mentions,
  upload,
});
export type ChatHeldPost = z.infer<typeof chatHeldPost>;

/** `upload` describes the file, which was deleted when the post was declined. */
export const chatDeclinedPost = z.strictObject({ ...chatHeldPost.shape, declinedAt: z.number() });
export type ChatDeclinedPost = z.infer<typeof chatDeclinedPost>;

const roomId = id;
const inRoom = { roomId };
const heldPost = z.strictObject({ ...inRoom, id });
const example = { roomId: 'r1', id: 'h1' };

export const getHeldChatPosts = command({
  name: 'chat.getHeldPosts',
  summary: `Returns up to ${chatPageSize} held posts of a wall, the oldest first: the user’s own ones, or all of them for hosts. Also returns the user’s own declined posts, at most ${chatDeclinedPostsMax}, and the messages that all these posts reply to`,
  input: z.strictObject({
    ...inRoom,
    /** The `id` of the last held post of the previous page. */
    after: z.optional(id),
  }),
  result: z.strictObject({
    held: z.array(chatHeldPost),
    /** The oldest first. */
    declined: z.array(chatDeclinedPost),
    /** Without those that are no longer stored. */
    repliedTo: z.array(chatMessage),
    users: z.array(chatUser),
    hasMore: z.boolean(),
  }),
  errors: ['forbidden', 'notFound'],
  example: { roomId: 'r1' },
});

export const approveChatPost = command({
  name: 'chat.approvePost',
  summary:
    'Approves a held post, which becomes a new message of the wall; only for hosts. `cannotPost`: its author is muted or was removed from the wall',
  input: heldPost,
  errors: ['forbidden', 'notFound', 'cannotPost'],
  example,
});

export const declineChatPost = command({
  name: 'chat.declinePost',
  summary:
    'Declines or withdraws a held post: a host declines those of others, and the author then sees that; the author withdraws it, or removes it after it was declined',
  input: heldPost,
  errors: ['forbidden', 'notFound'],
  example,
});

export const heldChatPostsChanged = event({
  name: 'chat.heldPostsChanged',
  kind: 'durable',
  summary:
    'The held posts of an open wall have changed: a client that shows them calls `chat.getHeldPosts` again; sent to the authors of the changed ones and to hosts, at most four times a second',
  data: z.strictObject(inRoom),
  example: { roomId: 'r1' },
});

export const createHeldPostUploadUrls = endpoint({
  name: 'createHeldPostUploadUrls',
  method: 'POST',
  path: '/chat/rooms/:roomId/held/:id/upload',
  summary: 'Returns temporary signed URLs of the picture of a held post; for its author and hosts',
  params: z.strictObject({ roomId: id, id }),
  response: chatUploadUrls,
  errors: ['unauthorized', 'forbidden', 'notFound', 'gone'],
  example: { params: { roomId: 'nothing', id: 'nothing' } },
});

export const heldPostCommands = [getHeldChatPosts, approveChatPost, declineChatPost] as const;
export const heldPostEvents = [heldChatPostsChanged] as const;
export const heldPostEndpoints = [createHeldPostUploadUrls] as const;
