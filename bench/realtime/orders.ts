/** What a server under measurement is told to do over IPC, the same for Foyer, its floor and its peers. */
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';

export type Order =
  | { readonly order: 'saturate'; readonly turns: number; readonly perTurn: number; readonly bytes: number }
  | { readonly order: 'pace'; readonly perSecond: number; readonly seconds: number; readonly bytes: number }
  | { readonly order: 'memory' };

export interface Done {
  /** Processor time of the whole process, in seconds. */
  readonly cpu: number;
  readonly messages: number;
  readonly connections: number;
  /** Bytes after a collection: resident, and what JavaScript and its buffers hold. */
  readonly rss: number;
  readonly heap: number;
}

export interface Ready {
  readonly port: number;
  readonly path: string;
  readonly origin: string;
  /** One list for each connection that may be opened; absent: none is asked for. */
  readonly protocols?: readonly (readonly string[])[];
}

export interface Driven {
  /** Sends a text to every connection. */
  publish(text: string): void;
  connections(): number;
  /** The most bytes that wait for any connection. */
  backlog(): number;
}

const backlogAtMost = 256 * 1024;

/** Milliseconds on a clock that all processes of this machine share. */
export const sharedNow = (): number => performance.timeOrigin + performance.now();

/** A message of about so many bytes that says when it was sent. */
function message(bytes: number): string {
  const head = `{"t":${sharedNow().toFixed(3)},"text":"`;
  return `${head}${'x'.repeat(Math.max(0, bytes - head.length - 2))}"}`;
}

async function saturate(
  server: Driven,
  { turns, perTurn, bytes }: Order & { order: 'saturate' },
): Promise<number> {
  for (let done = 0; done < turns; done++) {
    for (let each = 0; each < perTurn; each++) server.publish(message(bytes));
    await turn();
    while (server.backlog() > backlogAtMost) await pause(1);
  }
  while (server.backlog() > 0) await pause(1);
  return turns * perTurn;
}

async function pace(
  server: Driven,
  { perSecond, seconds, bytes }: Order & { order: 'pace' },
): Promise<number> {
  const begin = performance.now();
  const messages = perSecond * seconds;
  for (let sent = 0; sent < messages; sent++) {
    await pause(Math.max(0, begin + (sent * 1_000) / perSecond - performance.now()));
    server.publish(message(bytes));
  }
  return messages;
}

const spent = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

function carryOut(server: Driven, order: Order): Promise<number> | number {
  if (order.order === 'saturate') return saturate(server, order);
  if (order.order === 'pace') return pace(server, order);
  globalThis.gc?.();
  return 0;
}

/** Says that the server is ready, and from now on does what it is told. */
export function obey(server: Driven, ready: Ready): void {
  process.on('message', (order: Order) => {
    void (async () => {
      const before = spent();
      const messages = await carryOut(server, order);
      const { rss, heapUsed, external } = process.memoryUsage();
      const done: Done = {
        cpu: spent() - before,
        messages,
        connections: server.connections(),
        rss,
        heap: heapUsed + external,
      };
      process.send?.(done);
    })();
  });
  process.send?.(ready);
}
