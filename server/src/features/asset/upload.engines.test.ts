import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { getAsset, listAssets, uploadAsset, type StoredAsset } from '@foyer/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startFoyer, testAdminKey, type Foyer } from '#testing/foyer';
import { startS3, type S3Server } from '#testing/s3';
import {
  rejectedFiles,
  acceptedFiles,
  hlsFiles,
  noisePicture,
  plainPicture,
  hlsSegment,
  tarOf,
} from './testing/uploads.ts';
import { s3Env, publishWithAssets } from './testing/publishedAssets.ts';

let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.close());

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const put = (foyer: Foyer, assetId: string, body: Buffer): Promise<StoredAsset> =>
  foyer.must(uploadAsset, { params: { assetId }, query: {}, body: new Uint8Array(body) });
const expectRefused = async (foyer: Foyer, body: Buffer) => {
  const { error } = await foyer.call(uploadAsset, {
    params: { assetId: 'wrong' },
    query: {},
    body: new Uint8Array(body),
  });
  expect((await foyer.must(listAssets, {})).assets).toEqual([]);
  expect(await spooled(foyer)).toEqual([]);
  return error;
};
/** Folders of uploads in progress. */
const spooled = (foyer: Foyer) => readdir(join(foyer.dataDir, 'spool'));

describe.each(['folder', 's3'] as const)('in a %s', (store) => {
  const start = () => startFoyer(store === 's3' ? { env: s3Env(s3) } : {});

  test('an upload creates a generation, and the same bytes again change nothing', async () => {
    const foyer = await start();
    const first = await plainPicture(60, 40, '#123456').webp().toBuffer();
    const stored = await put(foyer, 'picture', first);
    expect(stored).toEqual({
      id: 'picture',
      generation: 1,
      mediaType: 'image/webp',
      bytes: first.length,
      sha256: sha256(first),
      width: 60,
      height: 40,
    });
    expect(await put(foyer, 'picture', first)).toEqual(stored);
    const second = await plainPicture(61, 40, '#123456').png().toBuffer();
    expect(await put(foyer, 'picture', second)).toMatchObject({ generation: 2, mediaType: 'image/png' });
    expect(await put(foyer, 'picture', first)).toMatchObject({ generation: 3, sha256: sha256(first) });
    expect((await foyer.must(listAssets, {})).assets).toMatchObject([{ id: 'picture', generation: 3 }]);
  });

  test('CALL-23 every accepted type is detected by its bytes and returned unchanged', async () => {
    const foyer = await start();
    const ids = acceptedFiles.map((_, at) => `file-${at}`);
    for (const [at, [mediaType, bytes]] of acceptedFiles.entries()) {
      expect(await put(foyer, `file-${at}`, bytes)).toMatchObject({ mediaType, sha256: sha256(bytes) });
    }
    await publishWithAssets(foyer, ids);
    for (const [at, [mediaType, bytes]] of acceptedFiles.entries()) {
      const params = { architectureId: 'fair', assetId: `file-${at}` };
      const got = await foyer.call(getAsset, { params, query: {} }, { as: 'anonymous' });
      expect(got.headers.get('content-type')).toBe(mediaType);
      expect(Buffer.from(got.bytes).equals(bytes)).toBe(true);
    }
  });

  test('20 concurrent uploads of different bytes get 20 generations, of the same bytes one', async () => {
    const foyer = await start();
    const pictures = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        noisePicture(80, 80, at + 1)
          .png()
          .toBuffer(),
      ),
    );
    const stored = await Promise.all(pictures.map((bytes) => put(foyer, 'many', bytes)));
    expect(stored.map(({ generation }) => generation).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, at) => at + 1),
    );
    for (const [at, { sha256: kept }] of stored.entries())
      expect(kept).toBe(sha256(pictures[at] ?? Buffer.alloc(0)));
    const same = await Promise.all(
      Array.from({ length: 20 }, () => put(foyer, 'one', pictures[0] ?? Buffer.alloc(0))),
    );
    expect(new Set(same.map(({ generation }) => generation))).toEqual(new Set([1]));
    expect(await spooled(foyer)).toEqual([]);
  });
});

test('P23 SVG, HTML, scripts, programs and unknown bytes are rejected with the detected type', async () => {
  const foyer = await startFoyer();
  for (const [name, bytes, reason] of rejectedFiles) {
    const error = await expectRefused(foyer, bytes);
    expect(error, name).toMatchObject({ code: 'unsupportedMediaType' });
    expect(error?.errMsg, name).toContain(reason);
  }
});

