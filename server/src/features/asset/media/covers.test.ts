import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { getAsset, uploadAsset, type ImageSuffix } from '@foyer/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { ApiError } from '#platform/apiError';
import type { Blobs } from '#platform/blobs/blobs';
import { openFolderBlobs } from '#platform/blobs/folder';
import { Spool } from '#platform/uploads/spool';
import { testDatabase } from '#testing/database';
import { startFoyer, type Foyer } from '#testing/foyer';
import { startS3, type S3Server } from '#testing/s3';
import { blobKey } from '../blobKeys.ts';
import { filmsWithoutCover, redFilm, segmentsOf, soundOf } from '../testing/films.ts';
import { pdfsWithoutCover, slowPage, twoPages } from '../testing/pdfs.ts';
import { publishWithAssets, s3Env } from '../testing/publishedAssets.ts';
import { hlsSegment, tarOf } from '../testing/uploads.ts';
import type { AssetGenerationRow } from '../tables.ts';
import { Covers } from './covers.ts';
import { RenderingFailed, type CoverFailure, type RenderCover } from './renderCover.ts';

let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.close());

const get = (foyer: Foyer, assetId: string, suffix?: ImageSuffix) =>
  foyer.call(
    getAsset,
    { params: { architectureId: 'fair', assetId }, query: suffix === undefined ? {} : { suffix } },
    { as: 'anonymous' },
  );

/** Requests the cover again while it is being rendered: each request waits for it for some seconds only. */
async function getRendered(foyer: Foyer, assetId: string, suffix: ImageSuffix) {
  for (;;) {
    const response = await get(foyer, assetId, suffix);
    if (response.status !== 503) return response;
  }
}

async function publishFiles(foyer: Foyer, files: Readonly<Record<string, Buffer>>): Promise<void> {
  for (const [assetId, body] of Object.entries(files))
    await foyer.must(uploadAsset, { params: { assetId }, query: {}, body: new Uint8Array(body) });
  await publishWithAssets(foyer, Object.keys(files));
}

describe.each(['folder', 's3'] as const)('from a %s', (store) => {
  test('ASSET-03j a PDF with a suffix is a picture of its first page with that width', async () => {
    const foyer = await startFoyer(store === 's3' ? { env: s3Env(s3) } : {});
    await publishFiles(foyer, { paper: await twoPages({ size: [400, 200] }) });
    for (const [suffix, width] of [
      ['w320', 320],
      ['w640', 640],
      // The cover itself is 1280 pixels wide.
      ['w2560', 1280],
    ] as const) {
      const { status, headers, bytes } = await get(foyer, 'paper', suffix);
      expect([status, headers.get('content-type')]).toEqual([200, 'image/webp']);
      expect(headers.get('content-disposition')).toContain('paper.webp');
      const picture = sharp(Buffer.from(bytes));
      expect(await picture.metadata()).toMatchObject({ width, height: width / 2 });
      const [red, , blue] = (await picture.stats()).channels;
      expect([(red?.mean ?? 0) > 240, (blue?.mean ?? 255) < 15]).toEqual([true, true]);
    }
    expect((await get(foyer, 'paper')).headers.get('content-type')).toBe('application/pdf');
  });

  test('ASSET-03ei a film with a suffix is a still, also of an HLS video and at its URL', async () => {
    const foyer = await startFoyer(store === 's3' ? { env: s3Env(s3) } : {});
    await publishFiles(foyer, {
      film: await redFilm(),
      webm: await redFilm({ format: 'webm' }),
      stream: await streamOf('mpegts'),
      fragments: await streamOf('fmp4'),
    });
    for (const assetId of ['film', 'webm', 'stream', 'fragments']) {
      const { status, bytes } = await getRendered(foyer, assetId, 'w320');
      expect([assetId, status]).toEqual([assetId, 200]);
      await expectRed(bytes);
    }
    const stream = '/backend-assets/live/fair/stream/1';
    const redirected = await foyer.fetch(`${stream}?suffix=w640`);
    expect(redirected.headers.get('location')).toBe(`${stream}/playlist.m3u8?suffix=w640`);
    for (const url of [`${stream}/playlist.m3u8`, '/backend-assets/live/fair/film/1']) {
      const response = await foyer.fetch(`${url}?suffix=w640`);
      expect(response.headers.get('content-type')).toBe('image/webp');
      await expectRed(new Uint8Array(await response.arrayBuffer()));
    }
    const playlist = await foyer.fetch(`${stream}/playlist.m3u8?suffix=w1`);
    expect(await playlist.text()).toContain('#EXT-X-STREAM-INF');
    const segment = await foyer.fetch(`${stream}/mid/playlist0.ts?suffix=w320`);
    expect(segment.headers.get('content-type')).toBe('video/mp2t');
  });
});

