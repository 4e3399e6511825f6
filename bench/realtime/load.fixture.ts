/** The other side: so many connections in one process, which talk, count what comes and how long it took. */
import { RawClient } from './rawClient.ts';
import { sharedNow, type Ready } from './orders.ts';

export interface LoadOrder {
  readonly ready: Ready;
  readonly count: number;
  readonly kind: 'websocket' | 'socket.io';
  /** Each says this as soon as it is there. */
  readonly hello?: string;
}
/** Some of those who are there say something, one after the other. */
export interface TalkOrder {
  readonly talk: {
    readonly perSecond: number;
    readonly seconds: number;
    readonly speakers: number;
    /** What is sent around a text: its beginning and its end. Quotes of the text are escaped where it is within another. */
    readonly around: readonly [string, string];
    readonly isQuoted: boolean;
  };
}
/** Asks for what was heard, once so many messages have come. */
export interface ReportOrder {
  readonly atLeast: number;
}
export interface Heard {
  readonly messages: number;
  readonly bytes: number;
  /** Milliseconds, of one message in so many. */
  readonly p50: number;
  readonly p99: number;
}

/** One message in so many is read for the time it was sent. */
const sampled = 41;
const connectAtOnce = 100;
/** Of `re`, with which an answer begins. */
const letterR = 0x72;
const clients: RawClient[] = [];
let messages = 0;
let latencies: number[] = [];

function count(payload: Buffer): void {
  messages += 1;
  if (messages % sampled !== 0) return;
  const at = payload.indexOf('"t":') >= 0 ? payload.indexOf('"t":') + 4 : payload.indexOf('\\"t\\":') + 6;
  latencies.push(sharedNow() - Number.parseFloat(payload.toString('latin1', at, at + 20)));
}

function hear(kind: LoadOrder['kind'], payload: Buffer, client: RawClient): void {
  const first = payload[0];
  if (kind === 'websocket') {
    // Only what was published carries a time; a welcome does not, and the answer to whoever said it does not count.
    if (payload[2] === letterR) return;
    if (payload.includes('"t":') || payload.includes('\\"t\\":')) count(payload);
  } else if (first === 0x30) client.send('40');
  else if (first === 0x32) client.send('3');
  else if (payload.includes('\\"t\\":')) count(payload);
}

async function open({
  ready: { port, path, origin, protocols },
  count: wanted,
  kind,
  hello,
}: LoadOrder): Promise<void> {
  for (let from = 0; from < wanted; from += connectAtOnce) {
    const made = Array.from({ length: Math.min(connectAtOnce, wanted - from) }, (_, index) => {
      const own = protocols?.[from + index];
      return new RawClient({
        port,
        path,
        origin,
        ...(own === undefined ? {} : { protocols: own }),
        onMessage: (payload, _isBinary, client) => hear(kind, payload, client),
      });
    });
    await Promise.all(made.map((client) => client.opened));
    if (hello !== undefined) for (const client of made) client.send(hello);
    clients.push(...made);
  }
}

let said = 0;
function talk({ perSecond, seconds, speakers, around: [before, after], isQuoted }: TalkOrder['talk']): void {
  const begin = performance.now();
  const last = said + perSecond * seconds;
  const first = said;
  const next = () => {
    const text = `{"t":${sharedNow().toFixed(3)},"n":${said}}`;
    const told = `${before}${isQuoted ? text.replaceAll('"', '\\"') : text}${after}`;
    clients[said % speakers]?.send(told.replaceAll('$n', String(said)));
    said += 1;
    if (said < last)
      setTimeout(next, Math.max(0, begin + ((said - first) * 1_000) / perSecond - performance.now()));
  };
  next();
}

const quantile = (sorted: readonly number[], of: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * of))] ?? Number.NaN;

function report(): Heard {
  const sorted = latencies.toSorted((a, b) => a - b);
  const bytes = clients.reduce((sum, client) => sum + client.received, 0);
  const heard = { messages, bytes, p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) };
  messages = 0;
  latencies = [];
  for (const client of clients) client.received = 0;
  return heard;
}

const lookMs = 5;
function reportAt(atLeast: number): void {
  if (messages >= atLeast) process.send?.(report());
  else setTimeout(() => reportAt(atLeast), lookMs);
}

process.on('message', (order: LoadOrder | ReportOrder | TalkOrder) => {
  if ('talk' in order) talk(order.talk);
  else if ('atLeast' in order) reportAt(order.atLeast);
  else void open(order).then(() => process.send?.('open'));
});
process.send?.('ready');
