/** P16: on a full disk, writes fail with an error, reads work, and the server recovers when there is space. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { MixedWrites } from './mixedWrites.ts';
import { Findings, type Proof } from './proof.ts';
import { type HttpResponse, ServerProcess } from './serverProcess.ts';

export const run: Proof = async ({ full, log }) => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-full-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=24m,mode=700', 'foyer', folder], {
    encoding: 'utf8',
  });
  if (mounted.error !== undefined || mounted.status !== 0) {
    await rm(folder, { recursive: true });
    log(
      `NOT RUN: P16 (mounting a small disk requires root): ${mounted.stderr?.trim() ?? 'mount is not available'}`,
    );
    return { passed: false, figures: { 'not run': 'no tmpfs could be mounted' } };
  }
  const findings = new Findings(log);
  const rounds = full ? 20 : 2;
  let rejected = 0;
  try {
    for (let round = 0; round < rounds; round++) rejected += await fillAndFree(folder, findings);
    return {
      passed: findings.broken.length === 0,
      figures: { rounds, 'writes rejected on a full disk': rejected, broken: findings.broken.length },
    };
  } finally {
    spawnSync('umount', [folder]);
    await rm(folder, { recursive: true, force: true });
  }
};

/** Fills the disk of a server and frees it, three times. Returns the number of rejected writes. */
const fillAndFree = async (folder: string, findings: Findings): Promise<number> => {
  const dataDir = join(folder, 'data');
  const server = await ServerProcess.start({ dataDir });
  const writes = new MixedWrites();
  try {
    await writes.prepare(server);
    const filler = join(folder, 'filler');
    let rejected = 0;
    for (let time = 0; time < 3; time++) {
      await fill(folder, filler);
      rejected += await expectWritesRejected(server, writes, findings);
      await expectReadsSucceed(server, findings);
      await rm(filler);
      await expectWritesSucceed(server, writes, findings);
      await writes.check(server, findings);
    }
    return rejected;
  } finally {
    await server.stop();
    expectIntegrity(join(dataDir, 'foyer.db'), findings);
    await rm(dataDir, { recursive: true });
  }
};

/** Writes a file of the size of all free blocks, or of those that the server leaves meanwhile. */
const fill = async (folder: string, filler: string): Promise<void> => {
  const { bavail, bsize } = await statfs(folder);
  await writeFile(filler, Buffer.alloc(bavail * bsize, 1)).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  });
};

/** Writes until the space in preallocated files is used up, and expects later writes to fail with an error message. */
const expectWritesRejected = async (
  server: ServerProcess,
  writes: MixedWrites,
  findings: Findings,
): Promise<number> => {
  let rejected = 0;
  for (let tries = 0; tries < 300 && rejected < 12; tries++) {
    const write = [() => writes.save(server), () => writes.upload(server), () => writes.publish(server)][
      tries % 3
    ];
    const response = await write?.();
    if (response === undefined || response.status === 200) continue;
    rejected += 1;
    const { errMsg = '', code = '' } = response.body as { errMsg?: string; code?: string };
    const isExpectedError =
      (response.status === 507 && code === 'storageFull') ||
      (response.status === 503 && code === 'unavailable');
    findings.expect(
      isExpectedError && errMsg !== '',
      `a write on a full disk returns ${response.status} ${JSON.stringify(response.body)}`,
    );
  }
  findings.expect(rejected > 0, 'no write was rejected on a full disk');
  const { status, body } = await server.call('/readyz');
  findings.expect(
    status === 503 && JSON.stringify(body).includes('DATA_DIR is full'),
    `on a full disk /readyz returns ${status} ${JSON.stringify(body)}`,
  );
  return rejected;
};

const expectReadsSucceed = async (server: ServerProcess, findings: Findings): Promise<void> => {
  for (const path of [
    '/api/venue/version',
    '/api/designer/versions',
    '/api/designer/assets',
    '/api/designer/versions/1',
  ]) {
    const { status } = await server.call(path);
    findings.expect(status === 200, `on a full disk ${path} returns ${status}`);
  }
};

const expectWritesSucceed = async (
  server: ServerProcess,
  writes: MixedWrites,
  findings: Findings,
): Promise<void> => {
  const responses: HttpResponse[] = [
    await writes.save(server),
    await writes.upload(server),
    await writes.publish(server),
  ];
  for (const { status, body } of responses)
    findings.expect(
      status === 200,
      `after space was freed, a write returns ${status} ${JSON.stringify(body)}`,
    );
};

const expectIntegrity = (file: string, findings: Findings): void => {
  const database = new DatabaseSync(file, { readOnly: true });
  const [row] = database.prepare('pragma integrity_check').all();
  database.close();
  findings.expect(row?.['integrity_check'] === 'ok', `the database is damaged: ${JSON.stringify(row)}`);
};
