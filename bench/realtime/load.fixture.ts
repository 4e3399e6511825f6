/** The load: many connections in one process, which send messages, count received ones and measure latencies. */
import { RawClient } from './rawClient.ts';
import { sharedNow, type ServerInfo } from './control.ts';

export interface OpenCommand {
  readonly ready: ServerInfo;
  readonly count: number;
  readonly kind: 'websocket' | 'socket.io';
  /** Commands that each connection sends once it is open. The server must reply to each. `$area` becomes one of 50 areas. */
  readonly commands?: readonly string[];
}
/** Sends messages over the first `speakers` connections in turn. */
export interface SendCommand {
  readonly messages: {
    readonly perSecond: number;
    readonly seconds: number;
    readonly speakers: number;
    /** The text before and after each payload. */
    readonly around: readonly [string, string];
    /** Whether the payload is inside a JSON string, so that its quotes are escaped. */
    readonly isQuoted: boolean;
  };
}
/** Requests a report once at least this many messages were received. */
export interface ReportCommand {
  readonly atLeast: number;
}
export interface LoadReport {
  readonly messages: number;
  readonly bytes: number;
  /** Latency in milliseconds, of one message in `sampled`. */
  readonly p50: number;
  readonly p99: number;
}

/** The latency of every 41st message is measured. */
const sampled = 41;
const concurrentConnects = 100;
/** The areas of the big venue. */
const areas = 50;
/** The first letter of `id`, with which a reply begins. */
const letterI = 0x69;
const clients: RawClient[] = [];
/** Replies to the commands of connections that are being opened. */
let pendingReplies = 0;
let onReplied = (): void => undefined;
let messages = 0;
let latencies: number[] = [];

function count(payload: Buffer): void {
  messages += 1;
  if (messages % sampled !== 0) return;
  const at = payload.indexOf('"t":') >= 0 ? payload.indexOf('"t":') + 4 : payload.indexOf('\\"t\\":') + 6;
  latencies.push(sharedNow() - Number.parseFloat(payload.toString('latin1', at, at + 20)));
}

function countReply(payload: Buffer): void {
  if (payload.includes('"error":')) throw new Error(`A command was rejected: ${payload.toString()}`);
  pendingReplies -= 1;
  if (pendingReplies === 0) onReplied();
}

function onPayload(kind: OpenCommand['kind'], payload: Buffer, client: RawClient): void {
  const first = payload[0];
  if (kind === 'websocket') {
    // Only published messages contain a time. The reply to the sender does not count.
    if (payload[2] === letterI) {
      countReply(payload);
      return;
    }
    if (payload.includes('"t":') || payload.includes('\\"t\\":')) count(payload);
  } else if (first === 0x30) client.send('40');
  else if (first === 0x32) client.send('3');
  else if (payload.includes('\\"t\\":')) count(payload);
}

async function open({
  ready: { port, path, origin, protocols },
  count: total,
  kind,
  commands = [],
}: OpenCommand): Promise<void> {
  for (let from = 0; from < total; from += concurrentConnects) {
    const opened = Array.from({ length: Math.min(concurrentConnects, total - from) }, (_, index) => {
      const own = protocols?.[from + index];
      return new RawClient({
        port,
        path,
        origin,
        ...(own === undefined ? {} : { protocols: own }),
        onMessage: (payload, _isBinary, client) => onPayload(kind, payload, client),
      });
    });
    await Promise.all(opened.map((client) => client.opened));
    const replied = new Promise<void>((resolve) => (onReplied = resolve));
    pendingReplies = opened.length * commands.length;
    for (const [index, client] of opened.entries())
      for (const command of commands) client.send(command.replace('$area', `hall-${(from + index) % areas}`));
    if (pendingReplies > 0) await replied;
    clients.push(...opened);
  }
}

let sent = 0;
function sendMessages({
  perSecond,
  seconds,
  speakers,
  around: [before, after],
  isQuoted,
}: SendCommand['messages']): void {
  const begin = performance.now();
  const last = sent + perSecond * seconds;
  const first = sent;
  const next = () => {
    const text = `{"t":${sharedNow().toFixed(3)},"n":${sent}}`;
    const content = `${before}${isQuoted ? text.replaceAll('"', '\\"') : text}${after}`;
    clients[sent % speakers]?.send(content.replaceAll('$n', String(sent)));
    sent += 1;
    if (sent < last)
      setTimeout(next, Math.max(0, begin + ((sent - first) * 1_000) / perSecond - performance.now()));
  };
  next();
}

const quantile = (sorted: readonly number[], of: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * of))] ?? Number.NaN;

function report(): LoadReport {
  const sorted = latencies.toSorted((a, b) => a - b);
  const bytes = clients.reduce((sum, client) => sum + client.received, 0);
  const result = { messages, bytes, p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) };
  messages = 0;
  latencies = [];
  for (const client of clients) client.received = 0;
  return result;
}

const checkEveryMs = 5;
function reportWhenReceived(atLeast: number): void {
  if (messages >= atLeast) process.send?.(report());
  else setTimeout(() => reportWhenReceived(atLeast), checkEveryMs);
}

process.on('message', (command: OpenCommand | ReportCommand | SendCommand) => {
  if ('messages' in command) sendMessages(command.messages);
  else if ('atLeast' in command) reportWhenReceived(command.atLeast);
  else void open(command).then(() => process.send?.('open'));
});
process.send?.('ready');