test('P23 truncated, too wide and too large pictures are rejected with the reason', async () => {
  const foyer = await startFoyer();
  const whole = await noisePicture(300, 300).jpeg().toBuffer();
  expect((await expectRefused(foyer, whole.subarray(0, whole.length >> 1)))?.errMsg).toContain('truncated');
  const wide = await plainPicture(30_000, 4, '#000').png().toBuffer();
  expect(await expectRefused(foyer, wide)).toMatchObject({ code: 'invalidAsset' });
  const many = await plainPicture(9_000, 9_000, '#000').png().toBuffer();
  expect((await expectRefused(foyer, many))?.errMsg).toContain('the limit is 50 million');
});

test('an empty upload is rejected', async () => {
  const foyer = await startFoyer();
  expect((await expectRefused(foyer, Buffer.alloc(0)))?.code).toBe('invalidInput');
});

test('an upload needs the designer role', async () => {
  const foyer = await startFoyer();
  const body = new Uint8Array(await plainPicture(4, 4, '#000').png().toBuffer());
  const input = { params: { assetId: 'picture' }, query: {}, body };
  expect((await foyer.call(uploadAsset, input, { as: 'anonymous' })).error?.code).toBe('unauthorized');
  expect((await foyer.call(listAssets, {}, { as: 'anonymous' })).error?.code).toBe('unauthorized');
  const headers = { authorization: 'Bearer wrong' };
  expect((await foyer.call(uploadAsset, input, { as: 'anonymous', headers })).error?.code).toBe(
    'unauthorized',
  );
});

test('an invalid asset id is rejected', async () => {
  const foyer = await startFoyer();
  for (const assetId of ['..', '.hidden', 'a/b', 'a\0b', 'ä', '😀', '__proto__', 'x'.repeat(129)]) {
    const response = await foyer.fetch(`/api/designer/assets/${encodeURIComponent(assetId)}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${testAdminKey}`, 'content-type': 'application/pdf' },
      body: '%PDF-1.7 is a document',
    });
    expect([400, 404], assetId).toContain(response.status);
  }
  expect((await foyer.must(listAssets, {})).assets).toEqual([]);
});

/** Sends a raw HTTP request. Resolves with what the server sent until it responded or closed the connection. */
function sendRaw(foyer: Foyer, head: string, body: Buffer, cut: boolean): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(foyer.url).port), '127.0.0.1');
    let response = '';
    socket.on('data', (chunk) => {
      response += chunk.toString();
      socket.end();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(response));
    socket.write(
      `${head}\r\nhost: localhost\r\nauthorization: Bearer ${testAdminKey}\r\ncontent-type: image/png\r\n\r\n`,
    );
    socket.write(body, () => {
      if (cut) socket.destroy();
    });
  });
}

test('an upload that the client aborts at 99 % leaves nothing', async () => {
  const foyer = await startFoyer();
  const bytes = randomBytes(4 * 1024 * 1024);
  const head = `PUT /api/designer/assets/cut HTTP/1.1\r\ncontent-length: ${bytes.length}`;
  await sendRaw(foyer, head, bytes.subarray(0, Math.floor(bytes.length * 0.99)), true);
  await expect.poll(() => spooled(foyer)).toEqual([]);
  expect((await foyer.must(listAssets, {})).assets).toEqual([]);
});

test('an upload while the blob storage is unreachable gets Retry-After, and nothing is stored', async () => {
  // No server listens on the port any more.
  const gone = await startS3();
  await gone.close();
  const foyer = await startFoyer({ env: s3Env(gone) });
  const body = new Uint8Array(await plainPicture(4, 4, '#000').png().toBuffer());
  const response = await foyer.call(uploadAsset, { params: { assetId: 'picture' }, query: {}, body });
  expect(response.error).toMatchObject({ code: 'unavailable' });
  expect(response.headers.get('retry-after')).toBe('5');
  expect(foyer.takeErrors()).toMatchObject([{ msg: 'storage is not usable', setting: 'S3_ENDPOINT' }]);
  expect((await foyer.must(listAssets, {})).assets).toEqual([]);
  expect(await spooled(foyer)).toEqual([]);
});

test('an upload with a too large Content-Length is rejected before its bytes are read', async () => {
  const foyer = await startFoyer();
  const head = `PUT /api/designer/assets/huge HTTP/1.1\r\ncontent-length: ${600 * 1024 * 1024}`;
  expect(await sendRaw(foyer, head, Buffer.alloc(10), false)).toMatch(/^HTTP\/1.1 413 [^]*payloadTooLarge/);
  expect(await spooled(foyer)).toEqual([]);
});

