/**
 * Chat rooms and messages (CHAT). Each room numbers its changes from 1, without gaps: a new message gets a sequence
 * number (`seq`), and an edit or deletion of it gets a later one (`updatedSeq`). A client that has received everything
 * up to a sequence number requests the changes after it.
 */
import * as z from 'zod/mini';
import { likeCount } from './likes.ts';
import { id, withoutNul } from './values.ts';

/**
 * `private`: two members. `group`: has a name, is listed, anyone may join. `privateGroup`: has a name, by invitation
 * only. `area` and `global`: the built-in rooms of an area and of the venue. `card` and `wall`: the discussion of a
 * content piece of a media board, and the posts of a social wall. These two are built-in rooms, too, but unlisted.
 */
export const chatRoomKinds = ['private', 'group', 'privateGroup', 'area', 'global', 'card', 'wall'] as const;
export type ChatRoomKind = (typeof chatRoomKinds)[number];

interface OfKind {
  readonly kind: ChatRoomKind;
}

/**
 * Whether a room is in no list of rooms: it counts nothing as unread, and only the tabs that have it open receive its
 * messages.
 */
export const isUnlistedRoom = ({ kind }: OfKind): boolean => kind === 'card' || kind === 'wall';

/** Whether a room belongs to the venue: it has visitors instead of members. */
export const isBuiltInRoom = (room: OfKind): boolean =>
  room.kind === 'area' || room.kind === 'global' || isUnlistedRoom(room);

/** A user in chat. `name` is absent for a guest (CHAT-06) and for a deleted account. */
export const chatUser = z.strictObject({
  uid: z.string(),
  name: z.optional(z.string()),
  /** Set for an attendee without an account (`anon-…`). */
  guest: z.optional(z.literal(true)),
  host: z.optional(z.literal(true)),
  /** The `generation` of the profile picture; absent if there is none. */
  picture: z.optional(z.string()),
});
export type ChatUser = z.infer<typeof chatUser>;

/** A file attached to a message (CHAT-04). */
export const chatUpload = z.strictObject({
  id,
  name: z.string(),
  mediaType: z.string(),
  bytes: z.int(),
  /** Set for pictures, in pixels. Pictures have a preview. */
  width: z.optional(z.int()),
  height: z.optional(z.int()),
});
export type ChatUpload = z.infer<typeof chatUpload>;

/**
 * The kinds of chat notices: messages that the server posts about a change of the room or a call, in the name of the user
 * who caused it. `uids` are the users affected by it.
 */
export const chatNotices = [
  'created',
  'joined',
  'left',
  'membersAdded',
  'removed',
  'renamed',
  'ownershipTransferred',
  'callStarted',
  'callEnded',
  'callMissed',
] as const;
export const chatNotice = z.strictObject({
  kind: z.enum(chatNotices),
  uids: z.optional(z.array(z.string())),
  /** The new name of a room. */
  name: z.optional(z.string()),
  /** The duration of a call in milliseconds. */
  durationMs: z.optional(z.number()),
});
export type ChatNotice = z.infer<typeof chatNotice>;

/** Chosen by the sender. Sending a message again with the same `clientId` does not post it twice. */
export const chatClientId = id.check(z.minLength(8), z.maxLength(64));

export const chatMessage = z.strictObject({
  /** The position of the message in the room. */
  seq: z.int(),
  /** The sequence number of the last edit or deletion; absent if the message was never changed. */
  updatedSeq: z.optional(z.int()),
  clientId: z.string(),
  authorId: z.string(),
  /** Milliseconds since 1970 by the server's clock. Messages are ordered by `seq`, not by this. */
  at: z.number(),
  text: z.string(),
  /** `seq` of the message that this is a reply to. */
  replyTo: z.optional(z.int()),
  /**
   * Ids of the mentioned users. When the message was posted or edited, they were members of the private room or group, or
   * had not been removed from the built-in room.
   */
  mentions: z.optional(z.array(z.string())),
  upload: z.optional(chatUpload),
  notice: z.optional(chatNotice),
  editedAt: z.optional(z.number()),
  /** Who deleted the message. A deleted message keeps its position but has no content. */
  deletedBy: z.optional(z.enum(['author', 'host'])),
});
export type ChatMessage = z.infer<typeof chatMessage>;

