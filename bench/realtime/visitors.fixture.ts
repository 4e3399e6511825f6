/**
 * Many visitors of a venue in one process, who join at once, learn of each other and change areas. A message that many of
 * them receive is parsed once.
 */
import { inflateRawSync } from 'node:zlib';
import { enterArea } from '@foyer/contract';
import type { ServerInfo } from './control.ts';
import { RawClient } from './rawClient.ts';

export interface JoinCommand {
  readonly ready: ServerInfo;
  readonly count: number;
  readonly kind: 'foyer' | 'bare';
  /** The number of areas that the visitors are distributed over. */
  readonly areas: number;
  /** The number of connections that are opened concurrently; `count` opens all at once. */
  readonly atOnce: number;
  /** Opens all connections before the first visitor joins. */
  readonly openFirst?: boolean;
}
export interface WalkCommand {
  readonly walk: { readonly perSecond: number; readonly seconds: number; readonly areas: number };
}
export interface WalkReport {
  /** Received bytes per client and second. */
  readonly bytesPerSecond: number;
}
export interface JoinReport {
  /**
   * Milliseconds from the first connection, or with `openFirst` from the first join, until every visitor knows all others in
   * its area and the total number.
   */
  readonly ms: number;
}

interface PresenceUpdate {
  /** The number of attendees in the message, and whether it is the complete list. */
  readonly people?: number;
  readonly isWhole?: boolean;
  readonly total?: number;
}
interface Visitor {
  readonly client: RawClient;
  known: number;
  total: number;
}

const parsedUpdates = new Map<string, PresenceUpdate>();
const maxParsedUpdates = 2_000;

/** Parses a message. Messages with the same length, beginning and end are parsed once. */
function readUpdate(payload: Buffer, isBinary: boolean): PresenceUpdate {
  const ends =
    payload.toString('latin1', 0, 48) + payload.toString('latin1', Math.max(0, payload.length - 48));
  const key = `${payload.length}:${ends}`;
  const cached = parsedUpdates.get(key);
  if (cached) return cached;
  const update = parseUpdate((isBinary ? inflateRawSync(payload) : payload).toString());
  if (parsedUpdates.size >= maxParsedUpdates) parsedUpdates.clear();
  parsedUpdates.set(key, update);
  return update;
}

interface Message {
  readonly event?: string;
  readonly data?: {
    readonly attendees?: { readonly uid: unknown[] };
    readonly updated?: unknown[];
    readonly total?: number;
  };
  readonly people?: unknown[];
  readonly total?: number;
}

function parseUpdate(text: string): PresenceUpdate {
  const { event, data, people, total } = JSON.parse(text) as Message;
  if (event === 'presence.snapshot') return { people: data?.attendees?.uid.length ?? 0, isWhole: true };
  if (event === 'presence.changes') return { people: data?.updated?.length ?? 0 };
  if (event === 'presence.counts' && data?.total !== undefined) return { total: data.total };
  if (people !== undefined) return { people: people.length, ...(total === undefined ? {} : { total }) };
  return {};
}

const visitors: Visitor[] = [];
const checkEveryMs = 5;
let options: JoinCommand | undefined;

function onPayload(visitor: Visitor, payload: Buffer, isBinary: boolean): void {
  const update = readUpdate(payload, isBinary);
  if (update.people !== undefined)
    visitor.known = update.isWhole ? update.people : visitor.known + update.people;
  if (update.total !== undefined) visitor.total = update.total;
}

const areaOf = (index: number, areas: number): string => `hall-${index % areas}`;
let commands = 0;
const enter = (index: number, areas: number): string =>
  options?.kind === 'bare'
    ? `{"areaId":"${areaOf(index, areas)}","uid":"${index}"}`
    : JSON.stringify({ id: ++commands, command: enterArea.name, input: { areaId: areaOf(index, areas) } });
const record = (index: number): string =>
  `{"uid":"0b5e4c1e-0000-4000-8000-${String(index).padStart(12, '0')}","areaId":"hall-0","name":"Person Number ${index}","company":"Company ${index % 200} and Sons","title":"Attendee","timestamp":1763640000000}`;

function open(index: number, { ready: { port, path, origin, protocols } }: JoinCommand): Promise<void> {
  const own = protocols?.[index];
  const visitor: Visitor = {
    known: 0,
    total: 0,
    client: new RawClient({
      port,
      path,
      origin,
      ...(own === undefined ? {} : { protocols: own }),
      onMessage: (payload, isBinary) => onPayload(visitor, payload, isBinary),
    }),
  };
  visitors[index] = visitor;
  return visitor.client.opened;
}

const join = (index: number, { kind, areas }: JoinCommand): void =>
  visitors[index]?.client.send(kind === 'bare' ? record(index) : enter(index, areas));

async function joinAll(command: JoinCommand): Promise<void> {
  options = command;
  const { count, areas, atOnce, openFirst = false } = command;
  let begin = performance.now();
  for (let from = 0; from < count; from += atOnce)
    await Promise.all(
      Array.from({ length: Math.min(atOnce, count - from) }, async (_, index) => {
        await open(from + index, command);
        if (!openFirst) join(from + index, command);
      }),
    );
  if (openFirst) {
    begin = performance.now();
    for (let index = 0; index < count; index++) join(index, command);
  }
  const inArea = Math.floor(count / areas);
  const checkComplete = () => {
    if (visitors.every(({ known, total }) => known >= inArea && total >= count))
      process.send?.({ ms: performance.now() - begin } satisfies JoinReport);
    else setTimeout(checkComplete, checkEveryMs);
  };
  checkComplete();
}

function walk({ perSecond, seconds, areas }: WalkCommand['walk']): void {
  for (const { client } of visitors) client.received = 0;
  const begin = performance.now();
  let done = 0;
  const step = () => {
    const due = Math.min(perSecond * seconds, Math.floor(((performance.now() - begin) / 1_000) * perSecond));
    for (; done < due; done++) {
      const index = (done * 7_919) % visitors.length;
      visitors[index]?.client.send(enter(index + done + 1, areas));
    }
    if (done < perSecond * seconds) {
      setTimeout(step, checkEveryMs);
      return;
    }
    const bytes = visitors.reduce((sum, { client }) => sum + client.received, 0);
    process.send?.({ bytesPerSecond: bytes / visitors.length / seconds } satisfies WalkReport);
  };
  step();
}

process.on('message', (message: JoinCommand | WalkCommand) => {
  if ('walk' in message) walk(message.walk);
  else void joinAll(message);
});
process.send?.('ready');
