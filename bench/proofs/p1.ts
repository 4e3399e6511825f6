/** P1: no acknowledged write is lost or duplicated when the server or its database is killed at any time. */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { LikeWrites } from './likeWrites.ts';
import { MixedWrites } from './mixedWrites.ts';
import type { PostgresCluster } from '../../server/src/testing/postgres.ts';
import { type Engine, createSetup } from './temporarySetup.ts';
import { randomNumbers } from '@foyer/demo/randomNumbers';
import { Findings, type Proof } from './proof.ts';
import { ServerProcess } from './serverProcess.ts';

export const run: Proof = async ({ full, seed, log }) => {
  const findings = new Findings(log);
  const kills = full ? 100 : 5;
  // Only the full proof requires ten seconds: the short form runs beside other tests, which slow it down.
  const course = { kills, recoveryMs: full ? 10_000 : 60_000, findings, log };
  const sqlite = await survive('sqlite', { ...course, random: randomNumbers(seed) });
  const postgres = await survive('postgres', { ...course, random: randomNumbers(seed + 1) });
  const acknowledged = sqlite.acknowledged + postgres.acknowledged;
  findings.expect(
    acknowledged > kills * 4,
    `only ${acknowledged} writes were acknowledged: too few for a proof`,
  );
  return {
    passed: findings.broken.length === 0,
    figures: {
      kills: sqlite.kills + postgres.kills,
      'of the database': postgres.ofDatabase,
      'acknowledged writes': acknowledged,
      'acknowledged likes': sqlite.likes + postgres.likes,
      interrupted: sqlite.cutOff + postgres.cutOff,
      'lost or duplicated': findings.broken.length,
    },
  };
};

interface Course {
  readonly kills: number;
  readonly random: () => number;
  /** How long a server may take to be ready after its database is. */
  readonly recoveryMs: number;
  readonly findings: Findings;
  readonly log: (line: string) => void;
}
interface Survived {
  readonly kills: number;
  readonly ofDatabase: number;
  readonly acknowledged: number;
  /** Acknowledged likes and unlikes. */
  readonly likes: number;
  readonly cutOff: number;
}

const survive = async (
  engine: Engine,
  { kills, random, recoveryMs, findings, log }: Course,
): Promise<Survived> => {
  const setup = await createSetup(engine);
  const writes = new MixedWrites();
  const likes = new LikeWrites();
  let ofDatabase = 0;
  let server = await ServerProcess.start(setup);
  try {
    await writes.prepare(server);
    await writes.publish(server);
    for (let round = 1; round <= kills; round++) {
      const done = { stopped: false };
      const [before, likesBefore] = [writes.acknowledged, likes.acknowledged];
      const working = Promise.all([writes.work(server, done), likes.work(server, done)]);
      while (writes.acknowledged < before + 2 || likes.acknowledged < likesBefore + 2) await pause(5);
      await pause(random() * 200);
      // With PostgreSQL, every third kill hits one or all of its processes.
      const database = setup.cluster !== undefined && round % 3 === 0;
      if (database) await killDatabase(setup.cluster, random() < 0.5);
      done.stopped = true;
      if (!database) await server.kill();
      await working;
      if (database) await recovered(server, recoveryMs, findings);
      else server = await ServerProcess.start(setup);
      ofDatabase += database ? 1 : 0;
      for (const each of [writes, likes]) {
        await each.repeatUncertain(server);
        await each.check(server, findings);
      }
      log(
        `  ${engine}, kill ${round}: ${writes.acknowledged} writes and ${likes.acknowledged} likes acknowledged, ${writes.interrupted + likes.interrupted} interrupted so far`,
      );
    }
    return {
      kills,
      ofDatabase,
      acknowledged: writes.acknowledged,
      likes: likes.acknowledged,
      cutOff: writes.interrupted + likes.interrupted,
    };
  } finally {
    await server.kill();
    await setup.remove();
  }
};

const killDatabase = async (cluster: PostgresCluster, whole: boolean): Promise<void> => {
  if (whole) {
    await cluster.stop('immediate');
    await cluster.start();
    return;
  }
  const client = new pg.Client({ connectionString: cluster.url });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>(
    "select pid from pg_stat_activity where application_name = 'foyer' order by random() limit 1",
  );
  // The postmaster treats this as a crash and ends all other processes, including the one of this connection.
  if (rows[0] !== undefined) process.kill(rows[0].pid, 'SIGKILL');
  await client.end().catch(() => undefined);
};

/** Expects the same process to be ready again when its database is. */
const recovered = async (server: ServerProcess, withinMs: number, findings: Findings): Promise<void> => {
  const until = performance.now() + withinMs;
  let status = 0;
  while (performance.now() < until) {
    status = (await server.call('/readyz')).status;
    if (status === 200) return;
    await pause(50);
  }
  findings.expect(
    false,
    `${withinMs / 1_000} s after the recovery of its database the server is not ready: ${status}`,
  );
};
