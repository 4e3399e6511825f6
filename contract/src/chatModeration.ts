/** Chat moderation: blocking users, reporting messages, and the tools of hosts. */
import * as z from 'zod/mini';
import { chatMessage, chatMute, chatUser, chatRoom, chatRoomPlace } from './chat.ts';
import { endpoint } from './endpoint.ts';
import { command, event } from './realtime.ts';
import { id, withoutNul } from './values.ts';

const userId = id;
const seq = z.int().check(z.gte(1));
const { kind, name } = chatRoom.shape;

export const setChatUserBlocked = command({
  name: 'chat.setBlocked',
  summary:
    'Blocks or unblocks a user. The user does not see messages of a blocked user; neither can write to the other in private, and the blocked user can neither call the user nor add them to a group',
  input: z.strictObject({ userId, blocked: z.boolean() }),
  errors: ['forbidden', 'notFound', 'conflict'],
  example: { userId: 'u2', blocked: true },
});

export const reportChatMessage = command({
  name: 'chat.reportMessage',
  summary:
    'Reports a message to the hosts, with a reason. Reporting the same message twice creates one report',
  input: z.strictObject({
    roomId: id,
    seq,
    /** More than `textLength` characters cause `valueTooLong`. */
    reason: z.string().check(z.trim(), z.minLength(1), withoutNul),
  }),
  errors: ['forbidden', 'notFound', 'valueTooLong'],
  example: { roomId: 'r1', seq: 7, reason: 'Advertising' },
});

export const muteChatUser = command({
  name: 'chat.mute',
  summary: 'Mutes a user in all rooms, for a time or indefinitely, or unmutes them; only for hosts',
  input: z.strictObject({
    userId,
    /** The duration in milliseconds. 0 unmutes; absent means indefinitely. */
    durationMs: z.optional(z.int().check(z.gte(0))),
  }),
  errors: ['forbidden', 'notFound'],
  example: { userId: 'u2', durationMs: 600_000 },
});

export const chatMutesChanged = event({
  name: 'chat.mutesChanged',
  kind: 'replicated',
  summary:
    'A user was muted or unmuted: all mutes that are in effect; sent to hosts. There is no event when a mute ends by its time',
  data: z.strictObject({ mutes: z.array(chatMute) }),
  example: { mutes: [{ userId: 'u2', until: 1_770_000_000_000 }] },
});

export const openChatReportsChanged = event({
  name: 'chat.openReportsChanged',
  kind: 'replicated',
  summary: 'The number of open reports changed; sent to hosts',
  data: z.strictObject({ open: z.int() }),
  example: { open: 2 },
});

export const chatModerationEvents = [chatMutesChanged, openChatReportsChanged] as const;
export const chatModerationCommands = [setChatUserBlocked, reportChatMessage, muteChatUser] as const;

/** A reported message, as it was when it was reported. */
export const chatReport = z.strictObject({
  id,
  roomId: id,
  room: z.strictObject({ kind, name, ...chatRoomPlace.shape }),
  message: chatMessage,
  author: chatUser,
  reporter: chatUser,
  reason: z.string(),
  at: z.number(),
  /** The decision of a host; absent while the report is open. */
  closed: z.optional(z.strictObject({ by: chatUser, at: z.number(), outcome: z.enum(['kept', 'deleted']) })),
});
export type ChatReport = z.infer<typeof chatReport>;

export const moderationActions = [
  'deleted',
  'muted',
  'unmuted',
  'removed',
  'readmitted',
  'reportKept',
  'reportDeleted',
  'postApproved',
  'postDeclined',
] as const;
/** An entry of the moderation log. */
export const moderationLogEntry = z.strictObject({
  id,
  kind: z.enum(moderationActions),
  host: chatUser,
  user: z.optional(chatUser),
  roomId: z.optional(id),
  /** Set for a built-in room. */
  room: z.optional(z.strictObject({ kind, ...chatRoomPlace.shape })),
  /** Set while the mute, or the removal from a built-in room, is in effect. */
  inEffect: z.optional(z.literal(true)),
  /** The text of the deleted message, or of the post that was approved or declined. */
  text: z.optional(z.string()),
  at: z.number(),
  /** When the mute ends, in milliseconds since 1970; absent if it is indefinite. */
  mutedUntil: z.optional(z.number()),
});
export type ModerationLogEntry = z.infer<typeof moderationLogEntry>;

export const listChatReports = endpoint({
  name: 'listChatReports',
  method: 'GET',
  path: '/chat/reports',
  summary: 'Lists open or closed reports, newest first, at most 100 per page',
  query: z.strictObject({ state: z._default(z.enum(['open', 'closed']), 'open'), before: z.optional(id) }),
  response: z.strictObject({ reports: z.array(chatReport), hasMore: z.boolean() }),
  errors: ['unauthorized', 'forbidden'],
  example: {},
});

export const closeChatReport = endpoint({
  name: 'closeChatReport',
  method: 'POST',
  path: '/chat/reports/:reportId/close',
  summary: 'Closes a report by keeping or deleting the message; its author can only delete it',
  params: z.strictObject({ reportId: id }),
  body: z.strictObject({ outcome: z.enum(['kept', 'deleted']) }),
  errors: ['unauthorized', 'forbidden', 'notFound', 'conflict'],
  example: { params: { reportId: 'nothing' }, body: { outcome: 'kept' } },
});

export const listModerationLog = endpoint({
  name: 'listModerationLog',
  method: 'GET',
  path: '/chat/moderation-log',
  summary: 'Lists the moderation log, newest first, at most 100 per page',
  query: z.strictObject({ before: z.optional(id) }),
  response: z.strictObject({ entries: z.array(moderationLogEntry), hasMore: z.boolean() }),
  errors: ['unauthorized', 'forbidden'],
  example: {},
});

export const chatModerationEndpoints = [listChatReports, closeChatReport, listModerationLog] as const;
