/** What keeps a room pleasant: blocking for oneself, reports, and what hosts do about them. */
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
    'Whether one sees what somebody writes: blocked, neither writes to the other in private, they do not ring one, and bring one into no group',
  input: z.strictObject({ userId, blocked: z.boolean() }),
  errors: ['forbidden', 'notFound', 'conflict'],
  example: { userId: 'u2', blocked: true },
});

export const reportChatMessage = command({
  name: 'chat.report',
  summary: 'Shows a message to the hosts, with a reason; the same message twice is one report',
  input: z.strictObject({
    roomId: id,
    seq,
    /** At most `textLength` characters: a longer one is `valueTooLong`. */
    reason: z.string().check(z.trim(), z.minLength(1), noNul),
  }),
  errors: ['forbidden', 'notFound', 'valueTooLong'],
  example: { roomId: 'r1', seq: 7, reason: 'Advertising' },
});

export const silenceInChat = command({
  name: 'chat.silence',
  summary: 'A host takes somebody the word, everywhere, for a while or for good, or gives it back',
  input: z.strictObject({
    userId,
    /** How long, in milliseconds: 0 gives the word back; absent: for good. */
    forMs: z.optional(z.int().check(z.gte(0))),
  }),
  errors: ['forbidden', 'notFound'],
  example: { userId: 'u2', forMs: 600_000 },
});

export const chatReportsOpen = event({
  name: 'chat.reports',
  kind: 'replicated',
  summary: 'To hosts: how many reports wait for an answer now',
  data: z.strictObject({ open: z.int() }),
  example: { open: 2 },
});

export const chatModerationEvents = [chatReportsOpen] as const;
export const chatModerationCommands = [blockInChat, reportChatMessage, silenceInChat] as const;

/** A message that somebody has shown to the hosts, as it was then. */
export const chatReport = z.strictObject({
  id,
  roomId: id,
  room: z.pick(chatRoom, { kind: true, name: true, areaId: true }),
  message: chatMessage,
  author: chatPerson,
  reporter: chatPerson,
  reason: z.string(),
  at: z.number(),
  /** What came of it; absent: it is open. */
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
/** Something that a host did. */
export const chatAction = z.strictObject({
  id,
  kind: z.enum(chatActionKinds),
  host: chatPerson,
  person: z.optional(chatPerson),
  roomId: z.optional(id),
  /** Of a standing room: which it is. */
  room: z.optional(z.pick(chatRoom, { kind: true, areaId: true })),
  /** A silence that goes on, or somebody who is still out of a standing room. */
  holds: z.optional(z.literal(true)),
  /** What was deleted. */
  text: z.optional(z.string()),
  at: z.number(),
  /** Until when somebody is silenced; absent: for good. */
  until: z.optional(z.number()),
});
export type ChatAction = z.infer<typeof chatAction>;

export const listChatReports = endpoint({
  name: 'listChatReports',
  method: 'GET',
  path: '/chat/reports',
  summary: 'Reports, the newest first, a hundred at most: those that are open, or those that are closed',
  query: z.strictObject({ state: z._default(z.enum(['open', 'closed']), 'open'), before: z.optional(id) }),
  answer: z.strictObject({ reports: z.array(chatReport), more: z.boolean() }),
  errors: ['unauthorized', 'forbidden'],
  example: {},
});

export const closeChatReport = endpoint({
  name: 'closeChatReport',
  method: 'POST',
  path: '/chat/reports/:reportId/close',
  summary: 'A host keeps the message, or deletes it',
  params: z.strictObject({ reportId: id }),
  body: z.strictObject({ outcome: z.enum(['kept', 'deleted']) }),
  errors: ['unauthorized', 'forbidden', 'notFound', 'conflict'],
  example: { params: { reportId: 'nothing' }, body: { outcome: 'kept' } },
});

export const listChatActions = endpoint({
  name: 'listChatActions',
  method: 'GET',
  path: '/chat/actions',
  summary: 'What hosts did, the newest first, a hundred at most',
  query: z.strictObject({ before: z.optional(id) }),
  answer: z.strictObject({ actions: z.array(chatAction), more: z.boolean() }),
  errors: ['unauthorized', 'forbidden'],
  example: {},
});

export const chatModerationEndpoints = [listChatReports, closeChatReport, listChatActions] as const;
