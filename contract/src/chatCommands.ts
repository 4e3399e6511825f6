/** Chat commands and events of the realtime connection (CHAT). */
import * as z from 'zod/mini';
import {
  chatClientId,
  chatLikesBySeq,
  chatMessage,
  chatMute,
  chatPage,
  chatUser,
  chatRoom,
  chatRoomName,
} from './chat.ts';
import { chatHeldPost } from './chatHeldPosts.ts';
import { likeCounts } from './likes.ts';
import { chatGroupMembersMax, chatHeldPostsMax, chatLikesMax, chatPageSize } from './limits.ts';
import { command, event } from './realtime.ts';
import { id, withoutNul } from './values.ts';

const roomId = id;
const userId = id;
const inRoom = { roomId };
const seq = z.int().check(z.gte(0));
const roomExample = { roomId: 'r1' };
const room = z.strictObject({ room: chatRoom });
const readErrors = ['forbidden', 'notFound'] as const;
const writeErrors = ['forbidden', 'notFound', 'cannotPost'] as const;
/** More than `chatTextLength` characters cause `valueTooLong`. */
const text = z.string().check(z.trim(), withoutNul);

export const listChatRooms = command({
  name: 'chat.listRooms',
  summary:
    'Lists the user’s rooms, those with the newest messages first, and the users they have blocked, and subscribes this tab to chat events',
  input: z.strictObject({}),
  result: z.strictObject({
    rooms: z.array(chatRoom),
    blocked: z.array(chatUser),
    /** The number of open reports; only for hosts. */
    openReports: z.optional(z.int()),
    /** The mutes that are in effect; only for hosts. */
    mutes: z.optional(z.array(chatMute)),
  }),
  errors: ['forbidden'],
  example: {},
});

export const openChatRoom = command({
  name: 'chat.openRoom',
  summary:
    'Opens the private room with a user, the room of an area or of the venue, the discussion of a content piece, a social wall, or a room by id. The private room is created if it does not exist. Only tabs that have opened a discussion or a wall receive its messages, until they close it',
  input: z.union([
    z.strictObject({ with: userId }),
    z.strictObject({ areaId: id }),
    z.strictObject({ global: z.literal(true) }),
    z.strictObject({ mediaBoardId: id, contentPieceId: id }),
    z.strictObject({ wallId: id }),
    z.strictObject(inRoom),
  ]),
  result: room,
  errors: readErrors,
  example: { areaId: 'lobby' },
});

export const closeChatRoom = command({
  name: 'chat.closeRoom',
  summary: 'Ends the subscription of this tab to a discussion or a wall',
  input: z.strictObject(inRoom),
  // `notFound`: the tab does not have this discussion or wall open.
  errors: readErrors,
  example: roomExample,
});

export const createChatGroup = command({
  name: 'chat.createGroup',
  summary:
    'Creates a group with at least two other members. Repeating the command with the same clientId returns the same group',
  input: z.strictObject({
    clientId: chatClientId,
    kind: z.enum(['group', 'privateGroup']),
    name: chatRoomName,
    userIds: z.array(userId).check(z.maxLength(chatGroupMembersMax)),
  }),
  result: room,
  errors: [...writeErrors, 'conflict', 'valueTooLong'],
  example: { clientId: 'c-0000001', kind: 'group', name: 'Lighting', userIds: ['u2', 'u3'] },
});

export const listChatGroups = command({
  name: 'chat.listGroups',
  summary: 'Lists the groups that anyone may join, sorted by name',
  input: z.strictObject({
    search: z.optional(z.string().check(z.maxLength(100), withoutNul)),
    /** The `id` of the last group of the previous page. */
    cursor: z.optional(id),
  }),
  result: z.strictObject({
    groups: z.array(z.strictObject({ id, name: z.string(), memberCount: z.int(), member: z.boolean() })),
    hasMore: z.boolean(),
  }),
  errors: ['forbidden'],
  example: { search: 'light' },
});

export const joinChatGroup = command({
  name: 'chat.joinGroup',
  summary: 'Joins a listed group',
  input: z.strictObject(inRoom),
  result: room,
  errors: ['forbidden', 'notFound', 'conflict'],
  example: roomExample,
});

