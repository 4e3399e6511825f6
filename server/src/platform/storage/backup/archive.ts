/** The archive: a plain tar file that is written and read as a stream, with a hash of every entry. */
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { extract, type Pack, pack } from 'tar-stream';
import { type ArchiveEntry, MANIFEST, type Manifest, parseManifest } from '#platform/storage/backup/manifest';
import { StorageError } from '#platform/storage/errors';

const MAX_MANIFEST_BYTES = 512 * 1024 * 1024;

/** Counts and hashes the bytes of a stream. */
const createHashStream = (): { through: Transform; entry: (name: string) => ArchiveEntry } => {
  const hash = createHash('sha256');
  let bytes = 0;
  const through = new Transform({
    transform: (chunk: Buffer, _, done) => {
      bytes += chunk.length;
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { through, entry: (name) => ({ name, bytes, sha256: hash.digest('hex') }) };
};

/** Writes under a temporary name. The file appears, complete and synced, when `finish` resolves, or not at all. */
export class ArchiveWriter {
  readonly entries: ArchiveEntry[] = [];
  private readonly file: string;
  private readonly partial: string;
  private readonly handle: FileHandle;
  private readonly pack: Pack;
  private readonly written: Promise<void>;

  private constructor(file: string, partial: string, handle: FileHandle) {
    this.file = file;
    this.partial = partial;
    this.handle = handle;
    this.pack = pack();
    this.written = this.write();
    // Writing an entry and `finish` reject with this error.
    this.written.catch((error: Error) => this.pack.destroy(error));
  }

  /** Throws a `StorageError` if the file exists already or cannot be created. */
  static async create(file: string): Promise<ArchiveWriter> {
    if (await exists(file)) throw new StorageError(`${file} exists already; backups do not overwrite files`);
    const partial = `${file}.${randomBytes(4).toString('hex')}.part`;
    try {
      return new ArchiveWriter(file, partial, await open(partial, 'wx', 0o600));
    } catch (error) {
      throw new StorageError(`${file} cannot be written: ${(error as Error).message}`, { cause: error });
    }
  }

  async add(name: string, bytes: number, body: Readable): Promise<void> {
    const { through, entry } = createHashStream();
    await Promise.race([
      pipeline(body, through, this.pack.entry({ name, size: bytes, mode: 0o600 })),
      this.written.then(() => Promise.reject(new Error('The archive was closed too early'))),
    ]);
    this.entries.push(entry(name));
  }

  async finish(manifest: Manifest): Promise<void> {
    this.pack.entry({ name: MANIFEST, mode: 0o600 }, JSON.stringify(manifest));
    this.pack.finalize();
    await this.written;
    await this.handle.sync();
    await this.handle.close();
    await rename(this.partial, this.file);
    const folder = await open(dirname(this.file));
    await folder.sync();
    await folder.close();
  }

  private async write(): Promise<void> {
    for await (const chunk of this.pack as AsyncIterable<Buffer>) await this.handle.writeFile(chunk);
  }

  async abort(): Promise<void> {
    this.pack.destroy(new Error('The backup was aborted'));
    await this.written.catch(() => undefined);
    await this.handle.close().catch(() => undefined);
    await rm(this.partial, { force: true });
  }
}

/** Passes each entry to `handle` in the order of the archive, and compares all entries with the manifest at its end. */
export const readArchive = async (
  file: string,
  handle: (name: string, bytes: number, body: Readable) => Promise<void>,
): Promise<Manifest> => {
  if (!(await exists(file))) throw new StorageError(`${file} does not exist`);
  const found: ArchiveEntry[] = [];
  let manifest: Manifest | undefined;
  let handlerError: { reason: unknown } | undefined;
  const handleEntry = (name: string, bytes: number, body: Readable): Promise<void> =>
    handle(name, bytes, body).catch((reason: unknown) => {
      handlerError = { reason };
      throw reason;
    });
  const tar = extract();
  const source = createReadStream(file);
  source.on('error', (error) => tar.destroy(error));
  source.pipe(tar);
  try {
    for await (const entry of tar) {
      const { name, size } = entry.header;
      if (manifest !== undefined) throw new Error('it has entries after its manifest');
      if (name === MANIFEST) {
        if (size > MAX_MANIFEST_BYTES) throw new Error('its manifest is too large');
        manifest = parseManifest(await text(entry));
        continue;
      }
      const { through, entry: measure } = createHashStream();
      await Promise.all([
        pipeline(Readable.from(entry), through),
        readRest(handleEntry(name, size, through), through),
      ]);
      found.push(measure(name));
    }
    if (manifest === undefined) throw new Error('it is truncated: it has no manifest');
    assertEntriesMatch(found, manifest.entries);
    return manifest;
  } catch (thrown) {
    if (handlerError !== undefined) throw handlerError.reason;
    throw new StorageError(`The backup ${file} cannot be used: ${reasonOf(thrown)}`, { cause: thrown });
  } finally {
    source.destroy();
  }
};

/** Reads the bytes that `handle` has not read, so that everything is hashed. */
const readRest = async (handled: Promise<void>, body: Readable): Promise<void> => {
  try {
    await handled;
  } catch (error) {
    body.destroy();
    throw error;
  }
  if (body.readableEnded) return;
  body.resume();
  await once(body, 'end');
};

const assertEntriesMatch = (found: readonly ArchiveEntry[], expected: readonly ArchiveEntry[]): void => {
  const byName = new Map(found.map((entry) => [entry.name, entry]));
  if (found.length !== byName.size) throw new Error('it contains an entry twice');
  for (const { name, bytes, sha256 } of expected) {
    const entry = byName.get(name);
    if (entry === undefined) throw new Error(`${name} is missing`);
    if (entry.bytes !== bytes || entry.sha256 !== sha256) throw new Error(`${name} was altered`);
    byName.delete(name);
  }
  const [extra] = byName.keys();
  if (extra !== undefined) throw new Error(`${extra} is not in its manifest`);
};

const reasonOf = (error: unknown): string => {
  if (error instanceof SyntaxError || (error as Error).name === 'ZodError') return 'its manifest was altered';
  return (error as Error).message.split('\n')[0] ?? 'unknown';
};

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );
