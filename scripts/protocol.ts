/**
 * `docs/protocol.md`, made of the contract: `npm run protocol` writes it, `npm test` checks that it is today's.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import {
  closeCodes,
  commands,
  events,
  openRealtime,
  realtimePath,
  realtimeProtocol,
  ticketProtocol,
  type CloseReason,
  type Command,
  type Event,
} from '@foyer/contract';
import {
  heartbeatMs,
  realtimeBacklogBytes,
  realtimeMessageBytes,
  realtimeTicketMs,
  silenceMs,
} from '@foyer/contract/limits';
import { format, resolveConfig } from 'prettier';

const file = join(import.meta.dirname, '..', 'docs', 'protocol.md');

const reasons: Readonly<Record<CloseReason, string>> = {
  restart: 'the server stops: another one is there, or it is back in a moment; come back',
  sessionEnded: 'the session has ended, or may not be here any more; log in',
  tooSlow: `more than ${realtimeBacklogBytes / 1024} KiB waited to be read; come back`,
  flood: 'far more commands than anybody presses; come back later',
  silent: 'nothing was heard for too long; come back',
  badMessage: 'a message that is no command',
  reconnecting: 'said by a client that comes back over a new connection at once',
};

interface JsonSchema {
  /** Several: any of them. */
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

/** A type as a reader of TypeScript would write it. */
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

const typed = (schema: z.core.$ZodType): string =>
  typeOf(
    z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'output', unrepresentable: 'any' }) as JsonSchema,
  );

const code = (value: unknown): string => `\`\`\`json\n${JSON.stringify(value)}\n\`\`\``;

function commandText({ name, summary, input, result, errors, example }: Command): string {
  const lines = [`### ${name}`, `${summary}.`, `Input: \`${typed(input)}\``];
  if (result !== undefined) lines.push(`Result: \`${typed(result)}\``);
  if (errors !== undefined) lines.push(`Refused with ${errors.map((error) => `\`${error}\``).join(', ')}.`);
  lines.push(code({ id: 1, command: name, input: example }));
  return lines.join('\n\n');
}

const kinds: Readonly<Record<Event['kind'], string>> = {
  connection: 'of the connection itself',
  durable: 'durable: the database has it',
  replicated: 'replicated: told whole once, then by its changes',
  ephemeral: 'ephemeral: merged, dropped under pressure',
};

const eventText = ({ name, kind, summary, data, example }: Event): string =>
  [
    `### ${name}`,
    `${summary}. ${kinds[kind]}.`,
    `Data: \`${typed(data)}\``,
    code({ event: name, data: example }),
  ].join('\n\n');

const seconds = (ms: number): string => `${ms / 1_000} s`;

function text(): string {
  return `# The realtime connection

Made of the contract by \`npm run protocol\`; the calls over HTTP stand at \`/api/docs\` of a running server.

## Opening

\`POST /api${openRealtime.path}\` with the ID token answers \`{ ticket, expiresAt }\`. A ticket opens one connection, within ${seconds(realtimeTicketMs)}, on whichever server: a WebSocket to \`/api${realtimePath}\` with the subprotocols \`${realtimeProtocol}\` and \`${ticketProtocol('…')}\` and an \`Origin\` of the venue. The stage has its own below \`/stage/api\`. What is wrong is refused before the connection is accepted: 401 for a ticket that is not fresh, 403 for another origin, 503 while the server stops.

## Messages

A message is one JSON object in a frame of its own. A client sends commands, \`{ "id": 1, "command": "…", "input": … }\`, and is answered by the id: \`{ "re": 1, "result": … }\`, without a result where there is none, or \`{ "re": 1, "error": { "errMsg", "code", "requestId", "details"? } }\` with the codes that calls over HTTP have. The server sends events, \`{ "event": "…", "data": … }\`. A binary frame of the server is such an event as UTF-8 JSON, compressed as raw deflate. A client that meets an event it does not know leaves it alone.

A message of a client is at most ${realtimeMessageBytes / 1024} KiB. Every command may be refused with \`invalidInput\`, \`missingParameter\`, \`tooManyRequests\` (more than 40 at once or 20 a second), \`internal\` or \`unavailable\`.

The server pings who has been quiet for ${seconds(heartbeatMs)} and lets go who has not been heard for ${seconds(silenceMs)}. A client that has heard nothing for ${seconds(heartbeatMs)} asks \`ping\`.

## Closing

| code | name | meaning |
|---|---|---|
${Object.entries(closeCodes)
  .map(([name, number]) => `| ${number} | ${name} | ${reasons[name as CloseReason]} |`)
  .join('\n')}
| 1007, 1008, 1009 | | not UTF-8; too many pieces; too large |

## Commands

${commands.map(commandText).join('\n\n')}

## Events

${events.map(eventText).join('\n\n')}
`;
}

const wanted = await format(text(), { ...(await resolveConfig(file)), parser: 'markdown' });
if (process.argv.includes('--check')) {
  if (readFileSync(file, 'utf8') !== wanted) {
    console.error('docs/protocol.md is not today’s: run "npm run protocol".');
    process.exitCode = 1;
  }
} else writeFileSync(file, wanted);
