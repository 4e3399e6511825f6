/**
 * Visitors of a venue in one process: they come in at once, know of each other, and walk. What many were sent in common is
 * read once.
 */
import { inflateRawSync } from 'node:zlib';
import { enterArea } from '@foyer/contract';
import type { Ready } from './orders.ts';
import { RawClient } from './rawClient.ts';

export interface ComeOrder {
  readonly ready: Ready;
  readonly count: number;
  readonly kind: 'foyer' | 'bare';
  /** Everybody is in one of so many. */
  readonly areas: number;
  /** Opened so many at a time; all at once where it is `count`. */
  readonly atOnce: number;
  /** Everybody is connected before the first one joins. */
  readonly openFirst?: boolean;
}
export interface WalkOrder {
  readonly walk: { readonly perSecond: number; readonly seconds: number; readonly areas: number };
}
export interface Walked {
  /** Bytes that came, per client and second. */
  readonly bytesPerSecond: number;
}
export interface Come {
  /**
   * Milliseconds from the first connection, or with `openFirst` from the first who joins, until each knows of all in its
   * area and how many there are in all.
   */
  readonly ms: number;
}

interface Said {
  /** Records that a message brings, and whether they are all there are. */
  readonly people?: number;
  readonly isWhole?: boolean;
  readonly total?: number;
}
interface Visitor {
  readonly client: RawClient;
  known: number;
  total: number;
}

const read = new Map<string, Said>();
const readKept = 2_000;

/** A message by its length and ends: the same for all who were sent it. */
function saidIn(payload: Buffer, isBinary: boolean): Said {
  const ends =
    payload.toString('latin1', 0, 48) + payload.toString('latin1', Math.max(0, payload.length - 48));
  const key = `${payload.length}:${ends}`;
  const known = read.get(key);
  if (known) return known;
  const said = understood((isBinary ? inflateRawSync(payload) : payload).toString());
  if (read.size >= readKept) read.clear();
  read.set(key, said);
  return said;
}

interface Message {
  readonly event?: string;
  readonly data?: {
    readonly people?: { readonly uid: unknown[] };
    readonly put?: unknown[];
    readonly total?: number;
  };
  readonly people?: unknown[];
  readonly total?: number;
}

function understood(text: string): Said {
  const { event, data, people, total } = JSON.parse(text) as Message;
  if (event === 'presence.people') return { people: data?.people?.uid.length ?? 0, isWhole: true };
  if (event === 'presence.changes') return { people: data?.put?.length ?? 0 };
  if (event === 'presence.counts' && data?.total !== undefined) return { total: data.total };
  if (people !== undefined) return { people: people.length, ...(total === undefined ? {} : { total }) };
  return {};
}

const visitors: Visitor[] = [];
const lookMs = 5;
let order: ComeOrder | undefined;

function hear(visitor: Visitor, payload: Buffer, isBinary: boolean): void {
  const said = saidIn(payload, isBinary);
  if (said.people !== undefined) visitor.known = said.isWhole ? said.people : visitor.known + said.people;
  if (said.total !== undefined) visitor.total = said.total;
}

const areaOf = (index: number, areas: number): string => `hall-${index % areas}`;
let commands = 0;
const enter = (index: number, areas: number): string =>
  order?.kind === 'bare'
    ? `{"areaId":"${areaOf(index, areas)}","uid":"${index}"}`
    : JSON.stringify({ id: ++commands, command: enterArea.name, input: { areaId: areaOf(index, areas) } });
const record = (index: number): string =>
  `{"uid":"0b5e4c1e-0000-4000-8000-${String(index).padStart(12, '0')}","areaId":"hall-0","name":"Person Number ${index}","company":"Company ${index % 200} and Sons","title":"Attendee","timestamp":1763640000000}`;

function open(index: number, { ready: { port, path, origin, protocols } }: ComeOrder): Promise<void> {
  const own = protocols?.[index];
  const visitor: Visitor = {
    known: 0,
    total: 0,
    client: new RawClient({
      port,
      path,
      origin,
      ...(own === undefined ? {} : { protocols: own }),
      onMessage: (payload, isBinary) => hear(visitor, payload, isBinary),
    }),
  };
  visitors[index] = visitor;
  return visitor.client.opened;
}

const join = (index: number, { kind, areas }: ComeOrder): void =>
  visitors[index]?.client.send(kind === 'bare' ? record(index) : enter(index, areas));

async function come(wanted: ComeOrder): Promise<void> {
  order = wanted;
  const { count, areas, atOnce, openFirst = false } = wanted;
  let begin = performance.now();
  for (let from = 0; from < count; from += atOnce)
    await Promise.all(
      Array.from({ length: Math.min(atOnce, count - from) }, async (_, index) => {
        await open(from + index, wanted);
        if (!openFirst) join(from + index, wanted);
      }),
    );
  if (openFirst) {
    begin = performance.now();
    for (let index = 0; index < count; index++) join(index, wanted);
  }
  const inArea = Math.floor(count / areas);
  const look = () => {
    if (visitors.every(({ known, total }) => known >= inArea && total >= count))
      process.send?.({ ms: performance.now() - begin } satisfies Come);
    else setTimeout(look, lookMs);
  };
  look();
}

function walk({ perSecond, seconds, areas }: WalkOrder['walk']): void {
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
      setTimeout(step, lookMs);
      return;
    }
    const bytes = visitors.reduce((sum, { client }) => sum + client.received, 0);
    process.send?.({ bytesPerSecond: bytes / visitors.length / seconds } satisfies Walked);
  };
  step();
}

process.on('message', (message: ComeOrder | WalkOrder) => {
  if ('walk' in message) walk(message.walk);
  else void come(message);
});
process.send?.('ready');
