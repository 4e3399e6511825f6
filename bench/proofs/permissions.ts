/** Checks permissions that proofs need and containers may forbid: tracing and mounting. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Attaches to a child process and detaches from it. */
function canTrace(): boolean {
  const sleeper = spawn('sleep', ['20'], { stdio: 'ignore' });
  try {
    const tried = spawnSync('timeout', ['-s', 'INT', '1', 'strace', '-p', String(sleeper.pid)], {
      encoding: 'utf8',
    });
    return tried.stderr.includes(' attached');
  } finally {
    sleeper.kill('SIGKILL');
  }
}

function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-mount-'));
  try {
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'foyer', folder]).status === 0;
    if (mounted) spawnSync('umount', [folder]);
    return mounted;
  } finally {
    rmdirSync(folder);
  }
}

export interface Permissions {
  /** `ptrace`, which P2 uses to record system calls. */
  readonly tracing: boolean;
  /** Mounting a small file system, which P16 fills. */
  readonly mounting: boolean;
}

export const permissions = (): Permissions => ({ tracing: canTrace(), mounting: canMount() });

/** One line for each proof that cannot run on this machine. */
export const describeMissing = ({ tracing, mounting }: Permissions): string[] => [
  ...(tracing
    ? []
    : ['NOT RUN: P2 (1 test): this machine forbids ptrace; run "npm run proof -- P2 --short" on another']),
  ...(mounting
    ? []
    : [
        'NOT RUN: P16 (1 test): mounting requires root and a machine that allows it; run "npm run proof -- P16 --short" on another',
      ]),
];