export const leaveChatRoom = command({
  name: 'chat.leaveRoom',
  summary: 'Leaves a room. If the owner leaves a group, the longest-standing member becomes its owner',
  input: z.strictObject(inRoom),
  errors: readErrors,
  example: roomExample,
});

export const addChatMembers = command({
  name: 'chat.addMembers',
  summary: 'Adds users to a group. In a private group they see only messages posted after they were added',
  input: z.strictObject({
    ...inRoom,
    userIds: z.array(userId).check(z.minLength(1), z.maxLength(chatGroupMembersMax - 1)),
  }),
  errors: [...writeErrors, 'conflict'],
  example: { ...roomExample, userIds: ['u4'] },
});

export const removeChatMember = command({
  name: 'chat.removeMember',
  summary:
    'Removes a user from a room, by the owner of the group or a host. The user cannot rejoin a listed group or a built-in room on their own',
  input: z.strictObject({ ...inRoom, userId }),
  errors: readErrors,
  example: { ...roomExample, userId: 'u4' },
});

export const renameChatGroup = command({
  name: 'chat.renameGroup',
  summary: 'Renames a group; only for its owner',
  input: z.strictObject({ ...inRoom, name: chatRoomName }),
  errors: [...writeErrors, 'valueTooLong'],
  example: { ...roomExample, name: 'Light and sound' },
});

export const transferChatOwnership = command({
  name: 'chat.transferOwnership',
  summary: 'Transfers the ownership of a group to another member; only for its owner',
  input: z.strictObject({ ...inRoom, userId }),
  errors: readErrors,
  example: { ...roomExample, userId: 'u2' },
});

export const listChatMembers = command({
  name: 'chat.listMembers',
  summary: 'Lists the members of a private room or a group: the owner first, then in the order they joined',
  input: z.strictObject(inRoom),
  result: z.strictObject({ members: z.array(chatUser), ownerId: z.optional(z.string()) }),
  errors: readErrors,
  example: roomExample,
});

export const getChatMessages = command({
  name: 'chat.getMessages',
  summary: `Returns up to ${chatPageSize} messages, oldest first: the newest ones, or those before, after or around a sequence number`,
  input: z.strictObject({
    ...inRoom,
    before: z.optional(seq),
    after: z.optional(seq),
    around: z.optional(seq),
  }),
  result: z.strictObject({
    ...chatPage.shape,
    /** Whether the room has older or newer messages than these. */
    hasOlder: z.boolean(),
    hasNewer: z.boolean(),
    /** The room's newest sequence number when the messages were read. Pass it to `chat.getChanges` as `after`. */
    throughSeq: seq,
  }),
  errors: readErrors,
  example: { ...roomExample, before: 120 },
});

export const getChatChanges = command({
  name: 'chat.getChanges',
  summary:
    'Returns all messages that were added or changed after a sequence number, sorted by their latest change',
  input: z.strictObject({ ...inRoom, after: seq }),
  result: z.strictObject({
    ...chatPage.shape,
    /** The response includes all changes up to this sequence number. */
    throughSeq: seq,
    /** Whether there are more changes; request them with `after` set to `throughSeq`. */
    hasMore: z.boolean(),
    /** Too many changes, or too long ago: discard the room's messages and reload them with `chat.getMessages`. */
    reset: z.optional(z.literal(true)),
  }),
  errors: readErrors,
  example: { ...roomExample, after: 118 },
});

export const getChatLikes = command({
  name: 'chat.getLikes',
  summary:
    'Returns the likes of messages in a discussion or a wall. A client that reconnects calls it for the messages that it has: likes are no changes of messages',
  input: z.strictObject({ ...inRoom, seqs: z.array(seq).check(z.maxLength(chatLikesMax)) }),
  result: z.strictObject({ likes: chatLikesBySeq }),
  errors: readErrors,
  example: { ...roomExample, seqs: [7, 8] },
});

export const chatPostOrders = ['newest', 'mostLiked'] as const;

