/**
 * P2: every acknowledged write is on the disk: a sync completes before each response, and after a failed sync no write
 * is acknowledged.
 */
import { MixedWrites } from './mixedWrites.ts';
import { type Engine, createSetup } from './temporarySetup.ts';
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
  const sqlite = await checkSyncsBeforeResponses('sqlite', saves, findings);
  const postgres = await checkSyncsBeforeResponses('postgres', saves, findings);
  log(`  synced before their responses: ${sqlite} writes on SQLite, ${postgres} on PostgreSQL`);
  const rounds = full ? 10 : 1;
  for (let round = 0; round < rounds; round++) {
    await checkFailingServerDisk(findings);
    await checkFailingDatabaseDisk(findings);
  }
  return {
    passed: findings.broken.length === 0,
    figures: {
      'responses after their sync': sqlite + postgres,
      'failed syncs': rounds * 2,
      'false acknowledgements': findings.broken.length,
    },
  };
};

/** Checks the system calls of server and database between each request and its response. */
const checkSyncsBeforeResponses = async (
  engine: Engine,
  saves: number,
  findings: Findings,
): Promise<number> => {
  const setup = await createSetup(engine);
  const server = await ServerProcess.start(setup);
  try {
    const writes = new MixedWrites();
    await writes.prepare(server);
    const traces = [await Strace.attach(server.pid)];
    if (setup.cluster !== undefined) traces.push(await Strace.attach(setup.cluster.pid(), syncsOnly));
    for (let n = 0; n < saves; n++) await writes.save(server);
    await Promise.all([writes.save(server), writes.upload(server, 'one'), writes.upload(server, 'two')]);
    const seen: SystemCall[] = [];
    for (const trace of traces) seen.push(...(await trace.detach()));
    return checkResponses(seen, engine, findings);
  } finally {
    await server.kill();
    await setup.remove();
  }
};

const syncsOnly = ['-e', 'trace=fsync,fdatasync,pwrite64'];
const logFiles: Record<Engine, RegExp> = { sqlite: /foyer\.db-wal$/, postgres: /pg_wal\// };

const checkResponses = (calls: readonly SystemCall[], engine: Engine, findings: Findings): number => {
  const ordered = calls.toSorted((a, b) => a.ended - b.ended);
  const logCalls = ordered.filter(({ target }) => logFiles[engine].test(target));
  const syncs = logCalls.filter(({ name }) => name.endsWith('sync'));
  const written = logCalls.filter(({ name }) => name === 'pwrite64');
  const arrived = new Map<string, number>();
  let checked = 0;
  for (const { name, target, began, ended, text } of ordered) {
    if (!target.startsWith('TCP')) continue;
    if (/^(read|recvfrom)$/.test(name) && /"(POST|PUT) /.test(text)) arrived.set(target, began);
    const requestedAt = arrived.get(target);
    if (
      requestedAt === undefined ||
      !/^(write|writev|sendto|sendmsg)$/.test(name) ||
      !text.includes('HTTP/1.1 200')
    )
      continue;
    arrived.delete(target);
    checked += 1;
    // The first sync can be that of another write, which was under way when the request arrived.
    const isSynced = written.some(
      (write) =>
        write.began > requestedAt && syncs.some((sync) => sync.began >= write.ended && sync.ended < began),
    );
    findings.expect(
      isSynced,
      `${engine}: the commit of the response at ${ended} was not written and synced after its request at ${requestedAt}`,
    );
  }
  findings.expect(checked > 0, `${engine}: no response was recorded`);
  return checked;
};

const failing = ['-e', 'trace=fsync,fdatasync', '-e', 'inject=fsync,fdatasync:error=EIO'];

/** After a failed sync of the server, this write and all later ones are rejected, reads work, and a restart recovers. */
const checkFailingServerDisk = async (findings: Findings): Promise<void> => {
  const setup = await createSetup('sqlite');
  let server = await ServerProcess.start(setup);
  try {
    const writes = new MixedWrites();
    await writes.prepare(server);
    const trace = await Strace.attach(server.pid, failing);
    await expectRejected(() => writes.save(server), 'a save whose sync failed', findings);
    await trace.detach();
    await expectRejected(() => writes.save(server), 'a save after a failed sync', findings);
    await expectRejected(() => writes.publish(server), 'a publication after a failed sync', findings);
    const { status } = await server.call('/api/venue/version');
    findings.expect(status === 200, `after a failed sync a read returns ${status}`);
    const ready = await server.call('/readyz');
    findings.expect(ready.status === 503, `after a failed sync /readyz returns ${ready.status}`);
    await server.kill();
    server = await ServerProcess.start(setup);
    await writes.check(server, findings);
    const recovered = await writes.save(server);
    findings.expect(recovered.status === 200, `after a restart a save returns ${recovered.status}`);
  } finally {
    await server.kill();
    await setup.remove();
  }
};

/** After a failed sync, PostgreSQL panics and recovers, and the write is not acknowledged. */
const checkFailingDatabaseDisk = async (findings: Findings): Promise<void> => {
  const setup = await createSetup('postgres');
  const server = await ServerProcess.start(setup);
  try {
    const writes = new MixedWrites();
    await writes.prepare(server);
    const trace = await Strace.attach(setup.cluster?.pid() ?? 0, failing);
    await expectRejected(() => writes.save(server), 'a save whose sync failed in PostgreSQL', findings);
    await trace.detach();
    await setup.cluster?.stop('immediate').catch(() => undefined);
    await setup.cluster?.start();
    await writes.check(server, findings);
  } finally {
    await server.kill();
    await setup.remove();
  }
};

const expectRejected = async (
  write: () => Promise<{ status: number; body: unknown }>,
  what: string,
  findings: Findings,
): Promise<void> => {
  const { status, body } = await write();
  const { errMsg = '' } = body as { errMsg?: string };
  findings.expect(status >= 500 && errMsg !== '', `${what} returns ${status} ${JSON.stringify(body)}`);
};