/** What a built-in room belongs to; empty for the venue's room, and for rooms that are not built-in. */
export const chatRoomPlace = z.strictObject({
  /** Set for `area`. */
  areaId: z.optional(id),
  /** Set for `card`, like `contentPieceId`. */
  mediaBoardId: z.optional(id),
  contentPieceId: z.optional(id),
  /** Set for `wall`. */
  wallId: z.optional(id),
});
export type ChatRoomPlace = z.infer<typeof chatRoomPlace>;

/** A room as one user sees it. */
export const chatRoom = z.strictObject({
  id,
  kind: z.enum(chatRoomKinds),
  /**
   * Set for groups. Clients show the other member's name for a private room, and that of its place for a built-in room.
   */
  name: z.optional(z.string()),
  ...chatRoomPlace.shape,
  /** The owner of a group, who may rename it, remove members and transfer ownership. */
  ownerId: z.optional(z.string()),
  /** The other member of a private room. */
  otherMember: z.optional(chatUser),
  /** Set for groups. */
  memberCount: z.optional(z.int()),
  /** The sequence number of the newest change. */
  lastSeq: z.int(),
  /** The user's read position: the newest change that the user has seen, on any device. */
  readSeq: z.int(),
  /**
   * The smallest read position of the other members, for read receipts: all others have read the messages up to it. Set
   * for private rooms and groups, unless there are no other members.
   */
  othersReadSeq: z.optional(z.int()),
  /** Unread messages after `readSeq` (see `isUnreadFor`), at most `chatUnreadMax`. 0 in unlisted rooms. */
  unreadCount: z.int(),
  /** Unread messages that mention the user. */
  mentionCount: z.optional(z.int()),
  /** The user has turned notifications off for this room. */
  notificationsOff: z.optional(z.literal(true)),
  /**
   * Why the user cannot post. `muted`: muted by a host; `blocked`: one member has blocked the other; `guests`:
   * guests can only read.
   */
  readOnlyReason: z.optional(z.enum(['muted', 'blocked', 'guests'])),
  /** Posts of this user are held until a host approves them (WALL-05). */
  approval: z.optional(z.literal(true)),
  /** When the mute by a host ends, in milliseconds since 1970; absent if it is indefinite. */
  mutedUntil: z.optional(z.number()),
  /** The newest message and its author. It can be a chat notice or a deleted message. */
  lastMessage: z.optional(chatMessage),
  lastMessageAuthor: z.optional(chatUser),
});
export type ChatRoom = z.infer<typeof chatRoom>;

/** A mute that is in effect. */
export const chatMute = z.strictObject({
  userId: id,
  /** When it ends, in milliseconds since 1970; absent if it is indefinite. */
  until: z.optional(z.number()),
});
export type ChatMute = z.infer<typeof chatMute>;

/** The name of a group (CHAT-03). More than `fieldLength` characters cause `valueTooLong`. */
export const chatRoomName = z.string().check(z.trim(), z.minLength(1, 'enter a group name'), withoutNul);

/** The likes of a message in an unlisted room. */
export const chatLikes = z.strictObject({
  ...likeCount.shape,
  /** The user likes the message. */
  liked: z.optional(z.literal(true)),
});
export type ChatLikes = z.infer<typeof chatLikes>;

/**
 * By sequence number; without the messages that were never liked. They are beside the messages, and not in them, because a
 * like is no change of the message.
 */
export const chatLikesBySeq = z.record(id, chatLikes);

/** Messages and their authors. */
export const chatPage = z.strictObject({
  messages: z.array(chatMessage),
  users: z.array(chatUser),
  /** The likes of these messages; only in unlisted rooms. */
  likes: z.optional(chatLikesBySeq),
});
export type ChatPage = z.infer<typeof chatPage>;