export const getChatPosts = command({
  name: 'chat.getPosts',
  summary: `Returns up to ${chatPageSize} posts of a discussion or a wall, the newest or the most liked ones first: messages that reply to none. Replies are requested with \`chat.getReplies\`. Deleted posts are included as long as they have replies. A post whose likes change between two requests may be on both pages or on neither`,
  input: z.strictObject({
    ...inRoom,
    order: z.enum(chatPostOrders),
    /**
     * `nextCursor` of the previous response in the same order. In the order `newest` also `0.` and the sequence number of a
     * post, for the posts before it.
     */
    cursor: z.optional(z.string().check(z.regex(/^\d{1,15}\.\d{1,15}$/, 'is not a cursor'))),
  }),
  result: z.strictObject({
    ...chatPage.shape,
    /**
     * How many replies each post has, by its sequence number, at any depth and without deleted ones; absent if none. All
     * changes up to `throughSeq` are counted, and no later ones.
     */
    replies: z.record(id, z.int()),
    nextCursor: z.optional(z.string()),
    /** As in `chat.getMessages`. */
    throughSeq: seq,
  }),
  errors: readErrors,
  example: { ...roomExample, order: 'mostLiked' },
});

export const getChatReplies = command({
  name: 'chat.getReplies',
  summary: `Returns up to ${chatPageSize} replies of a post in a discussion or a wall, the oldest first, at any depth and without deleted ones`,
  input: z.strictObject({
    ...inRoom,
    /** The post. */
    seq,
    /** The last reply of the previous page. */
    after: z.optional(seq),
  }),
  result: z.strictObject({ ...chatPage.shape, hasMore: z.boolean() }),
  errors: readErrors,
  example: { ...roomExample, seq: 7 },
});

export const sendChatMessage = command({
  name: 'chat.sendMessage',
  summary: `Posts a message. The reply is sent after the message is stored. Repeating the command with the same clientId does not post it twice. Mentions of users who are not members of a private room or group, or were removed from a built-in room, are dropped. In a wall with approval, the message of a user who is no host is held (\`held\`) until a host approves it, at most ${chatHeldPostsMax} of one user at the same time (\`cannotPost\`). \`gone\`: the upload does not exist, or the post was declined or withdrawn (\`reason\` \`declined\` in the details)`,
  input: z.strictObject({
    ...inRoom,
    clientId: chatClientId,
    /** May be empty if there is an upload. */
    text,
    replyTo: z.optional(seq),
    mentions: z.optional(z.array(userId).check(z.maxLength(50))),
    uploadId: z.optional(id),
  }),
  result: z.union([z.strictObject({ message: chatMessage }), z.strictObject({ held: chatHeldPost })]),
  errors: [...writeErrors, 'valueTooLong', 'gone'],
  example: { ...roomExample, clientId: 'c-0000002', text: 'Good evening' },
});

export const editChatMessage = command({
  name: 'chat.editMessage',
  summary:
    'Edits one of the user’s own messages; in a wall with approval, only hosts can edit theirs. Mentions of users who are not members of a private room or group, or were removed from a built-in room, are dropped',
  input: z.strictObject({
    ...inRoom,
    seq,
    text,
    mentions: z.optional(z.array(userId).check(z.maxLength(50))),
  }),
  result: z.strictObject({ message: chatMessage }),
  errors: [...writeErrors, 'valueTooLong', 'gone'],
  example: { ...roomExample, seq: 7, text: 'Good evening!' },
});

export const deleteChatMessage = command({
  name: 'chat.deleteMessage',
  summary: 'Deletes one of the user’s own messages; hosts can delete any message',
  input: z.strictObject({ ...inRoom, seq }),
  errors: readErrors,
  example: { ...roomExample, seq: 7 },
});

export const markChatRead = command({
  name: 'chat.markRead',
  summary: 'Marks a room as read up to a sequence number, on all devices',
  input: z.strictObject({ ...inRoom, seq }),
  errors: readErrors,
  example: { ...roomExample, seq: 7 },
});

