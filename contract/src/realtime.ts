/**
 * The realtime connection: one WebSocket per tab, opened with a ticket. The client sends commands, the server sends a
 * reply with the same id, and events. Each WebSocket message is one JSON object. Large messages to many clients are
 * binary: the object as UTF-8 JSON, compressed with raw deflate.
 */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { errorResponse, type ErrorCode } from './errors.ts';

/** Below `/api` or `/stage/api`. */
export const realtimePath = '/realtime';
/** The WebSocket subprotocol of this version. The client sends the ticket as a second subprotocol, `ticket.…`. */
export const realtimeProtocol = 'foyer.1';
export const ticketProtocol = (ticket: string): string => `ticket.${ticket}`;

/**
 * WebSocket close codes, in addition to the standard ones (1003 binary message, 1007 not UTF-8, 1009 too large).
 * Clients reconnect after all of them except `sessionEnded` and `tooManyConnections`, and after a longer delay after
 * `rateLimitExceeded`.
 */
export const closeCodes = {
  /** The server stops or restarts. */
  restart: 4000,
  /** The session has ended or has lost access to the venue. */
  sessionEnded: 4001,
  /** The client did not read fast enough: more than `realtimeBacklogBytes` of unsent data. */
  backlogExceeded: 4002,
  /** The client far exceeded the rate limit of commands. */
  rateLimitExceeded: 4003,
  /** Nothing was received for `connectionTimeoutMs`. */
  timeout: 4004,
  /** A message is not a valid command: not JSON, not an object, or without an id. */
  badMessage: 4005,
  /** The user has opened more than `connectionsPerUserMax` connections; this was the oldest one. */
  tooManyConnections: 4006,
  /** Sent by a client that immediately opens a new connection. */
  reconnecting: 4100,
} as const;
export type CloseReason = keyof typeof closeCodes;

export const createRealtimeTicket = endpoint({
  name: 'createRealtimeTicket',
  method: 'POST',
  path: '/realtime/ticket',
  summary: 'Creates a ticket that opens one realtime connection within 30 seconds',
  response: z.strictObject({
    ticket: z.string(),
    /** Milliseconds since 1970. */
    expiresAt: z.number(),
  }),
  errors: ['unauthorized', 'forbidden'],
  example: {},
});

/** The declaration of a command. */
export interface Command<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Result extends z.ZodMiniType = z.ZodMiniType,
> {
  /** The feature and the action: `area.enter`. */
  readonly name: string;
  readonly summary: string;
  readonly input: Input;
  /** Absent: the reply has no result. */
  readonly result?: Result;
  /** Error codes in addition to invalidInput, missingParameter, tooManyRequests, internal and unavailable. */
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
 * The declaration of an event. `connection`: about the connection itself. `durable`: stored in the database; a client
 * that missed it can request it. `replicated`: a state, sent completely first and then as changes. `ephemeral`: not
 * stored; may be merged with others, or dropped under load.
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
  /** Chosen by the client, increasing. */
  id: z.int().check(z.minimum(0)),
  command: z.string().check(z.maxLength(64)),
  input: z.optional(z.unknown()),
});
export type CommandMessage = z.infer<typeof commandMessage>;

/** The reply to a command; `id` is that of the command. */
export const replyMessage = z.union([
  z.strictObject({ id: z.int(), result: z.optional(z.unknown()) }),
  z.strictObject({ id: z.int(), error: errorResponse }),
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
    /** The id of the server process. */
    nodeId: z.string(),
    /** Milliseconds since 1970. */
    serverTime: z.number(),
    /** The version of the venue in this mode; -1 if none is published. */
    venueVersion: z.number(),
  }),
  example: { connectionId: 'c1', nodeId: 'n1', serverTime: 1_763_640_000_000, venueVersion: 4 },
});

/** Sent by a client that has received nothing for `heartbeatIntervalMs`, or for less if it wants to notice a loss sooner. */
export const ping = command({
  name: 'ping',
  summary: 'Checks the connection; the server replies immediately',
  input: z.strictObject({}),
  example: {},
});
