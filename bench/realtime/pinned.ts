/** Processes pinned to a core: the server to the first, the load to the second. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { CommandResult, ServerCommand, ServerInfo } from './control.ts';

export const canPin = availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0;

/** Starts a fixture of this folder. */
export function startPinned(
  fixture: string,
  core: 0 | 1,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): ChildProcess {
  const program = [process.execPath, '--expose-gc', join(import.meta.dirname, fixture), ...args];
  const command = canPin ? ['taskset', '-c', String(core), ...program] : program;
  return spawn(command[0] ?? '', command.slice(1), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...env },
  });
}

/** Resolves with the next IPC message of a fixture. @throws if the fixture exits */
export async function nextMessage<T>(child: ChildProcess): Promise<T> {
  const failed = once(child, 'exit').then(([code]) =>
    Promise.reject(new Error(`a fixture ended with ${code}`)),
  );
  failed.catch(() => undefined);
  const [message] = (await Promise.race([once(child, 'message'), failed])) as [T];
  return message;
}

export class PinnedServer {
  readonly ready: ServerInfo;
  private readonly child: ChildProcess;

  private constructor(child: ChildProcess, ready: ServerInfo) {
    this.child = child;
    this.ready = ready;
  }

  static async start(
    fixture: string,
    args: readonly string[] = [],
    env: Readonly<Record<string, string>> = {},
  ): Promise<PinnedServer> {
    const child = startPinned(fixture, 0, args, env);
    return new PinnedServer(child, await nextMessage<ServerInfo>(child));
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  async run(order: ServerCommand): Promise<CommandResult> {
    this.child.send(order);
    return nextMessage<CommandResult>(this.child);
  }

  async stop(): Promise<void> {
    const exited = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exited;
  }
}
