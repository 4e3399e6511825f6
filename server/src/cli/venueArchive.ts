/** Reads and writes a venue and its assets as a tar archive with `venue.json` and `assets/{id}`. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import tar from 'tar-stream';
import { assetBytes, id as idSchema, venueFileBytes } from '@foyer/contract';

/** The archive is not a venue archive; the message says why. */
export class ArchiveError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ArchiveError';
  }
}

const venueName = 'venue.json';
const assetsFolder = 'assets/';
const entriesAllowed = 20_000;

/** The content of an entry as buffers; the library's streams are not Node streams. */
type Bytes = AsyncIterable<unknown>;

export interface ArchivedAsset {
  readonly id: string;
  /** The path of the unpacked file, which `close` removes. */
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface OpenArchive {
  readonly venue: string;
  readonly assets: ReadonlyMap<string, ArchivedAsset>;
  /** Removes the unpacked files. */
  close(): Promise<void>;
}

/** Reads and validates a whole archive. @throws ArchiveError */
export async function readArchive(file: string): Promise<OpenArchive> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-import-'));
  const close = () => rm(folder, { recursive: true, force: true });
  try {
    return { ...(await unpack(file, folder)), close };
  } catch (error) {
    await close();
    if (error instanceof ArchiveError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ArchiveError(`${file} is not a readable archive: ${reason}`, { cause: error });
  }
}

async function unpack(file: string, folder: string): Promise<Omit<OpenArchive, 'close'>> {
  const assets = new Map<string, ArchivedAsset>();
  let venue: string | undefined;
  let entries = 0;
  const extract = tar.extract();
  const reading = pipeline(createReadStream(file), extract);
  // Awaited below. Without this handler, an error in the loop would leave the rejection unhandled.
  reading.catch(() => undefined);
  for await (const entry of extract) {
    const { name, type, size } = entry.header;
    entries += 1;
    if (entries > entriesAllowed)
      throw new ArchiveError(`The archive contains more than ${entriesAllowed} entries`);
    if (type === 'directory' && name === assetsFolder) {
      // `tar -cf my.tar venue.json assets` adds the folder itself, too.
      entry.resume();
      continue;
    }
    const assetId = assetIdOf(name, type);
    if (assetId === undefined) {
      if (venue !== undefined) throw new ArchiveError(`The archive contains ${venueName} twice`);
      requireSize(name, size, venueFileBytes);
      venue = await textOf(entry);
    } else {
      if (assets.has(assetId)) throw new ArchiveError(`The archive contains ${quote(name)} twice`);
      requireSize(name, size, assetBytes);
      // Files are numbered because ids that differ only in case are the same file on some file systems.
      assets.set(assetId, await keep(entry, assetId, join(folder, String(entries))));
    }
  }
  await reading;
  if (venue === undefined) throw new ArchiveError(`The archive does not contain ${venueName}`);
  return { venue, assets };
}

/** The asset id of an entry; undefined for `venue.json`. Throws for any other entry. */
function assetIdOf(name: string, type: string | null | undefined): string | undefined {
  if (type !== 'file')
    throw new ArchiveError(
      `The archive contains ${quote(name)}, which is a ${type ?? 'special entry'}, not a file`,
    );
  if (name === venueName) return undefined;
  const assetId = name.startsWith(assetsFolder) ? name.slice(assetsFolder.length) : '';
  // An id has no slash and does not begin with a dot, so the path stays in the folder.
  if (!idSchema.safeParse(assetId).success)
    throw new ArchiveError(
      `The archive contains ${quote(name)}; only ${venueName} and ${assetsFolder}{id} are allowed`,
    );
  return assetId;
}

function requireSize(name: string, size: number, limit: number): void {
  if (size > limit) throw new ArchiveError(`${quote(name)} is ${size} bytes long; the maximum is ${limit}`);
}

const quote = (name: string): string => JSON.stringify(name.length > 100 ? `${name.slice(0, 97)}...` : name);

async function textOf(entry: Bytes): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of entry) chunks.push(chunk as Buffer);
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
}

async function keep(entry: Bytes, id: string, file: string): Promise<ArchivedAsset> {
  const hash = createHash('sha256');
  let bytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(entry, measure, createWriteStream(file));
  return { id, file, bytes, sha256: hash.digest('hex') };
}

export interface Content {
  readonly bytes: number;
  readonly body: Readable;
}

/** Writes an archive. The file appears when it is complete. `open` is called for one asset at a time. */
export async function writeArchive(
  file: string,
  venue: string,
  assetIds: readonly string[],
  open: (assetId: string) => Promise<Content>,
): Promise<void> {
  const unfinished = `${file}.part`;
  const pack = tar.pack();
  const written = pipeline(pack, createWriteStream(unfinished));
  written.catch(() => undefined);
  try {
    const text = Buffer.from(venue);
    await add(pack, venueName, { bytes: text.length, body: text });
    for (const id of assetIds) await add(pack, `${assetsFolder}${id}`, await open(id));
    pack.finalize();
    await written;
    await rename(unfinished, file);
  } catch (error) {
    pack.destroy();
    const ended: unknown = await written.catch((why: unknown) => why);
    await rm(unfinished, { force: true });
    // Report the disk error, not the closed archive that results from it.
    throw ended instanceof Error && 'syscall' in ended ? ended : error;
  }
}

async function add(
  pack: tar.Pack,
  name: string,
  content: { bytes: number; body: Readable | Buffer },
): Promise<void> {
  // No timestamps, so that the same venue gives the same archive.
  const header = { name, size: content.bytes, mtime: new Date(0) };
  if (Buffer.isBuffer(content.body)) pack.entry(header, content.body);
  else await pipeline(content.body, pack.entry(header));
}
