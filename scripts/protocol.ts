/**
 * Generates `docs/protocol.md` from the contract. `npm run protocol` writes the file, `npm test` checks that it is up
 * to date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import {
  closeCodes,
  commands,
  events,
  createRealtimeTicket,
  editChatMessage,
  openGuestSession,
  refreshSession,
  sendChatMessage,
  sendReaction,
  signIn,
  startCall,
  realtimePath,
  realtimeProtocol,
  ticketProtocol,
  type CloseReason,
  type Command,
  type Event,
} from '@foyer/contract';
import {
  callBurst,
  callRefillMs,
  chatGroupBurst,
  chatGroupRefillMs,
  chatGroupUsersPerChange,
  chatMessageBurst,
  chatMessageRefillMs,
  chatUploadBurst,
  chatUploadRefillMs,
  commandBurst,
  commandRefillMs,
  connectionsPerUserMax,
  heartbeatIntervalMs,
  likeBurst,
  likeRefillMs,
  recommendationBurst,
  recommendationRefillMs,
  reactionBurst,
  reactionRefillMs,
  realtimeBacklogBytes,
  realtimeMessageBytes,
  realtimeTicketMs,
  connectionTimeoutMs,
} from '@foyer/contract/limits';
import { format } from 'oxfmt';

const file = join(import.meta.dirname, '..', 'docs', 'protocol.md');

const reasons: Readonly<Record<CloseReason, string>> = {
  restart: 'The server stops or restarts. Reconnect.',
  sessionEnded: 'The session has ended or has lost access to the venue. Do not reconnect; log in again.',
  backlogExceeded: `The client did not read fast enough: more than ${realtimeBacklogBytes / 1024} KiB of unsent data. Reconnect.`,
  rateLimitExceeded: 'The client far exceeded the rate limit of commands. Reconnect after a longer delay.',
  timeout: `The server received nothing for ${connectionTimeoutMs / 1_000} s. Reconnect.`,
  badMessage: 'A message was not a valid command. Reconnect.',
  tooManyConnections: `The user has opened more than ${connectionsPerUserMax} connections, and this was the oldest one. Do not reconnect without being asked: that closes another one.`,
  reconnecting: 'Sent by a client that immediately opens a new connection.',
};

interface JsonSchema {
  /** An array means any of these types. */
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
}

const isUnion = ({ enum: values = [], anyOf = [], type }: JsonSchema = {}): boolean =>
  values.length > 1 || anyOf.length > 1 || Array.isArray(type);

/** Formats a JSON schema as a TypeScript type. */
function typeOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' | ');
  if (schema.type === 'array') {
    const item = typeOf(schema.items ?? {});
    return isUnion(schema.items) ? `(${item})[]` : `${item}[]`;
  }
  if (schema.type === 'integer') return 'number';
  if (schema.type !== 'object') return [schema.type ?? 'unknown'].flat().join(' | ');
  if (schema.properties === undefined)
    return `{ [name]: ${typeof schema.additionalProperties === 'object' ? typeOf(schema.additionalProperties) : 'unknown'} }`;
  const required = new Set(schema.required);
  const fields = Object.entries(schema.properties).map(
    ([name, of]) => `${name}${required.has(name) ? '' : '?'}: ${typeOf(of)}`,
  );
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

const typeText = (schema: z.core.$ZodType): string =>
  typeOf(
    z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'output', unrepresentable: 'any' }) as JsonSchema,
  );

const jsonBlock = (value: unknown): string => `\`\`\`json\n${JSON.stringify(value)}\n\`\`\``;

function commandText({ name, summary, input, result, errors, example }: Command): string {
  const lines = [`### ${name}`, `${summary}.`, `Input: \`${typeText(input)}\``];
  if (result !== undefined) lines.push(`Result: \`${typeText(result)}\``);
  if (errors !== undefined) lines.push(`Errors: ${errors.map((error) => `\`${error}\``).join(', ')}.`);
  lines.push(jsonBlock({ id: 1, command: name, input: example }));
  return lines.join('\n\n');
}

const kinds: Readonly<Record<Event['kind'], string>> = {
  connection: 'Connection event',
  durable: 'Durable: stored in the database',
  replicated: 'Replicated: complete state first, then changes',
  ephemeral: 'Ephemeral: not stored, may be merged or dropped under load',
};

const eventText = ({ name, kind, summary, data, example }: Event): string =>
  [
    `### ${name}`,
    `${summary}. ${kinds[kind]}.`,
    `Data: \`${typeText(data)}\``,
    jsonBlock({ event: name, data: example }),
  ].join('\n\n');

