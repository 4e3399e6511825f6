/**
 * P3: one process owns a data folder. A second process exits immediately and reports the owner; the folder of a crashed
 * owner is recovered.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { lockFolder } from '../../server/src/platform/storage/folderLock.ts';
import { type TemporarySetup, createSetup } from './temporarySetup.ts';
import { randomNumbers } from '@foyer/demo/randomNumbers';
import { Findings, type Proof } from './proof.ts';
import { runToEnd, ServerProcess } from './serverProcess.ts';

const LIMIT_MS = 1_000;
const LOCKS = 50;

export const run: Proof = async ({ full, seed, log }) => {
  const findings = new Findings(log);
  const setup = await createSetup('sqlite');
  try {
    const bare = await measureBareStart();
    const took = await startSecondProcesses(setup, full ? 10 : 3, findings);
    const slowest = Math.max(...took);
    // Only the full proof requires one second: the short form runs beside other tests, which slow it down.
    findings.expect(
      !full || slowest <= LIMIT_MS,
      `a second process took ${Math.round(slowest)} ms to end, the limit is ${LIMIT_MS}`,
    );
    const killed = full ? 15 : 2;
    for (let n = 0; n < killed; n++) await expectRecoveryFromKill(setup, findings);
    await expectRecoveryFromFiles(setup, LOCKS - killed, { random: randomNumbers(seed), findings });
    return {
      passed: findings.broken.length === 0,
      figures: {
        'second processes rejected': took.length,
        'slowest (ms)': Math.round(slowest),
        'bare Node (ms)': Math.round(bare),
        'stale locks recovered': findings.broken.length === 0 ? `${LOCKS} of ${LOCKS}` : 'not all',
      },
    };
  } finally {
    await setup.remove();
  }
};

/** Measures how long Node itself takes to start and exit on this machine, in milliseconds. */
const measureBareStart = async (): Promise<number> => {
  const begin = performance.now();
  await once(spawn(process.execPath, ['-e', '0']), 'exit');
  return performance.now() - begin;
};

/** Starts second processes. Returns the time from start to exit of each, in milliseconds. */
const startSecondProcesses = async (
  setup: TemporarySetup,
  times: number,
  findings: Findings,
): Promise<number[]> => {
  const owner = await ServerProcess.start(setup);
  try {
    const took: number[] = [];
    for (let n = 0; n < times; n++) {
      const { code, output, ms } = await runToEnd(setup, []);
      took.push(ms);
      findings.expect(code === 78, `a second process ended with ${code}: ${output}`);
      findings.expect(output.includes(`in use by process ${owner.pid} `), `a second process said: ${output}`);
    }
    return took;
  } finally {
    await owner.kill();
  }
};

const ownerIn = (setup: TemporarySetup): number =>
  (JSON.parse(readFileSync(join(setup.dataDir, 'foyer.lock'), 'utf8')) as { pid: number }).pid;

const expectRecoveryFromKill = async (setup: TemporarySetup, findings: Findings): Promise<void> => {
  const killed = await ServerProcess.start(setup);
  findings.expect(ownerIn(setup) === killed.pid, 'the lock file does not name its owner');
  await killed.kill();
  findings.expect(ownerIn(setup) === killed.pid, 'a killed process took its lock file with it');
  await expectRecovery(setup, 'a killed owner', findings);
};

/** Expects recovery from the lock files that a crash, a reused PID, another container or a partial write leaves. */
const expectRecoveryFromFiles = async (
  setup: TemporarySetup,
  times: number,
  { random, findings }: { random: () => number; findings: Findings },
): Promise<void> => {
  for (let n = 0; n < times; n++) {
    const gone = { pid: 2 ** 22 + Math.floor(random() * 1_000), host: hostname(), started: null };
    const reused = {
      pid: process.ppid,
      host: hostname(),
      started: `another boot:${Math.floor(random() * 1e9)}`,
    };
    const elsewhere = { pid: 1 + Math.floor(random() * 1_000), host: `container-${n}`, started: null };
    const whole = [gone, reused, elsewhere].map((owner) => JSON.stringify(owner));
    const partial = (whole[0] ?? '').slice(0, Math.floor(random() * 20));
    const content = [...whole, partial][n % 4] ?? '';
    await writeFile(join(setup.dataDir, 'foyer.lock'), content);
    await expectRecovery(setup, `a lock file of ${content || 'nothing'}`, findings);
  }
};

const expectRecovery = async (setup: TemporarySetup, what: string, findings: Findings): Promise<void> => {
  try {
    const lock = await lockFolder(setup.dataDir);
    findings.expect(ownerIn(setup) === process.pid, `after ${what} the lock file names another process`);
    await lock.release();
  } catch (thrown) {
    findings.expect(false, `${what} was not recovered: ${(thrown as Error).message}`);
  }
};
