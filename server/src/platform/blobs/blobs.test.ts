import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { startS3, type S3Server } from '#testing/s3';
import { checkKey, type Blobs } from './blobs.ts';
import { toDiskError } from '#platform/files/disk';
import { openFolderBlobs } from './folder.ts';
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
const readAll = async (found: { body: Readable } | undefined) =>
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

  test('stored bytes are read back with their length and hash', async () => {
    const content = randomBytes(100_000);
    expect(await blobs.put(key('a'), content)).toEqual({ bytes: 100_000, sha256: sha256(content) });
    const found = await blobs.read(key('a'));
    expect(found?.bytes).toBe(100_000);
    expect((await readAll(found)).equals(content)).toBe(true);
    expect(await blobs.stat(key('a'))).toEqual({ bytes: 100_000 });
  });

  test('a blob may be empty', async () => {
    await blobs.put(key('empty'), Buffer.alloc(0));
    expect(await blobs.stat(key('empty'))).toEqual({ bytes: 0 });
    await blobs.put(key('empty-stream'), Readable.from([]));
    expect((await readAll(await blobs.read(key('empty-stream')))).length).toBe(0);
  });

  test.each([1, 8, 16, 17, 40])('a stream and a file of %i MiB are stored completely', async (mebibytes) => {
    const content = randomBytes(mebibytes * 1024 * 1024 + 13);
    const file = join(folder, `body-${kind}-${mebibytes}`);
    await writeFile(file, content);
    const expected = { bytes: content.length, sha256: sha256(content) };
    expect(await blobs.put(key('file'), { file })).toEqual(expected);
    const chunks = Array.from({ length: Math.ceil(content.length / 65_536) }, (_, i) =>
      content.subarray(i * 65_536, (i + 1) * 65_536),
    );
    expect(await blobs.put(key('stream'), Readable.from(chunks))).toEqual(expected);
    expect(sha256(await readAll(await blobs.read(key('file'))))).toBe(expected.sha256);
    expect(sha256(await readAll(await blobs.read(key('stream'))))).toBe(expected.sha256);
  });

  test('a range returns its bytes and is truncated at the end of the blob', async () => {
    await blobs.put(key('digits'), Buffer.from('0123456789'));
    const read = async (start: number, end: number) => {
      const found = await blobs.read(key('digits'), { start, end });
      return [found?.bytes, (await readAll(found)).toString()];
    };
    expect(await read(0, 1)).toEqual([2, '01']);
    expect(await read(9, 9)).toEqual([1, '9']);
    expect(await read(3, 5)).toEqual([3, '345']);
    expect(await read(8, 999)).toEqual([2, '89']);
    expect(await read(10, 20)).toEqual([0, '']);
  });

  test('a missing blob is undefined, and deleting it is not an error', async () => {
    expect(await blobs.read(key('nothing'))).toBeUndefined();
    expect(await blobs.stat(key('nothing'))).toBeUndefined();
    await blobs.delete(key('nothing'));
    await blobs.put(key('deleted'), Buffer.from('x'));
    await blobs.delete(key('deleted'));
    expect(await blobs.read(key('deleted'))).toBeUndefined();
  });

  test('putting again replaces the bytes', async () => {
    await blobs.put(key('twice'), Buffer.from('first'));
    await blobs.put(key('twice'), Buffer.from('second'));
    expect((await readAll(await blobs.read(key('twice')))).toString()).toBe('second');
  });

  test('a body that fails leaves nothing behind, and the previous blob remains', async () => {
    await blobs.put(key('kept'), Buffer.from('before'));
    const failing = (name: string, bytes: number) =>
      blobs.put(
        key(name),
        Readable.from(
          (async function* () {
            for (let sent = 0; sent < bytes; sent += 1024 * 1024) yield Buffer.alloc(1024 * 1024);
            throw new Error('client disconnected');
          })(),
        ),
      );
    await expect(failing('kept', 1024 * 1024)).rejects.toThrow('client disconnected');
    await expect(failing('new', 30 * 1024 * 1024)).rejects.toThrow('client disconnected');
    expect((await readAll(await blobs.read(key('kept')))).toString()).toBe('before');
    expect(await keysOf(blobs, `${kind}${run}/`)).toEqual([key('kept')]);
    if (kind === 'folder') expect(await readdir(join(folder, String(run), '.tmp'))).toEqual([]);
  });

  test('list returns all keys with a prefix and no others', async () => {
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
  ])('every method rejects the key %j', async (wrong) => {
    expect(() => checkKey(wrong)).toThrow('Invalid blob key');
    await expect(blobs.put(wrong, Buffer.from('x'))).rejects.toThrow('Invalid blob key');
    await expect(blobs.read(wrong)).rejects.toThrow('Invalid blob key');
    await expect(blobs.stat(wrong)).rejects.toThrow('Invalid blob key');
    await expect(blobs.delete(wrong)).rejects.toThrow('Invalid blob key');
  });

  test('ping resolves while the store is usable', async () => {
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
  ])('the disk error %s becomes %s', (code, expected) => {
    expect(toDiskError(Object.assign(new Error(code), { code }))).toMatchObject({ code: expected });
  });

  test('a folder that cannot be created or is missing is unavailable', async () => {
    const file = join(folder, 'a-file');
    await writeFile(file, '');
    await expect(openFolderBlobs(join(file, 'below'), 0)).rejects.toMatchObject({ code: 'unavailable' });
    const root = join(folder, 'unmounted');
    const blobs = await openFolderBlobs(root, 0);
    await rm(root, { recursive: true });
    await expect(blobs.ping()).rejects.toMatchObject({ code: 'unavailable' });
    await expect(blobs.put('a', Buffer.from('x'))).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('temporary files older than a day are removed at the start', async () => {
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

/** The real store behind a proxy that returns the errors in `failures`. */
describe('s3 only', () => {
  let proxy: Server;
  let failures: { status: number; body?: string }[];
  let requestCount: number;
  let requests: string[];
  let pauses: number[];
  let blobs: Blobs;
  beforeAll(async () => {
    proxy = createServer((incoming, response) => {
      requestCount += 1;
      requests.push(`${incoming.method} ${incoming.url?.split('?')[1] ?? ''}`);
      const failure = failures.shift();
      if (failure) {
        incoming.resume();
        if (failure.status === 0) incoming.destroy();
        else response.writeHead(failure.status).end(failure.body ?? '');
        return;
      }
      const { port } = new URL(s3.options.endpoint);
      const { method, url, headers } = incoming;
      const forwarded = request({ port, host: '127.0.0.1', method, path: url, headers }, (stored) => {
        response.writeHead(stored.statusCode ?? 500, stored.headers);
        stored.pipe(response);
      });
      incoming.pipe(forwarded);
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  beforeEach(() => {
    failures = [];
    requestCount = 0;
    requests = [];
    pauses = [];
    const pause = async (milliseconds: number) => void pauses.push(milliseconds);
    const { port } = proxy.address() as AddressInfo;
    blobs = openS3Blobs({ ...s3.options, endpoint: `http://127.0.0.1:${port}`, pause });
  });

  test('three errors in a row are retried with the complete body', async () => {
    failures = [{ status: 503 }, { status: 0 }, { status: 500 }];
    const content = randomBytes(3 * 1024 * 1024);
    await blobs.put('faulty/a', content);
    expect(requestCount).toBe(4);
    expect(pauses).toHaveLength(3);
    expect((await readAll(await blobs.read('faulty/a'))).equals(content)).toBe(true);
  });

  test('four errors in a row are unavailable, with retryAfter', async () => {
    failures = Array.from({ length: 4 }, () => ({ status: 503 }));
    await expect(blobs.put('faulty/b', Buffer.from('x'))).rejects.toMatchObject({
      code: 'unavailable',
      retryAfter: 5,
    });
    expect(requestCount).toBe(4);
    failures = Array.from({ length: 4 }, () => ({ status: 0 }));
    await expect(blobs.read('faulty/a')).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('a multipart upload whose body fails is aborted at the store', async () => {
    const body = Readable.from(
      (async function* () {
        for (let sent = 0; sent < 20; sent += 1) yield Buffer.alloc(1024 * 1024);
        throw new Error('client disconnected');
      })(),
    );
    await expect(blobs.put('faulty/parts', body)).rejects.toThrow('client disconnected');
    expect(requests.filter((request) => request.startsWith('PUT partNumber='))).toHaveLength(2);
    expect(requests.at(-1)).toMatch(/^DELETE uploadId=./);
  });

  test('a permanent error is not retried', async () => {
    failures = [{ status: 403, body: '<Error><Code>AccessDenied</Code></Error>' }];
    await expect(blobs.stat('faulty/a')).rejects.toMatchObject({ code: 'unavailable' });
    expect(requestCount).toBe(1);
  });

  test('CALL-27da responses that are not read do not hold up other requests', async () => {
    await blobs.put('unread/a', Buffer.from('content'));
    const unread = await Promise.all(Array.from({ length: 80 }, () => blobs.read('unread/a')));
    expect(await blobs.stat('unread/a')).toEqual({ bytes: 7 });
    for (const found of unread) found?.body.destroy();
  });

  test('CALL-27db requests that wait too long for a store that does not answer are unavailable', async () => {
    const silent = createServer(() => undefined);
    onTestFinished(() => {
      silent.closeAllConnections();
      silent.close();
    });
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const timeout = new AbortController();
    const hanging = openS3Blobs({
      ...s3.options,
      endpoint: `http://127.0.0.1:${port}`,
      pause: async () => undefined,
      queueTimeout: () => timeout.signal,
    });
    const sent = Array.from({ length: 64 }, () => hanging.stat('a').catch(() => 'ended'));
    const queued = expect(hanging.stat('a')).rejects.toMatchObject({ code: 'unavailable', retryAfter: 5 });
    timeout.abort();
    await queued;
    silent.closeAllConnections();
    silent.close();
    expect(await Promise.all(sent)).toEqual(Array(64).fill('ended'));
  });

  test('a full store rejects with storageFull', async () => {
    failures = [{ status: 400, body: '<Error><Code>QuotaExceeded</Code></Error>' }];
    await expect(blobs.put('faulty/c', Buffer.from('x'))).rejects.toMatchObject({ code: 'storageFull' });
  });

  test('a wrong access key and a missing bucket are unavailable, not missing blobs', async () => {
    const wrong = openS3Blobs({ ...s3.options, accessKeyId: 'nobody' });
    await expect(wrong.ping()).rejects.toMatchObject({ code: 'unavailable' });
    const elsewhere = openS3Blobs({ ...s3.options, bucket: 'another' });
    await expect(elsewhere.ping()).rejects.toMatchObject({ code: 'unavailable' });
    await expect(elsewhere.read('a')).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('list returns all pages', async () => {
    const names = Array.from({ length: 1005 }, (_, i) => `many/${String(i).padStart(4, '0')}`);
    for (let at = 0; at < names.length; at += 50) {
      await Promise.all(names.slice(at, at + 50).map((name) => blobs.put(name, Buffer.from('x'))));
    }
    expect(await keysOf(blobs, 'many/')).toEqual(names);
  });
});
