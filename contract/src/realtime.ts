/**
 * The realtime connection: one WebSocket per tab, opened with a ticket. A client sends commands and is answered by their
 * id; the server sends events. Every message is one JSON object in a frame of its own; a binary frame holds the same
 * object as UTF-8 JSON, compressed (raw deflate), where many clients are sent the same long one.
 */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { errorAnswer, type ErrorCode } from './errors.ts';

/** Below `/api` or `/stage/api`. */
export const realtimePath = '/realtime';
/** The subprotocol of this version; the ticket comes as a second one, `ticket.…`. */
export const realtimeProtocol = 'foyer.1';
export const ticketProtocol = (ticket: string): string => `ticket.${ticket}`;

/**
 * Why the server closes a connection, beside the codes of the protocol itself (1003 binary, 1007 not UTF-8, 1009 too
 * large). A client that comes back by itself does so after all but `sessionEnded`, and after `flood` it takes its time.
 */
export const closeCodes = {
  /** The server stops or restarts; another one is there, or it is back in a moment. */
  restart: 4000,
  /** The session has ended, or may not be here any more. */
  sessionEnded: 4001,
  /** More than a mebibyte waited to be read. */
  tooSlow: 4002,
  /** Far more commands than anybody presses. */
  flood: 4003,
  /** Nothing was heard for too long. */
  silent: 4004,
  /** A message that is no command: no JSON, no object, no id. */
  badMessage: 4005,
  /** Sent by the client: it comes back at once over a new connection. */
  reconnecting: 4100,
} as const;
export type CloseReason = keyof typeof closeCodes;

export const openRealtime = endpoint({
  name: 'openRealtime',
  method: 'POST',
  path: '/realtime/ticket',
  summary: 'A ticket that opens one realtime connection, within half a minute',
  answer: z.strictObject({
    ticket: z.string(),
    /** Milliseconds since 1970. */
    expiresAt: z.number(),
  }),
  errors: ['unauthorized', 'forbidden'],
  example: {},
});

/** What a client asks for over the connection, declared once, as endpoints are. */
export interface Command<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Result extends z.ZodMiniType = z.ZodMiniType,
> {
  /** The feature and what is asked of it: `area.enter`. */
  readonly name: string;
  readonly summary: string;
  readonly input: Input;
  /** Absent: the answer has no result. */
  readonly result?: Result;
  /** What it may be refused with, beside invalidInput, tooManyRequests, internal and unavailable. */
  readonly errors?: readonly ErrorCode[];
  readonly example: unknown;
}
// @__NO_SIDE_EFFECTS__
export const command = <const C extends Command>(declaration: C): C => declaration;
export type InputOf<C extends Command> = z.infer<C['input']>;
export type ResultOf<C extends Command> = C extends { readonly result: infer R extends z.ZodMiniType }
  ? z.infer<R>
  : undefined;

/**
 * What the server tells. `durable`: the database has it, and whoever was away asks for it; `replicated`: a state, told
 * whole once and then by its changes; `ephemeral`: merged, dropped under pressure, never stored.
 */
export interface Event<Data extends z.ZodMiniType = z.ZodMiniType> {
  readonly name: string;
  readonly kind: 'connection' | 'durable' | 'replicated' | 'ephemeral';
  readonly summary: string;
  readonly data: Data;
  readonly example: unknown;
}
// @__NO_SIDE_EFFECTS__
export const event = <const E extends Event>(declaration: E): E => declaration;
export type DataOf<E extends Event> = z.infer<E['data']>;

export const commandMessage = z.strictObject({
  /** Chosen by the client, one after the other. */
  id: z.int().check(z.minimum(0)),
  command: z.string().check(z.maxLength(64)),
  input: z.optional(z.unknown()),
});
export type CommandMessage = z.infer<typeof commandMessage>;

/** The answer to a command. */
export const replyMessage = z.union([
  z.strictObject({ re: z.int(), result: z.optional(z.unknown()) }),
  z.strictObject({ re: z.int(), error: errorAnswer }),
]);
export type ReplyMessage = z.infer<typeof replyMessage>;

export const eventMessage = z.strictObject({ event: z.string(), data: z.unknown() });
export type EventMessage = z.infer<typeof eventMessage>;

export const welcome = event({
  name: 'welcome',
  kind: 'connection',
  summary: 'The first message of a connection',
  data: z.strictObject({
    connectionId: z.string(),
    /** Which server answers, for as long as it runs. */
    nodeId: z.string(),
    /** Milliseconds since 1970. */
    serverTime: z.number(),
    /** Of the venue in this mode; -1 while none is published. */
    venueVersion: z.number(),
  }),
  example: { connectionId: 'c1', nodeId: 'n1', serverTime: 1_763_640_000_000, venueVersion: 4 },
});

/** Asked by a client that has heard nothing for a while. */
export const ping = command({
  name: 'ping',
  summary: 'Is answered at once',
  input: z.strictObject({}),
  example: {},
});
