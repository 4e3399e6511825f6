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
import { type OwnPlace, ownPlace } from './places.ts';
import { Findings, type Proof, randomNumbers } from './proof.ts';
import { runToEnd, ServerProcess } from './serverProcess.ts';

const LIMIT_MS = 1_000;
const LOCKS = 50;

export const run: Proof = async ({ full, seed, log }) => {
  const findings = new Findings(log);
  const place = await ownPlace('sqlite');
  try {
    const bare = await bareStart();
    const took = await secondProcesses(place, full ? 10 : 3, findings);
    const slowest = Math.max(...took);
    // The second is a figure of the full proof: a test beside other tests measures its neighbours.
    findings.expect(
      !full || slowest <= LIMIT_MS,
      `a second process took ${Math.round(slowest)} ms to end, the limit is ${LIMIT_MS}`,
    );
    const killed = full ? 15 : 2;
    for (let n = 0; n < killed; n++) await recoversFromKill(place, findings);
    await recoversFromFiles(place, LOCKS - killed, { random: randomNumbers(seed), findings });
    return {
      passed: findings.broken.length === 0,
      figures: {
        'second processes refused': took.length,
        'slowest (ms)': Math.round(slowest),
        'bare Node meanwhile (ms)': Math.round(bare),
        'stale locks recovered': findings.broken.length === 0 ? `${LOCKS} of ${LOCKS}` : 'not all',
      },
    };
  } finally {
    await place.remove();
  }
};

/** How long Node itself takes to start and end here and now, milliseconds. */
const bareStart = async (): Promise<number> => {
  const begin = performance.now();
  await once(spawn(process.execPath, ['-e', '0']), 'exit');
  return performance.now() - begin;
};

/** How long each took from its start to its end, milliseconds. */
const secondProcesses = async (place: OwnPlace, times: number, findings: Findings): Promise<number[]> => {
  const owner = await ServerProcess.start(place);
  try {
    const took: number[] = [];
    for (let n = 0; n < times; n++) {
      const { code, said, ms } = await runToEnd(place, []);
      took.push(ms);
      findings.expect(code === 78, `a second process ended with ${code}: ${said}`);
      findings.expect(said.includes(`in use by process ${owner.pid} `), `a second process said: ${said}`);
    }
    return took;
  } finally {
    await owner.kill();
  }
};

const ownerIn = (place: OwnPlace): number =>
  (JSON.parse(readFileSync(join(place.dataDir, 'foyer.lock'), 'utf8')) as { pid: number }).pid;

const recoversFromKill = async (place: OwnPlace, findings: Findings): Promise<void> => {
  const killed = await ServerProcess.start(place);
  findings.expect(ownerIn(place) === killed.pid, 'the lock file does not name its owner');
  await killed.kill();
  findings.expect(ownerIn(place) === killed.pid, 'a killed process took its lock file with it');
  await recovers(place, 'a killed owner', findings);
};

/** What a crash, a reused PID, another container or a torn write leaves. */
const recoversFromFiles = async (
  place: OwnPlace,
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
    const torn = (whole[0] ?? '').slice(0, Math.floor(random() * 20));
    const content = [...whole, torn][n % 4] ?? '';
    await writeFile(join(place.dataDir, 'foyer.lock'), content);
    await recovers(place, `a lock file of ${content || 'nothing'}`, findings);
  }
};

const recovers = async (place: OwnPlace, what: string, findings: Findings): Promise<void> => {
  try {
    const lock = await lockFolder(place.dataDir);
    findings.expect(ownerIn(place) === process.pid, `after ${what} the lock file names somebody else`);
    await lock.release();
  } catch (thrown) {
    findings.expect(false, `${what} was not recovered: ${(thrown as Error).message}`);
  }
};
