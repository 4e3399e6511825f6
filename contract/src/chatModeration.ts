/** Chat moderation: blocking users, reporting messages, and the tools of hosts. */
import * as z from 'zod/mini';
import { chatMessage, chatPerson, chatRoom } from './chat.ts';
import { endpoint } from './endpoint.ts';
import { command, event } from './realtime.ts';
import { id, noNul } from './values.ts';

const userId = id;
const seq = z.int().check(z.gte(1));

export const blockInChat = command({
  name: 'chat.block',
  summary:
    'Blocks or unblocks a user. The user does not see messages of a blocked user; neither can write to the other in private, and the blocked user can neither call the user nor add them to a group',
  input: z.strictObject({ userId, blocked: z.boolean() }),
  errors: ['forbidden', 'notFound', 'conflict'],
  example: { userId: 'u2', blocked: true },
});

export const reportChatMessage = command({
  name: 'chat.report',
  summary:
    'Reports a message to the hosts, with a reason. Reporting the same message twice creates one report',
  input: z.strictObject({
    roomId: id,
    seq,
    /** More than `textLength` characters cause `valueTooLong`. */
    reason: z.string().check(z.trim(), z.minLength(1), noNul),
  }),
  errors: ['forbidden', 'notFound', 'valueTooLong'],
  example: { roomId: 'r1', seq: 7, reason: 'Advertising' },
});

export const silenceInChat = command({
  name: 'chat.silence',
  summary: 'Mutes a user in all rooms, for a time or indefinitely, or unmutes them; only for hosts',
  input: z.strictObject({
    userId,
    /** The duration in milliseconds. 0 unmutes; absent means indefinitely. */
    forMs: z.optional(z.int().check(z.gte(0))),
  }),
  errors: ['forbidden', 'notFound'],
  example: { userId: 'u2', forMs: 600_000 },
});

export const chatReportsOpen = event({
  name: 'chat.reports',
  kind: 'replicated',
  summary: 'The number of open reports changed; sent to hosts',
  data: z.strictObject({ open: z.int() }),
  example: { open: 2 },
});

export const chatModerationEvents = [chatReportsOpen] as const;
export const chatModerationCommands = [blockInChat, reportChatMessage, silenceInChat] as const;

/** A reported message, as it was when it was reported. */
export const chatReport = z.strictObject({
  id,
  roomId: id,
  room: z.pick(chatRoom, { kind: true, name: true, areaId: true }),
  message: chatMessage,
  author: chatPerson,
  reporter: chatPerson,
  reason: z.string(),
  at: z.number(),
  /** The decision of a host; absent while the report is open. */
  closed: z.optional(
    z.strictObject({ by: chatPerson, at: z.number(), outcome: z.enum(['kept', 'deleted']) }),
  ),
});
export type ChatReport = z.infer<typeof chatReport>;

export const chatActionKinds = [
  'deleted',
  'silenced',
  'unsilenced',
  'removed',
  'letBack',
  'reportKept',
  'reportDeleted',
] as const;
/** An entry of the moderation log. */
export const chatAction = z.strictObject({
  id,
  kind: z.enum(chatActionKinds),
  host: chatPerson,
  person: z.optional(chatPerson),
  roomId: z.optional(id),
  /** Set for a built-in room. */
  room: z.optional(z.pick(chatRoom, { kind: true, areaId: true })),
  /** Set while the mute, or the removal from a built-in room, is in effect. */
  holds: z.optional(z.literal(true)),
  /** The text of the deleted message. */
  text: z.optional(z.string()),
  at: z.number(),
  /** When the mute ends, in milliseconds since 1970; absent if it is indefinite. */
  until: z.optional(z.number()),
});
export type ChatAction = z.infer<typeof chatAction>;

export const listChatReports = endpoint({
  name: 'listChatReports',
  method: 'GET',
  path: '/chat/reports',
  summary: 'Lists open or closed reports, newest first, at most 100 per page',
  query: z.strictObject({ state: z._default(z.enum(['open', 'closed']), 'open'), before: z.optional(id) }),
  answer: z.strictObject({ reports: z.array(chatReport), more: z.boolean() }),
  errors: ['unauthorized', 'forbidden'],
  example: {},
});

export const closeChatReport = endpoint({
  name: 'closeChatReport',
  method: 'POST',
  path: '/chat/reports/:reportId/close',
  summary: 'Closes a report by keeping or deleting the message',
  params: z.strictObject({ reportId: id }),
  body: z.strictObject({ outcome: z.enum(['kept', 'deleted']) }),
  errors: ['unauthorized', 'forbidden', 'notFound', 'conflict'],
  example: { params: { reportId: 'nothing' }, body: { outcome: 'kept' } },
});

export const listChatActions = endpoint({
  name: 'listChatActions',
  method: 'GET',
  path: '/chat/actions',
  summary: 'Lists the moderation log, newest first, at most 100 per page',
  query: z.strictObject({ before: z.optional(id) }),
  answer: z.strictObject({ actions: z.array(chatAction), more: z.boolean() }),
  errors: ['unauthorized', 'forbidden'],
  example: {},
});

export const chatModerationEndpoints = [listChatReports, closeChatReport, listChatActions] as const;
