/**
 * P26: a backup that one command makes under load is restored on an empty host by one command, with the same content.
 */
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { openFolderBlobs } from '../../server/src/platform/blobs/folder.ts';
import { MixedWrites } from './mixedWrites.ts';
import { type Engine, type TemporarySetup, createSetup } from './temporarySetup.ts';
import { Findings, type Proof } from './proof.ts';
import { runToEnd, ServerProcess } from './serverProcess.ts';

export const run: Proof = async ({ full, log }) => {
  const findings = new Findings(log);
  const size = full ? 2_048 : 16;
  const figures: Record<string, string | number> = { 'files (MiB)': size };
  for (const engine of ['sqlite', 'postgres'] as const) {
    const { backupMs, restoreMs, bytes } = await roundTrip(engine, size, findings);
    const tenGib = (ms: number): number => Math.round(((ms / bytes) * 10 * 2 ** 30) / 1_000);
    figures[`${engine} backup (s)`] = (backupMs / 1_000).toFixed(1);
    figures[`${engine} restore (s)`] = (restoreMs / 1_000).toFixed(1);
    if (full) {
      figures[`${engine} restore of 10 GiB at that rate (s)`] = tenGib(restoreMs);
      findings.expect(
        tenGib(restoreMs) <= 600,
        `${engine}: 10 GiB would take ${tenGib(restoreMs)} s to restore`,
      );
      findings.expect(
        tenGib(backupMs) <= 300,
        `${engine}: 10 GiB would take ${tenGib(backupMs)} s to back up`,
      );
    }
  }
  return { passed: findings.broken.length === 0, figures };
};

interface RoundTrip {
  readonly backupMs: number;
  readonly restoreMs: number;
  readonly bytes: number;
}

const roundTrip = async (engine: Engine, megabytes: number, findings: Findings): Promise<RoundTrip> => {
  const [setup, other] = [await createSetup(engine), await createSetup(engine)];
  const server = await ServerProcess.start(setup);
  try {
    const writes = new MixedWrites();
    await writes.prepare(server);
    await addFiles(setup, megabytes);
    for (let n = 0; n < 5; n++) await writes.save(server);
    const before: ExpectedContent = {
      saved: new Set(writes.saved.keys()),
      uploaded: [...writes.uploaded],
      files: await hashesOf(join(setup.dataDir, 'blobs')),
    };
    const file = join(setup.dataDir, 'foyer.backup');
    const done = { stopped: false };
    const working = writes.work(server, done);
    const backup = await runToEnd(setup, ['backup', file]);
    done.stopped = true;
    await working;
    findings.expect(backup.code === 0, `${engine}: backup ended with ${backup.code}: ${backup.output}`);
    const restore = await runToEnd(other, ['restore', file]);
    findings.expect(restore.code === 0, `${engine}: restore ended with ${restore.code}: ${restore.output}`);
    const again = await runToEnd(other, ['backup', join(other.dataDir, 'again.backup')]);
    findings.expect(
      contentsOf(backup.output) !== '' && contentsOf(backup.output) === contentsOf(again.output),
      `${engine}: backed up "${backup.output}", and after restoring "${again.output}"`,
    );
    await expectContent(other, before, findings);
    const { size } = await stat(file);
    return { backupMs: backup.ms, restoreMs: restore.ms, bytes: size };
  } finally {
    await server.kill();
    await setup.remove();
    await other.remove();
  }
};

const contentsOf = (output: string): string => /contents ([0-9a-f]+)/.exec(output)?.[1] ?? '';

/** Adds files of 4 MiB to those of the venue. */
const addFiles = async (setup: TemporarySetup, megabytes: number): Promise<void> => {
  const blobs = await openFolderBlobs(join(setup.dataDir, 'blobs'), Date.now());
  const content = randomBytes(4 * 2 ** 20);
  for (let n = 0; n < megabytes / 4; n++) {
    content.writeUInt32LE(n);
    const { sha256 } = await blobs.put(`proof/${n}`, content);
    if (sha256 !== createHash('sha256').update(content).digest('hex'))
      throw new Error('a file was stored wrongly');
  }
};

/** The expected content of the restored host, read without the backup code. */
interface ExpectedContent {
  readonly saved: ReadonlySet<string>;
  readonly uploaded: MixedWrites['uploaded'];
  /** Hashes of the stored files, by their path. */
  readonly files: ReadonlyMap<string, string>;
}

const hashesOf = async (folder: string): Promise<Map<string, string>> => {
  const hashes = new Map<string, string>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || path.includes('/.tmp/')) continue;
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
    hashes.set(relative(folder, path), hash.digest('hex'));
  }
  return hashes;
};

/** Every save, upload and file from before the backup is on the restored server. */
const expectContent = async (
  setup: TemporarySetup,
  { saved, uploaded, files }: ExpectedContent,
  findings: Findings,
): Promise<void> => {
  const restored = await hashesOf(join(setup.dataDir, 'blobs'));
  for (const [path, hash] of files)
    findings.expect(restored.get(path) === hash, `the file ${path} is not restored`);
  const server = await ServerProcess.start(setup);
  try {
    const found = new MixedWrites();
    for (const marker of saved) found.saved.set(marker, 0);
    found.uploaded.push(...uploaded);
    const versions = new Findings(() => undefined);
    await found.check(server, versions);
    const lost = versions.broken.filter((line) => line.endsWith('is lost') || line.startsWith('upload'));
    findings.expect(lost.length === 0, `after restoring: ${lost.join('; ')}`);
  } finally {
    await server.kill();
  }
};
