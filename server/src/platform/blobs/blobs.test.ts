import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startS3, type S3Server } from '#testing/s3';
import { checkKey, type Blobs } from './blobs.ts';
import { openFolderBlobs, refusalOfDisk } from './folder.ts';
import { openS3Blobs } from './s3.ts';

let folder: string;
let s3: S3Server;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-blobs-'));
  s3 = await startS3();
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');
const all = async (found: { body: Readable } | undefined) =>
  Buffer.concat((await found?.body.toArray()) ?? []);
async function keysOf(blobs: Blobs, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of blobs.list(prefix)) keys.push(key);
  return keys.toSorted();
}

describe.each(['folder', 's3'] as const)('%s', (kind) => {
  let blobs: Blobs;
  let run = 0;
  beforeEach(async () => {
    run += 1;
    blobs = kind === 'folder' ? await openFolderBlobs(join(folder, String(run)), 0) : openS3Blobs(s3.options);
  });
  const key = (name: string) => `${kind}${run}/${name}`;

  test('bytes that were put are read back, with their length and hash', async () => {
    const content = randomBytes(100_000);
    expect(await blobs.put(key('a'), content)).toEqual({ bytes: 100_000, sha256: sha256(content) });
    const found = await blobs.read(key('a'));
    expect(found?.bytes).toBe(100_000);
    expect((await all(found)).equals(content)).toBe(true);
    expect(await blobs.stat(key('a'))).toEqual({ bytes: 100_000 });
  });

  test('an empty blob is a blob', async () => {
    await blobs.put(key('empty'), Buffer.alloc(0));
    expect(await blobs.stat(key('empty'))).toEqual({ bytes: 0 });
    await blobs.put(key('empty-stream'), Readable.from([]));
    expect((await all(await blobs.read(key('empty-stream')))).length).toBe(0);
  });

  test.each([1, 8, 16, 17, 40])('a stream and a file of %i MiB arrive whole', async (mebibytes) => {
    const content = randomBytes(mebibytes * 1024 * 1024 + 13);
    const file = join(folder, `body-${kind}-${mebibytes}`);
    await writeFile(file, content);
    const expected = { bytes: content.length, sha256: sha256(content) };
    expect(await blobs.put(key('file'), { file })).toEqual(expected);
    const pieces = Array.from({ length: Math.ceil(content.length / 65_536) }, (_, i) =>
      content.subarray(i * 65_536, (i + 1) * 65_536),
    );
    expect(await blobs.put(key('stream'), Readable.from(pieces))).toEqual(expected);
    expect(sha256(await all(await blobs.read(key('file'))))).toBe(expected.sha256);
    expect(sha256(await all(await blobs.read(key('stream'))))).toBe(expected.sha256);
  });

  test('a range gives its bytes and is cut at the end of the blob', async () => {
    await blobs.put(key('digits'), Buffer.from('0123456789'));
    const read = async (start: number, end: number) => {
      const found = await blobs.read(key('digits'), { start, end });
      return [found?.bytes, (await all(found)).toString()];
    };
    expect(await read(0, 1)).toEqual([2, '01']);
    expect(await read(9, 9)).toEqual([1, '9']);
    expect(await read(3, 5)).toEqual([3, '345']);
    expect(await read(8, 999)).toEqual([2, '89']);
    expect(await read(10, 20)).toEqual([0, '']);
  });

  test('what is not there is undefined, and deleting it is no fault', async () => {
    expect(await blobs.read(key('nothing'))).toBeUndefined();
    expect(await blobs.stat(key('nothing'))).toBeUndefined();
    await blobs.delete(key('nothing'));
    await blobs.put(key('gone'), Buffer.from('x'));
    await blobs.delete(key('gone'));
    expect(await blobs.read(key('gone'))).toBeUndefined();
  });

  test('putting again replaces the bytes', async () => {
    await blobs.put(key('twice'), Buffer.from('first'));
    await blobs.put(key('twice'), Buffer.from('second'));
    expect((await all(await blobs.read(key('twice')))).toString()).toBe('second');
  });

  test('a body that fails half way leaves nothing, and what stood there stands', async () => {
    await blobs.put(key('kept'), Buffer.from('before'));
    const failing = (name: string, bytes: number) =>
      blobs.put(
        key(name),
        Readable.from(
          (async function* () {
            for (let sent = 0; sent < bytes; sent += 1024 * 1024) yield Buffer.alloc(1024 * 1024);
            throw new Error('the client went away');
          })(),
        ),
      );
    await expect(failing('kept', 1024 * 1024)).rejects.toThrow('the client went away');
    await expect(failing('new', 30 * 1024 * 1024)).rejects.toThrow('the client went away');
    expect((await all(await blobs.read(key('kept')))).toString()).toBe('before');
    expect(await keysOf(blobs, `${kind}${run}/`)).toEqual([key('kept')]);
    if (kind === 'folder') expect(await readdir(join(folder, String(run), '.tmp'))).toEqual([]);
  });

  test('the list has every key below a prefix and none beside it', async () => {
    for (const name of ['x/a', 'x/b/c', 'xy/d', 'z']) await blobs.put(key(name), Buffer.from(name));
    expect(await keysOf(blobs, `${kind}${run}/x/`)).toEqual([key('x/a'), key('x/b/c')]);
    expect(await keysOf(blobs, `${kind}${run}/x`)).toEqual([key('x/a'), key('x/b/c'), key('xy/d')]);
    expect(await keysOf(blobs, `${kind}${run}/none`)).toEqual([]);
  });

  test.each([
    '',
    '/',
    'a/',
    '/a',
    '../a',
    'a/../b',
    'a/./b',
    '.hidden',
    'a\\b',
    'a b',
    'ä',
    'a\0',
    'a'.repeat(201),
  ])('the key %j is refused by every method', async (wrong) => {
    expect(() => checkKey(wrong)).toThrow('Invalid blob key');
    await expect(blobs.put(wrong, Buffer.from('x'))).rejects.toThrow('Invalid blob key');
    await expect(blobs.read(wrong)).rejects.toThrow('Invalid blob key');
    await expect(blobs.stat(wrong)).rejects.toThrow('Invalid blob key');
    await expect(blobs.delete(wrong)).rejects.toThrow('Invalid blob key');
  });

  test('ping answers while the store can be used', async () => {
    await expect(blobs.ping()).resolves.toBeUndefined();
  });
});