const seconds = (ms: number): string => `${ms / 1_000} s`;

function text(): string {
  return `# The realtime connection

Generated from the contract by \`npm run protocol\`. For the HTTP API, see \`/api/docs\` on a running server.

## Opening

1. Get an ID token. In a venue with logins, send \`POST /api${signIn.path}\` with \`{ email, password }\`; an operator creates such an account with \`npm run foyer -- user add bot@example.org --password-stdin\`. In a venue without logins, send \`POST /api${openGuestSession.path}\`. The response is \`{ idToken, expiresAt }\`, and sets the cookie for \`POST /api${refreshSession.path}\`, which returns the next token.
2. Send \`POST /api${createRealtimeTicket.path}\` with the header \`Authorization: Bearer ID_TOKEN\`. The response is \`{ ticket, expiresAt }\`. A ticket opens one connection, on any node, within ${seconds(realtimeTicketMs)}.
3. Open a WebSocket to \`/api${realtimePath}\` with the subprotocols \`${realtimeProtocol}\` and \`${ticketProtocol('…')}\`. The \`Origin\` header must be an origin of the venue.

The stage uses the same paths below \`/stage/api\`. The server rejects the upgrade with 401 if the ticket is unknown, used or expired, with 403 if the origin is not allowed, and with 503 while it shuts down.

## Messages

Each WebSocket message contains one JSON object:

- Command, from the client: \`{ "id": 1, "command": "…", "input": … }\`. The client chooses increasing ids.
- Reply, from the server: \`{ "id": 1, "result": … }\` or \`{ "id": 1, "error": { "errMsg", "code", "requestId", "details"? } }\`. \`id\` is that of the command. \`result\` is absent if the command has no result. The error codes are those of the HTTP API.
- Event, from the server: \`{ "event": "…", "data": … }\`. Ignore unknown events.

A binary message from the server is an event as UTF-8 JSON, compressed with raw deflate.

A client message must not exceed ${realtimeMessageBytes / 1024} KiB. In addition to the errors listed below, every command can fail with \`invalidInput\`, \`missingParameter\`, \`tooManyRequests\`, \`internal\`, \`unavailable\` or, if it writes, \`storageFull\`.

The server sends a WebSocket ping after ${seconds(heartbeatIntervalMs)} without a message from the client, and closes the connection after ${seconds(connectionTimeoutMs)}. A client that has received nothing for at most ${seconds(heartbeatIntervalMs)} sends the command \`ping\`.

## Rate limits

A client that exceeds a limit receives \`tooManyRequests\`, and can repeat the command later.

| what | for each | at once | then one every |
|---|---|---|---|
| all commands | connection | ${commandBurst} | ${seconds(commandRefillMs)} |
| \`${sendChatMessage.name}\` and \`${editChatMessage.name}\` | user | ${chatMessageBurst} | ${seconds(chatMessageRefillMs)} |
| commands that create or change groups, and once more for each ${chatGroupUsersPerChange} users that they add | user | ${chatGroupBurst} | ${seconds(chatGroupRefillMs)} |
| \`${startCall.name}\` | user | ${callBurst} | ${seconds(callRefillMs)} |
| \`${sendReaction.name}\` | connection | ${reactionBurst} | ${seconds(reactionRefillMs)} |
| likes and their removal over HTTP | user | ${likeBurst} | ${seconds(likeRefillMs)} |
| recommendations over HTTP | user | ${recommendationBurst} | ${seconds(recommendationRefillMs)} |
| uploads over HTTP | user | ${chatUploadBurst} | ${seconds(chatUploadRefillMs)} |

## Closing

| code | name | meaning |
|---|---|---|
${Object.entries(closeCodes)
  .map(([name, number]) => `| ${number} | ${name} | ${reasons[name as CloseReason]} |`)
  .join('\n')}
| 1007, 1008, 1009 | | The message is not UTF-8, has too many fragments, or is too large. |

## Commands

${commands.map(commandText).join('\n\n')}

## Events

${events.map(eventText).join('\n\n')}
`;
}

const { code: wanted } = await format(file, text(), { printWidth: 110 });
if (process.argv.includes('--check')) {
  if (readFileSync(file, 'utf8') !== wanted) {
    console.error('docs/protocol.md is out of date: run "npm run protocol".');
    process.exitCode = 1;
  }
} else writeFileSync(file, wanted);
