/** What is asked of chat over the realtime connection, and what is told (CHAT). */
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
const reading = ['forbidden', 'notFound'] as const;
const writing = ['forbidden', 'notFound', 'cannotPublish'] as const;
/** At most `chatTextLength` characters: a longer one is `valueTooLong`. */
const text = z.string().check(z.trim(), noNul);

export const listChatRooms = command({
  name: 'chat.rooms',
  summary:
    'The rooms one is in, those that spoke last first, and whom one has blocked; from now on one hears of them',
  input: z.strictObject({}),
  result: z.strictObject({
    rooms: z.array(chatRoom),
    blocked: z.array(chatPerson),
    /** How many reports wait for an answer; for hosts alone. */
    openReports: z.optional(z.int()),
  }),
  errors: ['forbidden'],
  example: {},
});

export const openChatRoom = command({
  name: 'chat.open',
  summary:
    'The room with somebody, of an area, of the venue, or one that is known; made where there is none yet',
  input: z.union([
    z.strictObject({ with: userId }),
    z.strictObject({ areaId: id }),
    z.strictObject({ global: z.literal(true) }),
    z.strictObject(inRoom),
  ]),
  result: room,
  errors: reading,
  example: { areaId: 'lobby' },
});

export const createChatGroup = command({
  name: 'chat.createGroup',
  summary: 'A group with at least two others; asked again with the same client id it is the same group',
  input: z.strictObject({
    clientId: chatClientId,
    kind: z.enum(['group', 'privateGroup']),
    name: chatRoomName,
    userIds: z.array(userId).check(z.maxLength(chatGroupMembers)),
  }),
  result: room,
  errors: [...writing, 'conflict', 'valueTooLong'],
  example: { clientId: 'c-0000001', kind: 'group', name: 'Lighting', userIds: ['u2', 'u3'] },
});