async function expectRed(bytes: Uint8Array): Promise<void> {
  const [red, , blue] = (await sharp(Buffer.from(bytes)).stats()).channels;
  expect([(red?.mean ?? 0) > 240, (blue?.mean ?? 255) < 15]).toEqual([true, true]);
}

/** An HLS video with a rendition that is too small, one that is red, and two that have no picture. */
async function streamOf(type: 'mpegts' | 'fmp4'): Promise<Buffer> {
  const inFolder = (folder: string, files: Readonly<Record<string, Buffer>>) =>
    Object.fromEntries(Object.entries(files).map(([name, bytes]) => [`${folder}/${name}`, bytes]));
  const sound = await segmentsOf(await soundOf(await redFilm()), type);
  return tarOf({
    'playlist.m3u8': [
      '#EXTM3U',
      '#EXT-X-STREAM-INF:AVERAGE-BANDWIDTH=1,BANDWIDTH=9000000,RESOLUTION=1920x1080',
      'large/playlist.m3u8',
      '#EXT-X-STREAM-INF:BANDWIDTH=2000000,RESOLUTION=640x360',
      'mid/playlist.m3u8',
      '#EXT-X-STREAM-INF:BANDWIDTH=900000,RESOLUTION=320x180',
      'small/playlist.m3u8',
      '#EXT-X-STREAM-INF:BANDWIDTH=90000',
      'small/playlist.m3u8',
      '',
    ].join('\n'),
    ...inFolder('large', sound),
    ...inFolder('mid', await segmentsOf(await redFilm({ size: '640x360' }), type)),
    ...inFolder('small', sound),
  });
}

test('ASSET-03k a PDF without a cover is not found with a suffix, and is sent without one', async () => {
  const foyer = await startFoyer();
  await publishFiles(foyer, pdfsWithoutCover);
  for (const assetId of Object.keys(pdfsWithoutCover)) {
    for (const suffix of ['w320', 'w640'] as const)
      expect((await get(foyer, assetId, suffix)).error?.code).toBe('notFound');
    expect((await get(foyer, assetId)).status).toBe(200);
  }
  // Each was tried once.
  const failures = foyer.logged
    .filter(({ msg }) => msg === 'an asset has no cover')
    .map(({ failure }) => failure);
  expect(failures).toEqual(['encrypted', 'damaged', 'tooLarge']);
});

test('ASSET-03ej HLS videos without a cover: encrypted, without a picture, with segments that are no film', async () => {
  const foyer = await startFoyer();
  const playlist = '#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n';
  await publishFiles(foyer, {
    empty: await tarOf({ 'playlist.m3u8': `${playlist}a.ts\n`, 'a.ts': hlsSegment(400) }),
    encrypted: await tarOf({
      'playlist.m3u8': `#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="a.ts"\n${playlist.slice(8)}a.ts\n`,
      'a.ts': hlsSegment(4),
    }),
    sound: await tarOf({ 'playlist.m3u8': `${playlist}a.aac\n`, 'a.aac': Buffer.from('ID3') }),
  });
  for (const assetId of ['empty', 'encrypted', 'sound'])
    expect((await get(foyer, assetId, 'w320')).error?.code).toBe('notFound');
  const failures = foyer.logged
    .filter(({ msg }) => msg === 'an asset has no cover')
    .map(({ assetId, failure }) => [assetId, failure]);
  expect(Object.fromEntries(failures)).toEqual({
    empty: 'damaged',
    encrypted: 'encrypted',
    sound: 'noPicture',
  });
});

test('ASSET-03ek without ffmpeg films have no covers, which is logged once and not stored, and PDFs have', async () => {
  const programs = await mkdtemp(join(tmpdir(), 'foyer-programs-'));
  vi.stubEnv('PATH', programs);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await rm(programs, { recursive: true });
  });
  const foyer = await startFoyer();
  const film = Buffer.from(filmsWithoutCover.truncated[1]);
  await publishFiles(foyer, { film, other: film, paper: await twoPages() });
  for (const assetId of ['film', 'other'])
    expect((await get(foyer, assetId, 'w320')).error?.code).toBe('notFound');
  expect((await get(foyer, 'paper', 'w320')).status).toBe(200);
  const covers = (await readdir(foyer.dataDir, { recursive: true })).filter((name) =>
    name.endsWith('cover.webp'),
  );
  expect(covers).toEqual([expect.stringContaining('/paper/')]);
  expect(foyer.logged.filter(({ msg }) => /cover/.test(String(msg)))).toEqual([
    expect.objectContaining({
      level: 'info',
      msg: 'films have no covers: install ffmpeg (apt-get install ffmpeg) and restart the server',
    }),
  ]);
});

