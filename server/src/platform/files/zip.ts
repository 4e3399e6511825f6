/** Streams files as one ZIP, stored without compression, so that its length is known before its first byte. */
import { createRequire } from 'node:module';
import { finished, type PassThrough, type Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { ZipFile } from 'yazl';

export interface ZipEntry {
  /** The path in the archive, with `/` between folders. */
  readonly path: string;
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly modifiedAt: number;
  /** Opens the content. Called when all earlier entries have been sent. */
  readonly open: () => Promise<Readable>;
}

interface Checksum {
  unsigned(bytes: Buffer, previous: number): number;
}

/** Replaces the function of yazl in JavaScript, which costs more than everything else that an archive does. */
export const fastChecksum: Checksum['unsigned'] = (bytes, previous) => crc32(bytes, previous);
try {
  const requireLikeYazl = createRequire(createRequire(import.meta.url).resolve('yazl'));
  const checksum = requireLikeYazl('buffer-crc32') as Partial<Checksum>;
  if (typeof checksum.unsigned === 'function') checksum.unsigned = fastChecksum;
} catch {
  // Another version of yazl, whose own function works too.
}

/** Bytes of an entry in the central directory besides its path: fixed fields and the time. */
const directoryEntryBytes = 46 + 9;
/** yazl counts the fields of ZIP64 into the length of an archive with a larger directory, but writes them only if forced. */
const maxDirectoryBytes = 0xffff;

/** Adds all entries and the directory. Returns the length of the archive. */
function addEntries(
  zip: ZipFile,
  entries: readonly ZipEntry[],
  open: (entry: ZipEntry, onOpen: (stream: Readable) => void) => void,
): number {
  let directoryBytes = 0;
  for (const entry of entries) {
    directoryBytes += directoryEntryBytes + Buffer.byteLength(entry.path);
    const options = { compress: false, size: entry.bytes, mtime: new Date(entry.modifiedAt) };
    zip.addReadStreamLazy(entry.path, options, (done) => open(entry, (stream) => done(null, stream)));
  }
  let bytes = 0;
  const setBytes = (calculated: number): void => {
    bytes = calculated;
  };
  const forceZip64Format = directoryBytes >= maxDirectoryBytes;
  // The types lack the parameter of the callback, which is called at once because all sizes are known.
  zip.end({ forceZip64Format, comment: '' }, setBytes as () => void);
  return bytes;
}

/** The length of the archive of these entries. */
export const zipLength = (entries: readonly ZipEntry[]): number =>
  addEntries(new ZipFile(), entries, () => undefined);

export interface Zip {
  readonly bytes: number;
  readonly stream: Readable;
}

/**
 * The archive. At most one entry is open at a time, and only as much of it is read as the stream's consumer takes. If an
 * entry fails or has another length than declared, the stream is destroyed with an error that names the entry.
 */
export function createZip(entries: readonly ZipEntry[]): Zip {
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  let path = '';
  let current: Readable | undefined;
  const fail = (cause: unknown) => void output.destroy(new Error(`The file ${path} failed`, { cause }));
  zip.on('error', fail);
  output.once('close', () => current?.destroy());
  const open = async (entry: ZipEntry, onOpen: (stream: Readable) => void): Promise<void> => {
    ({ path } = entry);
    const stream = await entry.open();
    current = stream;
    finished(stream, (error) => {
      if (error) fail(error);
    });
    if (output.destroyed) stream.destroy();
    else onOpen(stream);
  };
  const bytes = addEntries(zip, entries, (entry, onOpen) => void open(entry, onOpen).catch(fail));
  return { bytes, stream: output };
}