export const setChatNotifications = command({
  name: 'chat.setNotifications',
  summary: 'Turns notifications for a room off or on: sound, notification and the count in the page title',
  input: z.strictObject({ ...inRoom, notificationsOff: z.boolean() }),
  errors: readErrors,
  example: { ...roomExample, notificationsOff: true },
});

export const sendChatTyping = command({
  name: 'chat.sendTyping',
  summary: 'Shows the other members for a few seconds that the user is typing, unless the user is invisible',
  input: z.strictObject(inRoom),
  errors: writeErrors,
  example: roomExample,
});

export const searchChatMessages = command({
  name: 'chat.searchMessages',
  summary: 'Finds messages of a room that contain all the given words, newest first',
  input: z.strictObject({
    ...inRoom,
    query: z.string().check(z.trim(), z.minLength(1), z.maxLength(100), withoutNul),
    before: z.optional(seq),
  }),
  result: z.strictObject({ ...chatPage.shape, hasOlder: z.boolean() }),
  errors: readErrors,
  example: { ...roomExample, query: 'evening' },
});

export const chatMessageChanged = event({
  name: 'chat.messageChanged',
  kind: 'durable',
  summary:
    'A message was posted (`message.seq` equals `seq`), edited or deleted. A client that has not received `seq - 1` calls `chat.getChanges`',
  data: z.strictObject({ ...inRoom, seq, message: chatMessage, author: z.optional(chatUser) }),
  example: {
    roomId: 'r1',
    seq: 8,
    message: { seq: 8, clientId: 'c-0000002', authorId: 'u1', at: 1_763_640_000_000, text: 'Good evening' },
    author: { uid: 'u1', name: 'Ada' },
  },
});

export const chatRoomChanged = event({
  name: 'chat.roomChanged',
  kind: 'durable',
  summary:
    'The user joined a room, or a room changed for the user: its name, its owner, what is read, or whether the user may post',
  data: room,
  example: { room: { id: 'r1', kind: 'global', lastSeq: 8, readSeq: 8, unreadCount: 0 } },
});

export const chatRoomRemoved = event({
  name: 'chat.roomRemoved',
  kind: 'durable',
  summary:
    'The user is no longer a member of a room. `removed` is set if the owner or a host removed the user',
  data: z.strictObject({
    ...inRoom,
    removed: z.optional(z.literal(true)),
  }),
  example: { ...roomExample, removed: true },
});

export const chatReadReceipt = event({
  name: 'chat.readReceipt',
  kind: 'replicated',
  summary: 'All other members of a private room or group have read its messages up to a sequence number',
  data: z.strictObject({ ...inRoom, othersReadSeq: seq }),
  example: { ...roomExample, othersReadSeq: 7 },
});

export const chatTyping = event({
  name: 'chat.typing',
  kind: 'ephemeral',
  summary: 'Another user is typing in a room',
  data: z.strictObject({ ...inRoom, user: chatUser }),
  example: { roomId: 'r1', user: { uid: 'u2', name: 'Bo' } },
});

export const chatLikesChanged = event({
  name: 'chat.likesChanged',
  kind: 'replicated',
  summary:
    'The likes of messages in an open discussion or wall that have changed, by sequence number, at most four times a second',
  data: z.strictObject({ ...inRoom, counts: likeCounts }),
  example: { ...roomExample, counts: { 7: { likes: 3, changes: 5 } } },
});

export const chatCommands = [
  listChatRooms,
  openChatRoom,
  closeChatRoom,
  createChatGroup,
  listChatGroups,
  joinChatGroup,
  leaveChatRoom,
  addChatMembers,
  removeChatMember,
  renameChatGroup,
  transferChatOwnership,
  listChatMembers,
  getChatMessages,
  getChatChanges,
  getChatLikes,
  getChatPosts,
  getChatReplies,
  sendChatMessage,
  editChatMessage,
  deleteChatMessage,
  markChatRead,
  setChatNotifications,
  sendChatTyping,
  searchChatMessages,
] as const;
export const chatEvents = [
  chatMessageChanged,
  chatRoomChanged,
  chatRoomRemoved,
  chatReadReceipt,
  chatTyping,
  chatLikesChanged,
] as const;
