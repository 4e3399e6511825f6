/**
 * Rooms in which people talk (CHAT). Every room numbers what happens in it, from 1 and without a gap: a message has the
 * number it came with, a change of it (edited, deleted) has a later one. Whoever knows everything up to a number asks for
 * what came after it.
 */
import * as z from 'zod/mini';
import { id, noNul } from './values.ts';

/**
 * `private`: two people. `group`: named, listed to all, anyone may join and leave. `privateGroup`: named, its members
 * alone. `area` and `global`: the standing rooms of an area and of the venue.
 */
export const chatRoomKinds = ['private', 'group', 'privateGroup', 'area', 'global'] as const;
export type ChatRoomKind = (typeof chatRoomKinds)[number];

/** Somebody who talks. Without a name: a guest (CHAT-06), or somebody whose account is gone. */
export const chatPerson = z.strictObject({
  uid: z.string(),
  name: z.optional(z.string()),
  /** `anon-…`: a visitor without an account. */
  guest: z.optional(z.literal(true)),
  host: z.optional(z.literal(true)),
  /** There is a picture: the `generation` of its address. */
  picture: z.optional(z.string()),
});
export type ChatPerson = z.infer<typeof chatPerson>;

/** A file beside a message (CHAT-04). */
export const chatUpload = z.strictObject({
  id,
  name: z.string(),
  mediaType: z.string(),
  bytes: z.int(),
  /** Of a picture, in pixels: it has a preview. */
  width: z.optional(z.int()),
  height: z.optional(z.int()),
});
export type ChatUpload = z.infer<typeof chatUpload>;

/** What the room itself says. `uid`: whom it is about, where that is not the author. */
export const chatNotices = [
  'created',
  'joined',
  'left',
  'invited',
  'removed',
  'renamed',
  'handedOver',
  'callStarted',
  'callEnded',
  'callMissed',
] as const;
export const chatNotice = z.strictObject({
  kind: z.enum(chatNotices),
  uids: z.optional(z.array(z.string())),
  /** The new name of a room. */
  name: z.optional(z.string()),
  /** How long a call took, in milliseconds. */
  lastedMs: z.optional(z.number()),
});
export type ChatNotice = z.infer<typeof chatNotice>;

/** Chosen by whoever sends: the same message sent again is the same message. */
export const chatClientId = id.check(z.minLength(8), z.maxLength(64));

export const chatMessage = z.strictObject({
  /** Its place in the room. */
  seq: z.int(),
  /** The number of its last change; absent: it is as it came. */
  changeSeq: z.optional(z.int()),
  clientId: z.string(),
  authorId: z.string(),
  /** Milliseconds since 1970, by the server's clock. Order goes by `seq` alone. */
  at: z.number(),
  text: z.string(),
  /** `seq` of the message this answers. */
  replyTo: z.optional(z.int()),
  /** Who is named in it. */
  mentions: z.optional(z.array(z.string())),
  upload: z.optional(chatUpload),
  notice: z.optional(chatNotice),
  editedAt: z.optional(z.number()),
  /** By whom it was deleted: nothing of it is left but its place. */
  deleted: z.optional(z.enum(['author', 'host'])),
});
export type ChatMessage = z.infer<typeof chatMessage>;

/** A room as one person sees it. */
export const chatRoom = z.strictObject({
  id,
  kind: z.enum(chatRoomKinds),
  /** Of a group; rooms of two are called by the other, standing rooms by their place. */
  name: z.optional(z.string()),
  areaId: z.optional(id),
  /** Who may rename a group, remove people, and hand it over. */
  ownerId: z.optional(z.string()),
  /** The other of a private room. */
  other: z.optional(chatPerson),
  /** Of a group. */
  memberCount: z.optional(z.int()),
  /** The number of the last thing that happened in it. */
  lastSeq: z.int(),
  /** Read up to here, on any device. */
  readSeq: z.int(),
  /** What is unread after that (`isUnreadTo`), counted up to `chatUnreadMax`. */
  unread: z.int(),
  /** Unread messages that name this person. */
  mentioned: z.optional(z.int()),
  muted: z.optional(z.literal(true)),
  /** Why nothing can be said here. `silenced`: by a host; `blocked`: one has blocked the other; `guests`: they only read. */
  readOnly: z.optional(z.enum(['silenced', 'blocked', 'guests'])),
  /** Until when one is silenced, in milliseconds since 1970; absent: for good. */
  silencedUntil: z.optional(z.number()),
  /** The newest message, be it a notice or what is left of one that was deleted, and who wrote it. */
  last: z.optional(chatMessage),
  lastAuthor: z.optional(chatPerson),
});
export type ChatRoom = z.infer<typeof chatRoom>;

/** The name of a group (CHAT-03): at most `fieldLength` characters, a longer one is `valueTooLong`. */
export const chatRoomName = z.string().check(z.trim(), z.minLength(1, 'enter a channel name'), noNul);

/** Messages and who wrote them. */
export const chatPage = z.strictObject({
  messages: z.array(chatMessage),
  people: z.array(chatPerson),
});
export type ChatPage = z.infer<typeof chatPage>;
