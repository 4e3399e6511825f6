import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { createZip, fastChecksum, zipLength, type ZipEntry } from '#platform/files/zip';
import { readZip, readZipDirectory } from '#testing/zip';

const modifiedAt = Date.UTC(2026, 10, 20, 12);
const entryOf = (path: string, content: Buffer, more: Partial<ZipEntry> = {}): ZipEntry => ({
  path,
  bytes: content.length,
  modifiedAt,
  open: async () => Readable.from([content]),
  ...more,
});

/** Repeats a chunk without copying it. */
const repeated = (chunk: Buffer, times: number): Readable =>
  Readable.from(Array.from({ length: times }, () => chunk));

const mebibyte = 1024 * 1024;

/** Reads at least so many bytes, and then no more. */
async function readBytes(stream: Readable, bytes: number): Promise<void> {
  const chunks = stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  let left = bytes;
  for await (const chunk of chunks) {
    left -= chunk.length;
    if (left <= 0) return;
  }
}

/** Entries of one mebibyte each, which record what is opened, read and closed. */
function recordingEntries(count: number) {
  const chunk = Buffer.alloc(64 * 1024, 7);
  const chunks = 16;
  const seen = { opened: 0, closed: 0, bytesRead: 0 };
  const open = async () => {
    seen.opened += 1;
    let left = chunks;
    const stream = new Readable({
      read() {
        seen.bytesRead += chunk.length;
        left -= 1;
        this.push(left < 0 ? null : chunk);
      },
    });
    stream.once('close', () => void (seen.closed += 1));
    return stream;
  };
  const entries = Array.from({ length: count }, (_, index) => ({
    path: `${index}.bin`,
    bytes: chunk.length * chunks,
    modifiedAt,
    open,
  }));
  return { entries, seen };
}

/** Waits until nothing has been read for some turns of the event loop. */
async function untilIdle(seen: { bytesRead: number }): Promise<void> {
  for (let [idle, before] = [0, -1]; idle < 50; idle += 1) {
    if (seen.bytesRead !== before) idle = 0;
    before = seen.bytesRead;
    await nextTurn();
  }
}

test('CALL-27a an archive contains its files unchanged, and its length is known beforehand', async () => {
  const files = new Map([
    ['Talks/plan.pdf', Buffer.from('%PDF-1.7')],
    ['Talks/empty.txt', Buffer.alloc(0)],
    ['المحاضرات/برنامج.pdf', Buffer.from('مرحبا')],
  ]);
  const entries = [...files].map(([path, content]) => entryOf(path, content));
  const { bytes, stream } = createZip(entries);
  const zip = await buffer(stream);
  expect([bytes, zipLength(entries)]).toEqual([zip.length, zip.length]);
  expect(readZip(zip)).toEqual(files);
});

test('CALL-27b the length of an archive with a long directory is right', async () => {
  const content = Buffer.from('text');
  const entries = Array.from({ length: 1_500 }, (_, index) =>
    entryOf(`A folder with a name/${index}.txt`, content),
  );
  const zip = await buffer(createZip(entries).stream);
  expect(zip).toHaveLength(zipLength(entries));
  expect(readZip(zip).get('A folder with a name/1499.txt')).toEqual(content);
});

test('CALL-27c an archive beyond 4 GiB is a ZIP64 file', async () => {
  const chunk = Buffer.alloc(16 * 1024 * 1024, 1);
  const large = 257 * chunk.length;
  const entries: ZipEntry[] = [
    { path: 'large.mp4', bytes: large, modifiedAt, open: async () => repeated(chunk, 257) },
    entryOf('last.txt', Buffer.from('last')),
  ];
  let bytes = 0;
  let tail = Buffer.alloc(0);
  for await (const part of createZip(entries).stream as AsyncIterable<Buffer>) {
    bytes += part.length;
    tail = Buffer.concat([tail.subarray(-4_096), part.subarray(-4_096)]);
  }
  expect(bytes).toBe(zipLength(entries));
  const [first, last] = readZipDirectory(tail, bytes - tail.length);
  expect(first).toMatchObject({ path: 'large.mp4', bytes: large, offset: 0 });
  expect(last).toMatchObject({ path: 'last.txt', bytes: 4 });
  expect(last?.offset).toBeGreaterThan(large);
});

test('CALL-27d a file is opened when those before it are sent, and no faster than the archive is read', async () => {
  const { entries, seen } = recordingEntries(100);
  const zip = createZip(entries).stream;
  await untilIdle(seen);
  expect(seen.opened).toBe(1);
  expect(seen.bytesRead).toBeLessThan(mebibyte);
  await readBytes(zip, 10.5 * mebibyte);
  await untilIdle(seen);
  expect(seen.bytesRead).toBeGreaterThan(10.5 * mebibyte);
  expect(seen.bytesRead).toBeLessThan(14 * mebibyte);
  expect(seen.opened - seen.closed).toBeLessThanOrEqual(1);
  zip.destroy();
});

test('CALL-27e an archive that is cancelled closes the file that is open and opens no other', async () => {
  const { entries, seen } = recordingEntries(100);
  const zip = createZip(entries).stream;
  await readBytes(zip, 90.5 * mebibyte);
  zip.destroy();
  await vi.waitFor(() => expect(seen.closed).toBe(seen.opened));
  const { opened } = seen;
  expect(opened).toBeLessThan(100);
  await untilIdle(seen);
  expect(seen.opened).toBe(opened);
  // Also if it is cancelled while a file is being opened.
  const late = createZip(entries).stream;
  late.destroy();
  await vi.waitFor(() => expect(seen.closed).toBe(opened + 1));
});

const failing = new Error('The disk is broken');
test.each<[what: string, open: () => Promise<Readable>, message: string]>([
  ['cannot be opened', () => Promise.reject(failing), failing.message],
  [
    'breaks off',
    async () =>
      Readable.from(
        (function* () {
          yield Buffer.from('1234');
          throw failing;
        })(),
      ),
    failing.message,
  ],
  ['is shorter', async () => Readable.from([Buffer.from('1234')]), 'unexpected number of bytes'],
  ['is longer', async () => Readable.from([Buffer.from('1234567890')]), 'unexpected number of bytes'],
  [
    'is closed before its end',
    async () => {
      const stream = new Readable({ read: () => undefined });
      setImmediate(() => stream.destroy());
      return stream;
    },
    'Premature close',
  ],
])('CALL-27f the archive fails with the name of the file if a file %s', async (_what, open, message) => {
  const entries = [
    entryOf('good.txt', Buffer.from('good')),
    entryOf('bad.txt', Buffer.alloc(8), { open }),
    entryOf('unreached.txt', Buffer.from('unreached')),
  ];
  await expect(buffer(createZip(entries).stream)).rejects.toMatchObject({
    message: 'The file bad.txt failed',
    cause: { message: expect.stringContaining(message) as string },
  });
});

test('CALL-27ac yazl computes checksums with the function of Node.js', async () => {
  const requireLikeYazl = createRequire(createRequire(import.meta.url).resolve('yazl'));
  const checksum = requireLikeYazl('buffer-crc32') as { unsigned: typeof fastChecksum };
  expect(checksum.unsigned).toBe(fastChecksum);
  const unsigned = vi.spyOn(checksum, 'unsigned');
  await buffer(createZip([entryOf('a.txt', Buffer.from('a'))]).stream);
  expect(unsigned.mock.results).toEqual([{ type: 'return', value: crc32('a') }]);
});