describe('folder only', () => {
  test.each([
    ['ENOSPC', 'storageFull'],
    ['EDQUOT', 'storageFull'],
    ['EROFS', 'unavailable'],
    ['EIO', 'unavailable'],
    ['EACCES', 'unavailable'],
  ])('the disk saying %s is %s to the caller', (code, refused) => {
    expect(refusalOfDisk(Object.assign(new Error(code), { code }))).toMatchObject({ code: refused });
  });

  test('a folder that cannot be made, or has gone, is unavailable', async () => {
    const file = join(folder, 'a-file');
    await writeFile(file, '');
    await expect(openFolderBlobs(join(file, 'below'), 0)).rejects.toMatchObject({ code: 'unavailable' });
    const root = join(folder, 'unmounted');
    const blobs = await openFolderBlobs(root, 0);
    await rm(root, { recursive: true });
    await expect(blobs.ping()).rejects.toMatchObject({ code: 'unavailable' });
    await expect(blobs.put('a', Buffer.from('x'))).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('temporary files of a dead process go at the next start, those of today stay', async () => {
    const root = join(folder, 'restarted');
    await openFolderBlobs(root, 0);
    for (const name of ['old', 'new']) await writeFile(join(root, '.tmp', name), 'x');
    const day = 24 * 3600;
    await utimes(join(root, '.tmp', 'old'), 1000, 1000);
    await utimes(join(root, '.tmp', 'new'), 1000 + day, 1000 + day);
    await openFolderBlobs(root, (1000 + day + 60) * 1000);
    expect(await readdir(join(root, '.tmp'))).toEqual(['new']);
  });
});

/** The real store behind a front that answers with faults when told to. */
describe('s3 only', () => {
  let front: Server;
  let faults: { status: number; body?: string }[];
  let seen: number;
  let given: string[];
  let waits: number[];
  let blobs: Blobs;
  beforeAll(async () => {
    front = createServer((incoming, answer) => {
      seen += 1;
      given.push(`${incoming.method} ${incoming.url?.split('?')[1] ?? ''}`);
      const fault = faults.shift();
      if (fault) {
        incoming.resume();
        if (fault.status === 0) incoming.destroy();
        else answer.writeHead(fault.status).end(fault.body ?? '');
        return;
      }
      const { port } = new URL(s3.options.endpoint);
      const { method, url, headers } = incoming;
      const onward = request({ port, host: '127.0.0.1', method, path: url, headers }, (stored) => {
        answer.writeHead(stored.statusCode ?? 500, stored.headers);
        stored.pipe(answer);
      });
      incoming.pipe(onward);
    });
    await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    front.closeAllConnections();
    front.close();
  });
  beforeEach(() => {
    faults = [];
    seen = 0;
    given = [];
    waits = [];
    const pause = async (milliseconds: number) => void waits.push(milliseconds);
    const { port } = front.address() as AddressInfo;
    blobs = openS3Blobs({ ...s3.options, endpoint: `http://127.0.0.1:${port}`, pause });
  });

  test('three faults in a row are overcome, the body sent whole each time', async () => {
    faults = [{ status: 503 }, { status: 0 }, { status: 500 }];
    const content = randomBytes(3 * 1024 * 1024);
    await blobs.put('faulty/a', content);
    expect(seen).toBe(4);
    expect(waits).toHaveLength(3);
    expect((await all(await blobs.read('faulty/a'))).equals(content)).toBe(true);
  });

  test('four faults in a row are unavailable, with a time to come back', async () => {
    faults = Array.from({ length: 4 }, () => ({ status: 503 }));
    await expect(blobs.put('faulty/b', Buffer.from('x'))).rejects.toMatchObject({
      code: 'unavailable',
      retryAfter: 5,
    });
    expect(seen).toBe(4);
    faults = Array.from({ length: 4 }, () => ({ status: 0 }));
    await expect(blobs.read('faulty/a')).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('an upload in parts whose body fails is given up at the store as well', async () => {
    const body = Readable.from(
      (async function* () {
        for (let sent = 0; sent < 20; sent += 1) yield Buffer.alloc(1024 * 1024);
        throw new Error('the client went away');
      })(),
    );
    await expect(blobs.put('faulty/parts', body)).rejects.toThrow('the client went away');
    expect(given.filter((request) => request.startsWith('PUT partNumber='))).toHaveLength(2);
    expect(given.at(-1)).toMatch(/^DELETE uploadId=./);
  });

  test('a refusal that another try cannot change is not tried again', async () => {
    faults = [{ status: 403, body: '<Error><Code>AccessDenied</Code></Error>' }];
    await expect(blobs.stat('faulty/a')).rejects.toMatchObject({ code: 'unavailable' });
    expect(seen).toBe(1);
  });

  test('a store that is full says storageFull', async () => {
    faults = [{ status: 400, body: '<Error><Code>QuotaExceeded</Code></Error>' }];
    await expect(blobs.put('faulty/c', Buffer.from('x'))).rejects.toMatchObject({ code: 'storageFull' });
  });

  test('an unknown key and a missing bucket are unavailable and not "not found"', async () => {
    const wrong = openS3Blobs({ ...s3.options, accessKeyId: 'nobody' });
    await expect(wrong.ping()).rejects.toMatchObject({ code: 'unavailable' });
    const elsewhere = openS3Blobs({ ...s3.options, bucket: 'another' });
    await expect(elsewhere.ping()).rejects.toMatchObject({ code: 'unavailable' });
    await expect(elsewhere.read('a')).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('a list of more than one page is read to its end', async () => {
    const names = Array.from({ length: 1005 }, (_, i) => `many/${String(i).padStart(4, '0')}`);
    for (let at = 0; at < names.length; at += 50) {
      await Promise.all(names.slice(at, at + 50).map((name) => blobs.put(name, Buffer.from('x'))));
    }
    expect(await keysOf(blobs, 'many/')).toEqual(names);
  });
});
