/** The commands that control a measured server over IPC: Foyer, the baseline and the compared products. */
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';

export type ServerCommand =
  | { readonly order: 'saturate'; readonly turns: number; readonly perTurn: number; readonly bytes: number }
  | {
      readonly order: 'sendAtRate';
      readonly perSecond: number;
      readonly seconds: number;
      readonly bytes: number;
    }
  | { readonly order: 'memory' };

export interface CommandResult {
  /** Processor time of the whole process, in seconds. */
  readonly cpu: number;
  readonly messages: number;
  readonly connections: number;
  /** Bytes after a garbage collection: the resident set, and the heap with external buffers. */
  readonly rss: number;
  readonly heap: number;
}

export interface ServerInfo {
  readonly port: number;
  readonly path: string;
  readonly origin: string;
  /** The subprotocols of each connection; absent if the server requires none. */
  readonly protocols?: readonly (readonly string[])[];
}

export interface MeasuredServer {
  /** Broadcasts a text to all connections. */
  publish(text: string): void;
  connections(): number;
  /** The largest number of unsent bytes of any connection. */
  backlog(): number;
}

const maxBacklog = 256 * 1024;

/** Milliseconds on a clock that all processes of this machine share. */
export const sharedNow = (): number => performance.timeOrigin + performance.now();

/** Creates a message of about this many bytes that contains the current time. */
function message(bytes: number): string {
  const head = `{"t":${sharedNow().toFixed(3)},"text":"`;
  return `${head}${'x'.repeat(Math.max(0, bytes - head.length - 2))}"}`;
}

async function saturate(
  server: MeasuredServer,
  { turns, perTurn, bytes }: ServerCommand & { order: 'saturate' },
): Promise<number> {
  for (let done = 0; done < turns; done++) {
    for (let each = 0; each < perTurn; each++) server.publish(message(bytes));
    await turn();
    while (server.backlog() > maxBacklog) await pause(1);
  }
  while (server.backlog() > 0) await pause(1);
  return turns * perTurn;
}

async function sendAtRate(
  server: MeasuredServer,
  { perSecond, seconds, bytes }: ServerCommand & { order: 'sendAtRate' },
): Promise<number> {
  const begin = performance.now();
  const messages = perSecond * seconds;
  for (let sent = 0; sent < messages; sent++) {
    await pause(Math.max(0, begin + (sent * 1_000) / perSecond - performance.now()));
    server.publish(message(bytes));
  }
  return messages;
}

const cpuSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

function runCommand(server: MeasuredServer, command: ServerCommand): Promise<number> | number {
  if (command.order === 'saturate') return saturate(server, command);
  if (command.order === 'sendAtRate') return sendAtRate(server, command);
  globalThis.gc?.();
  return 0;
}

/** Reports that the server is ready and runs the commands it receives. */
export function runCommands(server: MeasuredServer, ready: ServerInfo): void {
  process.on('message', (command: ServerCommand) => {
    void (async () => {
      const before = cpuSeconds();
      const messages = await runCommand(server, command);
      const { rss, heapUsed, external } = process.memoryUsage();
      const result: CommandResult = {
        cpu: cpuSeconds() - before,
        messages,
        connections: server.connections(),
        rss,
        heap: heapUsed + external,
      };
      process.send?.(result);
    })();
  });
  process.send?.(ready);
}