test('ASSET-03ad the cover of a PDF is rendered after the upload, without a request', async () => {
  const foyer = await startFoyer();
  const body = new Uint8Array(await twoPages());
  await foyer.must(uploadAsset, { params: { assetId: 'paper' }, query: {}, body });
  await vi.waitFor(
    async () =>
      expect(await readdir(foyer.dataDir, { recursive: true })).toContainEqual(
        expect.stringMatching(/cover\.webp$/),
      ),
    { timeout: 10_000 },
  );
});

test('ASSET-03ae a server that stops answers the requests that wait for a cover', async () => {
  const foyer = await startFoyer();
  await publishFiles(foyer, { slow: await slowPage() });
  const waiting = get(foyer, 'slow', 'w320');
  // Requests arrive in their order.
  expect((await get(foyer, 'slow')).status).toBe(200);
  await foyer.stop();
  expect((await waiting).error?.code).toBe('unavailable');
});

/**
 * Covers with a renderer, a clock and a limit of requests that the test controls.
 * @param store replaces methods of the blob store
 */
async function startCovers(store: Partial<Blobs> = {}) {
  const database = await testDatabase('sqlite');
  const folder = await openFolderBlobs(join(database.dataDir, 'blobs'), 0);
  const asked: string[] = [];
  const blobs: Blobs = {
    put: (key, body) => folder.put(key, body),
    read: (key, range) => folder.read(key, range),
    stat: (key) => {
      asked.push(key);
      return folder.stat(key);
    },
    delete: (key) => folder.delete(key),
    list: (prefix) => folder.list(prefix),
    ping: () => folder.ping(),
    ...store,
  };
  const limits = { bytes: 1e6, idleMs: 5_000, totalMs: 60_000, parallel: 8 };
  const spool = new Spool(join(database.dataDir, 'spool'), limits);
  await spool.prepare(0);
  const started: { readonly cover: string; readonly end: PromiseWithResolvers<CoverFailure | undefined> }[] =
    [];
  const time = { now: 0 };
  const waiting = { limit: Promise.withResolvers<void>() };
  const logged: string[] = [];
  const logAs = (level: string) => (_fields: object, message: string) =>
    void logged.push(`${level} ${message}`);
  const log = { info: logAs('info'), warn: logAs('warn'), error: logAs('error') };
  const render: RenderCover = (_file, cover, { signal }) => {
    const end = Promise.withResolvers<CoverFailure | undefined>();
    signal.addEventListener('abort', () => end.reject(signal.reason as Error));
    started.push({ cover, end });
    return end.promise;
  };
  const open = () =>
    new Covers({
      blobs,
      spool,
      monotonicClock: () => time.now,
      pause: () => waiting.limit.promise,
      log,
      renderers: { pdf: render, film: render },
    });
  const covers = open();
  onTestFinished(async () => {
    await covers.stop();
    await database.remove();
  });
  /** Requests the cover of this asset. Returns `rendered` or the code of the error. */
  const request = async (assetId: string, from = covers, mediaType = 'application/pdf'): Promise<string> => {
    const row = { assetId, uploadSha256: 'a'.repeat(64), generation: 1, mediaType } as AssetGenerationRow;
    await folder.put(blobKey(row), Buffer.from('bytes'));
    return from.get(row).then(
      () => 'rendered',
      (error: unknown) => (error instanceof ApiError ? error.code : String(error)),
    );
  };
  /** Ends the rendering that was started at this position. */
  const end = async (index: number, outcome?: CoverFailure | RenderingFailed) => {
    await vi.waitFor(() => expect(started.length).toBeGreaterThan(index));
    const { cover = '', end } = started[index] ?? {};
    if (outcome instanceof RenderingFailed) return end?.reject(outcome);
    if (outcome === undefined) await writeFile(cover, 'picture');
    end?.resolve(outcome);
  };
  return { covers, open, request, started, end, time, waiting, asked, logged };
}

