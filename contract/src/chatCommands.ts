/** Chat commands and events of the realtime connection (CHAT). */
import * as z from 'zod/mini';
import { chatClientId, chatMessage, chatPage, chatPerson, chatRoom, chatRoomName } from './chat.ts';
import { chatGroupMembers, chatPageMessages } from './limits.ts';
import { command, event } from './realtime.ts';
import { id, noNul } from './values.ts';

const roomId = id;
const userId = id;
const inRoom = { roomId };
const seq = z.int().check(z.gte(0));
const roomExample = { roomId: 'r1' };
const room = z.strictObject({ room: chatRoom });
const readErrors = ['forbidden', 'notFound'] as const;
const writeErrors = ['forbidden', 'notFound', 'cannotPublish'] as const;
/** More than `chatTextLength` characters cause `valueTooLong`. */
const text = z.string().check(z.trim(), noNul);

export const listChatRooms = command({
  name: 'chat.rooms',
  summary:
    'Lists the user’s rooms, those with the newest messages first, and the users they have blocked, and subscribes this tab to chat events',
  input: z.strictObject({}),
  result: z.strictObject({
    rooms: z.array(chatRoom),
    blocked: z.array(chatPerson),
    /** The number of open reports; only for hosts. */
    openReports: z.optional(z.int()),
  }),
  errors: ['forbidden'],
  example: {},
});

export const openChatRoom = command({
  name: 'chat.open',
  summary:
    'Opens the private room with a user, the room of an area or of the venue, or a room by id. The private room is created if it does not exist',
  input: z.union([
    z.strictObject({ with: userId }),
    z.strictObject({ areaId: id }),
    z.strictObject({ global: z.literal(true) }),
    z.strictObject(inRoom),
  ]),
  result: room,
  errors: readErrors,
  example: { areaId: 'lobby' },
});

export const createChatGroup = command({
  name: 'chat.createGroup',
  summary:
    'Creates a group with at least two other members. Repeating the command with the same clientId returns the same group',
  input: z.strictObject({
    clientId: chatClientId,
    kind: z.enum(['group', 'privateGroup']),
    name: chatRoomName,
    userIds: z.array(userId).check(z.maxLength(chatGroupMembers)),
  }),
  result: room,
  errors: [...writeErrors, 'conflict', 'valueTooLong'],
  example: { clientId: 'c-0000001', kind: 'group', name: 'Lighting', userIds: ['u2', 'u3'] },
});

export const listChatGroups = command({
  name: 'chat.groups',
  summary: 'Lists the groups that anyone may join, sorted by name',
  input: z.strictObject({
    search: z.optional(z.string().check(z.maxLength(100), noNul)),
    /** The `id` of the last group of the previous page. */
    after: z.optional(id),
  }),
  result: z.strictObject({
    groups: z.array(z.strictObject({ id, name: z.string(), memberCount: z.int(), member: z.boolean() })),
    more: z.boolean(),
  }),
  errors: ['forbidden'],
  example: { search: 'light' },
});

export const joinChatRoom = command({
  name: 'chat.join',
  summary: 'Joins a listed group',
  input: z.strictObject(inRoom),
  result: room,
  errors: ['forbidden', 'notFound', 'conflict'],
  example: roomExample,
});

export const leaveChatRoom = command({
  name: 'chat.leave',
  summary: 'Leaves a room. If the owner leaves a group, the longest-standing member becomes its owner',
  input: z.strictObject(inRoom),
  errors: readErrors,
  example: roomExample,
});

export const inviteToChatRoom = command({
  name: 'chat.invite',
  summary: 'Adds users to a group. In a private group they see only messages posted after they were added',
  input: z.strictObject({
    ...inRoom,
    userIds: z.array(userId).check(z.minLength(1), z.maxLength(chatGroupMembers - 1)),
  }),
  errors: [...writeErrors, 'conflict'],
  example: { ...roomExample, userIds: ['u4'] },
});

export const removeFromChatRoom = command({
  name: 'chat.remove',
  summary:
    'Removes a user from a room, by the owner of the group or a host. The user cannot rejoin a listed group or a built-in room on their own',
  input: z.strictObject({ ...inRoom, userId }),
  errors: readErrors,
  example: { ...roomExample, userId: 'u4' },
});

export const renameChatRoom = command({
  name: 'chat.rename',
  summary: 'Renames a group; only for its owner',
  input: z.strictObject({ ...inRoom, name: chatRoomName }),
  errors: [...writeErrors, 'valueTooLong'],
  example: { ...roomExample, name: 'Light and sound' },
});

export const handOverChatRoom = command({
  name: 'chat.handOver',
  summary: 'Transfers the ownership of a group to another member; only for its owner',
  input: z.strictObject({ ...inRoom, userId }),
  errors: readErrors,
  example: { ...roomExample, userId: 'u2' },
});

export const listChatMembers = command({
  name: 'chat.members',
  summary: 'Lists the members of a private room or a group: the owner first, then in the order they joined',
  input: z.strictObject(inRoom),
  result: z.strictObject({ people: z.array(chatPerson), ownerId: z.optional(z.string()) }),
  errors: readErrors,
  example: roomExample,
});

