/** Records the system calls of a process in order: writes, syncs and sent responses. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { uniqueName } from './temporarySetup.ts';

/** A successful system call: start and end in seconds, and its text. */
export interface SystemCall {
  readonly name: string;
  readonly began: number;
  readonly ended: number;
  /** The file or socket of its first parameter. */
  readonly target: string;
  readonly text: string;
}

export const straceIsMissing = (): boolean => spawnSync('strace', ['-V']).error !== undefined;

const calls = 'fsync,fdatasync,pwrite64,write,writev,read,sendto,sendmsg,recvfrom';

/** Runs `strace` on a process, its threads and its children until `detach`. */
export class Strace {
  private readonly child: ChildProcess;
  private readonly file: string;

  private constructor(child: ChildProcess, file: string) {
    this.child = child;
    this.file = file;
  }

  static async attach(pid: number, options: readonly string[] = ['-e', `trace=${calls}`]): Promise<Strace> {
    const pids = [pid, ...(await childrenOf(pid))].flatMap((one) => ['-p', String(one)]);
    const file = join(tmpdir(), uniqueName('foyer-strace'));
    const child = spawn('strace', ['-f', '-ttt', '-T', '-yy', '-s', '100', ...options, '-o', file, ...pids], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let output = '';
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    // strace reports "No such process" for a child that has already exited.
    while ((output.match(/ attached|No such process/g) ?? []).length < pids.length / 2) {
      if (child.exitCode !== null) throw new Error(`strace failed: ${output.trim()}`);
      await pause(20);
    }
    return new Strace(child, file);
  }

  async detach(): Promise<SystemCall[]> {
    const exited = once(this.child, 'exit');
    this.child.kill('SIGINT');
    await exited;
    const lines = (await readFile(this.file, 'utf8')).split('\n');
    await rm(this.file);
    return parse(lines);
  }
}

const childrenOf = async (pid: number): Promise<number[]> => {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children.split(' ').filter(Boolean).map(Number);
};

/** Joins the two lines of calls that another thread interrupted. */
const parse = (lines: readonly string[]): SystemCall[] => {
  const open = new Map<string, { began: number; text: string }>();
  const done: SystemCall[] = [];
  for (const line of lines) {
    const [, pid, time, rest] = /^(\d+)\s+([\d.]+) (.*)$/.exec(line) ?? [];
    if (pid === undefined || time === undefined || rest === undefined) continue;
    if (rest.endsWith('<unfinished ...>')) {
      open.set(pid, { began: Number(time), text: rest.slice(0, -'<unfinished ...>'.length) });
      continue;
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest)?.[1];
    const begun = resumed === undefined ? undefined : open.get(pid);
    const text = begun === undefined ? rest : begun.text + (resumed ?? '');
    const [, name, target, , duration] = /^(\w+)\(\d+<(.*?)>(.*) = \d+.*<([\d.]+)>$/s.exec(text) ?? [];
    if (name === undefined || target === undefined) continue;
    const began = begun?.began ?? Number(time);
    done.push({ name, began, ended: began + Number(duration), target, text });
  }
  return done.toSorted((a, b) => a.ended - b.ended);
};