test('ASSET-03l covers are rendered one at a time and once, and requests do not wait for them for long', async () => {
  const { request, started, end, waiting } = await startCovers();
  const first = [request('p0'), request('p0')];
  await vi.waitFor(() => expect(started).toHaveLength(1));
  const second = request('p1');
  await end(0);
  expect(await Promise.all(first)).toEqual(['rendered', 'rendered']);
  await vi.waitFor(() => expect(started).toHaveLength(2));
  const third = request('p2');
  waiting.limit.resolve();
  expect(await Promise.all([second, third])).toEqual(['unavailable', 'unavailable']);
  // Both are rendered nevertheless, for the next requests.
  waiting.limit = Promise.withResolvers();
  await end(1);
  await end(2);
  for (const assetId of ['p0', 'p1', 'p2']) expect(await request(assetId)).toBe('rendered');
  expect(started).toHaveLength(3);
});

test('ASSET-03m a PDF that has no cover is not tried again, and a failed rendering after ten minutes', async () => {
  const { open, request, started, end, time, asked, logged } = await startCovers();
  const locked = request('locked');
  await end(0, 'encrypted');
  expect(await locked).toBe('notFound');
  const crashed = request('crashed');
  await end(1, new RenderingFailed('crashed'));
  expect(await crashed).toBe('notFound');
  // Later requests look at nothing.
  asked.length = 0;
  expect([await request('locked'), await request('crashed'), asked]).toEqual(['notFound', 'notFound', []]);
  expect(await request('locked', open())).toBe('notFound');
  expect(started).toHaveLength(2);
  time.now = 10 * 60_000;
  expect(await request('locked')).toBe('notFound');
  const again = request('crashed');
  await end(2);
  expect([await again, started.length]).toEqual(['rendered', 3]);
  expect(logged).toEqual(['info an asset has no cover', 'warn a cover was not rendered']);
});

test('ASSET-03db a PDF whose rendering takes too long three times has no cover', async () => {
  const { open, request, started, end, time, logged } = await startCovers();
  for (const attempt of [0, 1, 2]) {
    time.now = attempt * 10 * 60_000;
    const slow = request('slow');
    await end(attempt, new RenderingFailed('timeout'));
    expect(await slow).toBe('notFound');
  }
  time.now += 10 * 60_000;
  expect([await request('slow'), await request('slow', open()), started.length]).toEqual([
    'notFound',
    'notFound',
    3,
  ]);
  expect(logged).toEqual([
    'warn a cover was not rendered',
    'warn a cover was not rendered',
    'info an asset has no cover',
  ]);
});

test.each([
  [
    'application/pdf',
    'video/mp4',
    'error covers of PDFs are not rendered: the renderer or its packages are missing',
  ],
  [
    'video/mp4',
    'application/pdf',
    'info films have no covers: install ffmpeg (apt-get install ffmpeg) and restart the server',
  ],
])(
  'ASSET-03ag without the renderer of %s there are no such covers, which is logged once, and the others are rendered',
  async (mediaType, otherType, message) => {
    const { open, covers, request, started, end, logged } = await startCovers();
    const first = request('p0', covers, mediaType);
    await vi.waitFor(() => expect(started).toHaveLength(1));
    const second = request('p1', covers, mediaType);
    await end(0, new RenderingFailed('notLoaded'));
    const third = request('p2', covers, mediaType);
    expect([await first, await second, await third]).toEqual(Array(3).fill('notFound'));
    expect([started.length, logged]).toEqual([1, [message]]);
    const other = request('other', covers, otherType);
    await end(1);
    expect(await other).toBe('rendered');
    // After the renderer is installed and the server restarted.
    const again = request('p0', open(), mediaType);
    await end(2);
    expect(await again).toBe('rendered');
  },
);

test('ASSET-03n a server that stops does not wait for covers', async () => {
  const { covers, request, started } = await startCovers();
  const running = request('running');
  await vi.waitFor(() => expect(started).toHaveLength(1));
  const waiting = request('waiting');
  await covers.stop();
  expect([await running, await waiting]).toEqual(['unavailable', 'unavailable']);
  expect(started).toHaveLength(1);
});

test('ASSET-03ah a server that stops does not wait for the storage to send a PDF', async () => {
  const reading = Promise.withResolvers<void>();
  const read = async () => {
    reading.resolve();
    return { body: new Readable({ read: () => undefined }), bytes: 4 };
  };
  const { covers, request } = await startCovers({ read });
  const running = request('running');
  await reading.promise;
  await covers.stop();
  expect(await running).toBe('unavailable');
});