export const listChatGroups = command({
  name: 'chat.groups',
  summary: 'Groups that anyone may join, by name',
  input: z.strictObject({
    search: z.optional(z.string().check(z.maxLength(100), noNul)),
    /** The `id` of the last group of the page before. */
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
  summary: 'One is a member of a group that is listed to all',
  input: z.strictObject(inRoom),
  result: room,
  errors: ['forbidden', 'notFound', 'conflict'],
  example: roomExample,
});

export const leaveChatRoom = command({
  name: 'chat.leave',
  summary: 'One is no member any more; the group of an owner who leaves passes to whoever is in it longest',
  input: z.strictObject(inRoom),
  errors: reading,
  example: roomExample,
});

export const inviteToChatRoom = command({
  name: 'chat.invite',
  summary: 'Others become members; of a private group they read what is said from now on',
  input: z.strictObject({
    ...inRoom,
    userIds: z.array(userId).check(z.minLength(1), z.maxLength(chatGroupMembers - 1)),
  }),
  errors: [...writing, 'conflict'],
  example: { ...roomExample, userIds: ['u4'] },
});

export const removeFromChatRoom = command({
  name: 'chat.remove',
  summary:
    'The owner of a group, or a host, takes somebody out of a room; into a listed or standing one they do not come back by themselves',
  input: z.strictObject({ ...inRoom, userId }),
  errors: reading,
  example: { ...roomExample, userId: 'u4' },
});

export const renameChatRoom = command({
  name: 'chat.rename',
  summary: 'The owner names a group anew',
  input: z.strictObject({ ...inRoom, name: chatRoomName }),
  errors: [...writing, 'valueTooLong'],
  example: { ...roomExample, name: 'Light and sound' },
});

export const handOverChatRoom = command({
  name: 'chat.handOver',
  summary: 'The owner makes another member the owner',
  input: z.strictObject({ ...inRoom, userId }),
  errors: reading,
  example: { ...roomExample, userId: 'u2' },
});

export const listChatMembers = command({
  name: 'chat.members',
  summary: 'Who is in a private room or a group, the owner first, then by their joining',
  input: z.strictObject(inRoom),
  result: z.strictObject({ people: z.array(chatPerson), ownerId: z.optional(z.string()) }),
  errors: reading,
  example: roomExample,
});

export const readChatHistory = command({
  name: 'chat.history',
  summary: `Up to ${chatPageMessages} messages, the oldest first: the newest, those before a number, after one, or around one`,
  input: z.strictObject({
    ...inRoom,
    before: z.optional(seq),
    after: z.optional(seq),
    around: z.optional(seq),
  }),
  result: z.strictObject({
    ...chatPage.shape,
    /** Whether there are older and newer ones. */
    older: z.boolean(),
    newer: z.boolean(),
    /** Everything up to this number is in it, or older, or newer by `newer`. */
    upTo: seq,
  }),
  errors: reading,
  example: { ...roomExample, before: 120 },
});

export const resumeChat = command({
  name: 'chat.resume',
  summary: 'What happened in a room since a number: every message that came or changed, by its last number',
  input: z.strictObject({ ...inRoom, after: seq }),
  result: z.strictObject({
    ...chatPage.shape,
    /** Known up to here now. */
    upTo: seq,
    /** There is more: asked again from `upTo`. */
    more: z.boolean(),
    /** Too long ago, or too much: the room is to be read anew. */
    anew: z.optional(z.literal(true)),
  }),
  errors: reading,
  example: { ...roomExample, after: 118 },
});

export const sendChatMessage = command({
  name: 'chat.send',
  summary:
    'Says something in a room. Answered when it is stored for good; sent again with its client id it stays one message',
  input: z.strictObject({
    ...inRoom,
    clientId: chatClientId,
    /** May be empty beside an upload. */
    text,
    replyTo: z.optional(seq),
    mentions: z.optional(z.array(userId).check(z.maxLength(50))),
    uploadId: z.optional(id),
  }),
  result: z.strictObject({ message: chatMessage }),
  errors: [...writing, 'valueTooLong', 'gone'],
  example: { ...roomExample, clientId: 'c-0000002', text: 'Good evening' },
});

export const editChatMessage = command({
  name: 'chat.edit',
  summary: 'Changes the text of a message of one’s own',
  input: z.strictObject({
    ...inRoom,
    seq,
    text,
    mentions: z.optional(z.array(userId).check(z.maxLength(50))),
  }),
  result: z.strictObject({ message: chatMessage }),
  errors: [...writing, 'valueTooLong', 'gone'],
  example: { ...roomExample, seq: 7, text: 'Good evening!' },
});

export const deleteChatMessage = command({
  name: 'chat.delete',
  summary: 'Takes away a message of one’s own; a host any',
  input: z.strictObject({ ...inRoom, seq }),
  errors: reading,
  example: { ...roomExample, seq: 7 },
});

export const markChatRead = command({
  name: 'chat.read',
  summary: 'Read up to a number, on every device',
  input: z.strictObject({ ...inRoom, seq }),
  errors: reading,
  example: { ...roomExample, seq: 7 },
});

export const muteChatRoom = command({
  name: 'chat.mute',
  summary: 'Whether a room is quiet for this person: no sound, no notification, no number in the title',
  input: z.strictObject({ ...inRoom, muted: z.boolean() }),
  errors: reading,
  example: { ...roomExample, muted: true },
});

export const typeInChat = command({
  name: 'chat.type',
  summary: 'The others of the room see that one is typing, for a few seconds',
  input: z.strictObject(inRoom),
  errors: writing,
  example: roomExample,
});

export const searchChat = command({
  name: 'chat.search',
  summary: 'Messages of a room in which all the words stand, the newest first',
  input: z.strictObject({
    ...inRoom,
    words: z.string().check(z.trim(), z.minLength(1), z.maxLength(100), noNul),
    before: z.optional(seq),
  }),
  result: z.strictObject({ ...chatPage.shape, older: z.boolean() }),
  errors: reading,
  example: { ...roomExample, words: 'evening' },
});

export const chatChanged = event({
  name: 'chat.changed',
  kind: 'durable',
  summary:
    'A message came (`message.seq` is `seq`) or changed. Whoever does not know `seq - 1` asks for what is missing',
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
    'A room one is in now, or is another for oneself: its name, owner, what was read, whether one may write',
  data: room,
  example: { room: { id: 'r1', kind: 'global', lastSeq: 8, readSeq: 8, unread: 0 } },
});

export const chatRoomGone = event({
  name: 'chat.roomGone',
  kind: 'durable',
  summary: 'A room one is no member of any more; `removed` where its owner or a host has taken one out',
  data: z.strictObject({
    ...inRoom,
    removed: z.optional(z.literal(true)),
  }),
  example: { ...roomExample, removed: true },
});

export const chatTyping = event({
  name: 'chat.typing',
  kind: 'ephemeral',
  summary: 'Somebody is typing in a room',
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
