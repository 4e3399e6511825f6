/**
 * P2: every acknowledged write is on the disk: a sync completes before each response, and after a failed sync no write
 * is acknowledged.
 */
import { MixedWrites } from './mixedWrites.ts';
import { type Engine, ownPlace } from './places.ts';
import { Findings, type Proof } from './proof.ts';
import { ServerProcess } from './serverProcess.ts';
import { Strace, straceIsMissing, type SystemCall } from './strace.ts';

export const run: Proof = async ({ full, log }) => {
  if (straceIsMissing()) {
    log('NOT RUN: P2 (strace): apt-get install strace');
    return { passed: false, figures: { 'not run': 'strace is missing' } };
  }
  const findings = new Findings(log);
  const saves = full ? 200 : 10;
  const sqlite = await syncsBeforeAnswers('sqlite', saves, findings);
  const postgres = await syncsBeforeAnswers('postgres', saves, findings);
  log(`  synced before their answers: ${sqlite} writes on SQLite, ${postgres} on PostgreSQL`);
  const rounds = full ? 10 : 1;
  for (let round = 0; round < rounds; round++) {
    await failsWithTheDisk(findings);
    await failsWithTheDatabase(findings);
  }
  return {
    passed: findings.broken.length === 0,
    figures: {
      'answers after their sync': sqlite + postgres,
      'failed syncs': rounds * 2,
      'false acknowledgements': findings.broken.length,
    },
  };
};

/** Looks at the calls of server and database between the arrival of each request and its answer. */
const syncsBeforeAnswers = async (engine: Engine, saves: number, findings: Findings): Promise<number> => {
  const place = await ownPlace(engine);
  const server = await ServerProcess.start(place);
  try {
    const writes = new MixedWrites();
    await writes.prepare(server);
    const traces = [await Strace.attach(server.pid)];
    if (place.cluster !== undefined) traces.push(await Strace.attach(place.cluster.pid(), syncsOnly));
    for (let n = 0; n < saves; n++) await writes.save(server);
    await Promise.all([writes.save(server), writes.upload(server, 'one'), writes.upload(server, 'two')]);
    const seen: SystemCall[] = [];
    for (const trace of traces) seen.push(...(await trace.detach()));
    return checkAnswers(seen, engine, findings);
  } finally {
    await server.kill();
    await place.remove();
  }
};

const syncsOnly = ['-e', 'trace=fsync,fdatasync,pwrite64'];
const log: Record<Engine, RegExp> = { sqlite: /foyer\.db-wal$/, postgres: /pg_wal\// };

const checkAnswers = (calls: readonly SystemCall[], engine: Engine, findings: Findings): number => {
  const ordered = calls.toSorted((a, b) => a.ended - b.ended);
  const logCalls = ordered.filter(({ target }) => log[engine].test(target));
  const syncs = logCalls.filter(({ name }) => name.endsWith('sync'));
  const written = logCalls.filter(({ name }) => name === 'pwrite64');
  const arrived = new Map<string, number>();
  let checked = 0;
  for (const { name, target, began, ended, text } of ordered) {
    if (!target.startsWith('TCP')) continue;
    if (/^(read|recvfrom)$/.test(name) && /"(POST|PUT) /.test(text)) arrived.set(target, began);
    const asked = arrived.get(target);
    if (
      asked === undefined ||
      !/^(write|writev|sendto|sendmsg)$/.test(name) ||
      !text.includes('HTTP/1.1 200')
    )
      continue;
    arrived.delete(target);
    checked += 1;
    const sync = syncs.find((one) => one.ended > asked && one.ended < began);
    findings.expect(
      sync !== undefined,
      `${engine}: an answer at ${ended} without a sync after its request at ${asked}`,
    );
    const commit = written.find((one) => one.began > asked && sync !== undefined && one.ended <= sync.ended);
    findings.expect(commit !== undefined, `${engine}: an answer at ${ended} whose commit was never written`);
  }
  findings.expect(checked > 0, `${engine}: no answer was seen`);
  return checked;
};

const failing = ['-e', 'trace=fsync,fdatasync', '-e', 'inject=fsync,fdatasync:error=EIO'];

/** A disk that fails: the write is refused, everything after it too, reading goes on, and a restart mends it. */
const failsWithTheDisk = async (findings: Findings): Promise<void> => {
  const place = await ownPlace('sqlite');
  let server = await ServerProcess.start(place);
  try {
    const writes = new MixedWrites();
    await writes.prepare(server);
    const trace = await Strace.attach(server.pid, failing);
    await refused(() => writes.save(server), 'a save whose sync failed', findings);
    await trace.detach();
    await refused(() => writes.save(server), 'a save after a failed sync', findings);
    await refused(() => writes.publish(server), 'a publication after a failed sync', findings);
    const { status } = await server.call('/api/venue/version');
    findings.expect(status === 200, `after a failed sync reading answers ${status}`);
    const ready = await server.call('/readyz');
    findings.expect(ready.status === 503, `after a failed sync /readyz answers ${ready.status}`);
    await server.kill();
    server = await ServerProcess.start(place);
    await writes.check(server, findings);
    const mended = await writes.save(server);
    findings.expect(mended.status === 200, `after a restart a save answers ${mended.status}`);
  } finally {
    await server.kill();
    await place.remove();
  }
};

/** The disk of PostgreSQL fails: it panics and recovers, and nobody is told that all is well. */
const failsWithTheDatabase = async (findings: Findings): Promise<void> => {
  const place = await ownPlace('postgres');
  const server = await ServerProcess.start(place);
  try {
    const writes = new MixedWrites();
    await writes.prepare(server);
    const trace = await Strace.attach(place.cluster?.pid() ?? 0, failing);
    await refused(() => writes.save(server), 'a save whose sync failed in PostgreSQL', findings);
    await trace.detach();
    await place.cluster?.stop('immediate').catch(() => undefined);
    await place.cluster?.start();
    await writes.check(server, findings);
  } finally {
    await server.kill();
    await place.remove();
  }
};

const refused = async (
  write: () => Promise<{ status: number; body: unknown }>,
  what: string,
  findings: Findings,
): Promise<void> => {
  const { status, body } = await write();
  const { errMsg = '' } = body as { errMsg?: string };
  findings.expect(status >= 500 && errMsg !== '', `${what} answers ${status} ${JSON.stringify(body)}`);
};