export const readChatHistory = command({
  name: 'chat.history',
  summary: `Returns up to ${chatPageMessages} messages, oldest first: the newest ones, or those before, after or around a sequence number`,
  input: z.strictObject({
    ...inRoom,
    before: z.optional(seq),
    after: z.optional(seq),
    around: z.optional(seq),
  }),
  result: z.strictObject({
    ...chatPage.shape,
    /** Whether the room has older or newer messages than these. */
    older: z.boolean(),
    newer: z.boolean(),
    /** The room's newest sequence number when the messages were read. Pass it to `chat.resume` as `after`. */
    upTo: seq,
  }),
  errors: readErrors,
  example: { ...roomExample, before: 120 },
});

export const resumeChat = command({
  name: 'chat.resume',
  summary:
    'Returns all messages that were added or changed after a sequence number, sorted by their latest change',
  input: z.strictObject({ ...inRoom, after: seq }),
  result: z.strictObject({
    ...chatPage.shape,
    /** The response includes all changes up to this sequence number. */
    upTo: seq,
    /** Whether there are more changes; request them with `after` set to `throughSeq`. */
    more: z.boolean(),
    /** Too many changes, or too long ago: discard the room's messages and reload them with `chat.history`. */
    anew: z.optional(z.literal(true)),
  }),
  errors: readErrors,
  example: { ...roomExample, after: 118 },
});

export const sendChatMessage = command({
  name: 'chat.send',
  summary:
    'Posts a message. The reply is sent after the message is stored. Repeating the command with the same clientId does not post it twice',
  input: z.strictObject({
    ...inRoom,
    clientId: chatClientId,
    /** May be empty if there is an upload. */
    text,
    replyTo: z.optional(seq),
    mentions: z.optional(z.array(userId).check(z.maxLength(50))),
    uploadId: z.optional(id),
  }),
  result: z.strictObject({ message: chatMessage }),
  errors: [...writeErrors, 'valueTooLong', 'gone'],
  example: { ...roomExample, clientId: 'c-0000002', text: 'Good evening' },
});

export const editChatMessage = command({
  name: 'chat.edit',
  summary: 'Edits one of the user’s own messages',
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
  name: 'chat.delete',
  summary: 'Deletes one of the user’s own messages; hosts can delete any message',
  input: z.strictObject({ ...inRoom, seq }),
  errors: readErrors,
  example: { ...roomExample, seq: 7 },
});

export const markChatRead = command({
  name: 'chat.read',
  summary: 'Marks a room as read up to a sequence number, on all devices',
  input: z.strictObject({ ...inRoom, seq }),
  errors: readErrors,
  example: { ...roomExample, seq: 7 },
});

export const muteChatRoom = command({
  name: 'chat.mute',
  summary: 'Turns notifications for a room off or on: sound, notification and the count in the page title',
  input: z.strictObject({ ...inRoom, muted: z.boolean() }),
  errors: readErrors,
  example: { ...roomExample, muted: true },
});

export const typeInChat = command({
  name: 'chat.type',
  summary: 'Shows the other members for a few seconds that the user is typing',
  input: z.strictObject(inRoom),
  errors: writeErrors,
  example: roomExample,
});

export const searchChat = command({
  name: 'chat.search',
  summary: 'Finds messages of a room that contain all the given words, newest first',
  input: z.strictObject({
    ...inRoom,
    words: z.string().check(z.trim(), z.minLength(1), z.maxLength(100), noNul),
    before: z.optional(seq),
  }),
  result: z.strictObject({ ...chatPage.shape, older: z.boolean() }),
  errors: readErrors,
  example: { ...roomExample, words: 'evening' },
});

export const chatChanged = event({
  name: 'chat.changed',
  kind: 'durable',
  summary:
    'A message was posted (`message.seq` equals `seq`), edited or deleted. A client that has not received `seq - 1` calls `chat.resume`',
  data: z.strictObject({ ...inRoom, seq, message: chatMessage, author: z.optional(chatPerson) }),
  example: {
    roomId: 'r1',
    seq: 8,
    message: { seq: 8, clientId: 'c-0000002', authorId: 'u1', at: 1_763_640_000_000, text: 'Good evening' },
    author: { uid: 'u1', name: 'Ada' },
  },
});

export const chatRoomChanged = event({
  name: 'chat.room',
  kind: 'durable',
  summary:
    'The user joined a room, or a room changed for the user: its name, its owner, what is read, or whether the user may post',
  data: room,
  example: { room: { id: 'r1', kind: 'global', lastSeq: 8, readSeq: 8, unread: 0 } },
});

export const chatRoomGone = event({
  name: 'chat.roomGone',
  kind: 'durable',
  summary:
    'The user is no longer a member of a room. `removed` is set if the owner or a host removed the user',
  data: z.strictObject({
    ...inRoom,
    removed: z.optional(z.literal(true)),
  }),
  example: { ...roomExample, removed: true },
});

export const chatTyping = event({
  name: 'chat.typing',
  kind: 'ephemeral',
  summary: 'Another user is typing in a room',
  data: z.strictObject({ ...inRoom, person: chatPerson }),
  example: { roomId: 'r1', person: { uid: 'u2', name: 'Bo' } },
});

export const chatCommands = [
  listChatRooms,
  openChatRoom,
  createChatGroup,
  listChatGroups,
  joinChatRoom,
  leaveChatRoom,
  inviteToChatRoom,
  removeFromChatRoom,
  renameChatRoom,
  handOverChatRoom,
  listChatMembers,
  readChatHistory,
  resumeChat,
  sendChatMessage,
  editChatMessage,
  deleteChatMessage,
  markChatRead,
  muteChatRoom,
  typeInChat,
  searchChat,
] as const;
export const chatEvents = [chatChanged, chatRoomChanged, chatRoomGone, chatTyping] as const;