test('a chunked upload without a length is accepted', async () => {
  const foyer = await startFoyer();
  const bytes = await plainPicture(30, 30, '#123').png().toBuffer();
  const head = 'PUT /api/designer/assets/chunked HTTP/1.1\r\ntransfer-encoding: chunked';
  const body = Buffer.concat([
    Buffer.from(`${bytes.length.toString(16)}\r\n`),
    bytes,
    Buffer.from('\r\n0\r\n\r\n'),
  ]);
  expect(await sendRaw(foyer, head, body, false)).toMatch(/^HTTP\/1.1 200 /);
});

const bundle = (changes: Readonly<Record<string, string | Buffer | null>>) => {
  const files = { ...hlsFiles(), ...changes };
  return tarOf(Object.fromEntries(Object.entries(files).filter(([, content]) => content !== null)) as never);
};

test('an HLS video is a tar of playlists and segments', async () => {
  const foyer = await startFoyer();
  const tar = await bundle({});
  expect(await put(foyer, 'stream', tar)).toMatchObject({
    mediaType: 'application/vnd.apple.mpegurl',
    bytes: tar.length,
    sha256: sha256(tar),
  });
});

const badBundles: readonly [string, Record<string, string | Buffer | null>, string][] = [
  ['without a main playlist', { 'playlist.m3u8': null }, 'no playlist.m3u8'],
  [
    'that refers to a missing segment',
    { '720p/seg1.ts': null },
    'refers to "seg1.ts", which is not in the tar',
  ],
  [
    'that refers to an external URL',
    { 'playlist.m3u8': '#EXTM3U\nhttps://evil.example/a.m3u8' },
    'not in the tar',
  ],
  ['that refers to a file outside', { '720p/index.m3u8': '#EXTM3U\n../../../etc/passwd' }, 'not in the tar'],
  [
    'with an external key',
    { '720p/index.m3u8': '#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="https://evil.example"' },
    'not in the tar',
  ],
  [
    'with an external initialization section behind a space',
    { '720p/index.m3u8': '#EXTM3U\n#EXT-X-MAP:BYTERANGE="1@0", URI="https://evil.example/a.mp4"' },
    'not in the tar',
  ],
  [
    'with an external URI without quotes',
    { '720p/index.m3u8': '#EXTM3U\n#EXT-X-MAP:URI=https://evil.example/a.mp4' },
    'not in the tar',
  ],
  [
    'with a bare CR',
    { '720p/index.m3u8': '#EXTM3U\n#EXTINF:4,\rhttps://evil.example/a.ts\nseg0.ts\n' },
    'line breaks other than LF and CRLF',
  ],
  ['with a path that leaves the folder', { '../evil.ts': hlsSegment(1) }, 'is not a file of an HLS video'],
  ['with an absolute name', { '/etc/evil.ts': hlsSegment(1) }, 'is not a file of an HLS video'],
  [
    'with a name used for a file and a folder',
    { 'a.ts': hlsSegment(1), 'a.ts/b.ts': hlsSegment(1) },
    'damaged',
  ],
  ['with a page in it', { 'index.html': '<script>' }, 'is not a file of an HLS video'],
  ['with a hidden file', { '.ts': hlsSegment(1) }, 'is not a file of an HLS video'],
  [
    'with a page named as a segment',
    { 'evil.ts': '<html><script>alert(1)</script>' },
    'has content that does not match its extension',
  ],
  ['whose playlist is not text', { 'playlist.m3u8': Buffer.from([0xff, 0xfe, 0]) }, 'is not a playlist'],
];
test('HLS videos with other files or external references are rejected', async () => {
  const foyer = await startFoyer();
  for (const [name, changes, reason] of badBundles) {
    const error = await expectRefused(foyer, await bundle(changes));
    expect(error, name).toMatchObject({ code: 'invalidAsset' });
    expect(error?.errMsg, name).toContain(reason);
  }
});

test('an HLS video with a symbolic link or a truncated tar is rejected', async () => {
  const foyer = await startFoyer();
  const linked = await tarOf({ ...hlsFiles(), 'link.ts': undefined });
  expect((await expectRefused(foyer, linked))?.errMsg).toContain('is a symlink');
  const whole = await bundle({});
  expect((await expectRefused(foyer, whole.subarray(0, 3_000)))?.errMsg).toContain('truncated');
});
