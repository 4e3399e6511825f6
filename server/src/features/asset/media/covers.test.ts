import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getAsset, uploadAsset, type ImageSuffix } from '@foyer/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openFolderBlobs } from '#platform/blobs/folder';
import { Spool } from '#platform/uploads/spool';
import { testDatabase } from '#testing/database';
import { startFoyer, type Foyer } from '#testing/foyer';
import { startS3, type S3Server } from '#testing/s3';
import { blobKey } from '../blobKeys.ts';
import { pdfsWithoutCover, twoPages } from '../testing/pdfs.ts';
import { publishWithAssets, s3Env } from '../testing/publishedAssets.ts';
import type { AssetGenerationRow } from '../tables.ts';
import { Covers } from './covers.ts';
import type { RenderedCover } from './renderCover.ts';

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

async function publishPdfs(foyer: Foyer, pdfs: Readonly<Record<string, Buffer>>): Promise<void> {
  for (const [assetId, body] of Object.entries(pdfs))
    await foyer.must(uploadAsset, { params: { assetId }, query: {}, body: new Uint8Array(body) });
  await publishWithAssets(foyer, Object.keys(pdfs));
}

describe.each(['folder', 's3'] as const)('from a %s', (store) => {
  test('ASSET-03j a PDF with a suffix is a picture of its first page with that width', async () => {
    const foyer = await startFoyer(store === 's3' ? { env: s3Env(s3) } : {});
    await publishPdfs(foyer, { paper: await twoPages({ size: [400, 200] }) });
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
});

test('ASSET-03k a PDF without a cover is not found with a suffix, and is sent without one', async () => {
  const foyer = await startFoyer();
  await publishPdfs(foyer, pdfsWithoutCover);
  for (const assetId of Object.keys(pdfsWithoutCover)) {
    for (const suffix of ['w320', 'w640'] as const)
      expect((await get(foyer, assetId, suffix)).error?.code).toBe('notFound');
    expect((await get(foyer, assetId)).status).toBe(200);
  }
  // Each was tried once.
  const failures = foyer.logged
    .filter(({ msg }) => msg === 'a PDF has no cover')
    .map(({ failure }) => failure);
  expect(failures).toEqual(['encrypted', 'damaged', 'tooLarge']);
});

/** Covers with a renderer that the test controls. */
async function startCovers() {
  const database = await testDatabase('sqlite');
  const blobs = await openFolderBlobs(join(database.dataDir, 'blobs'), 0);
  const limits = { bytes: 1e6, idleMs: 5_000, totalMs: 60_000, parallel: 8 };
  const spool = new Spool(join(database.dataDir, 'spool'), limits);
  await spool.prepare(0);
  const started: { readonly cover: string; readonly end: PromiseWithResolvers<RenderedCover> }[] = [];
  const covers = new Covers({
    blobs,
    spool,
    log: { info: () => undefined },
    render: (_pdf, cover, { signal }) => {
      const end = Promise.withResolvers<RenderedCover>();
      signal.addEventListener('abort', () => end.reject(signal.reason as Error));
      started.push({ cover, end });
      return end.promise;
    },
  });
  onTestFinished(async () => {
    await covers.stop();
    await database.remove();
  });
  const rowOf = (assetId: string) =>
    ({
      assetId,
      uploadSha256: 'a'.repeat(64),
      generation: 1,
      mediaType: 'application/pdf',
    }) as AssetGenerationRow;
  const request = async (assetId: string) => {
    const row = rowOf(assetId);
    await blobs.put(blobKey(row), Buffer.from('%PDF'));
    return covers.get(row);
  };
  const codeOf = (assetId: string) =>
    request(assetId).then(
      () => 'rendered',
      (error: unknown) => (error as { code?: string }).code ?? String(error),
    );
  /** Ends the rendering that was started at this position. */
  const end = async (index: number, rendered: RenderedCover = {}) => {
    await vi.waitFor(() => expect(started.length).toBeGreaterThan(index));
    const { cover = '', end } = started[index] ?? {};
    if (rendered.failure === undefined) await writeFile(cover, 'picture');
    end?.resolve(rendered);
  };
  return { covers, request, codeOf, started, end };
}

test('ASSET-03l covers are rendered one at a time and once, and too many requests are rejected', async () => {
  const { codeOf, started, end } = await startCovers();
  const first = [codeOf('p0'), codeOf('p0')];
  await vi.waitFor(() => expect(started).toHaveLength(1));
  const waiting: Promise<string>[] = [];
  for (let index = 1; index <= 25; index += 1) waiting.push(codeOf(`p${index}`));
  // Those that do not fit into the queue are rejected while the first is still being rendered.
  const rejected = await Promise.any(waiting);
  expect([rejected, started.length]).toEqual(['unavailable', 1]);
  for (let index = 0; index <= 20; index += 1) await end(index);
  expect(await Promise.all(first)).toEqual(['rendered', 'rendered']);
  const codes = await Promise.all(waiting);
  expect(codes.filter((code) => code === 'rendered')).toHaveLength(20);
  expect(codes.filter((code) => code === 'unavailable')).toHaveLength(5);
  expect(await codeOf('p0')).toBe('rendered');
  expect(started).toHaveLength(21);
});

test('ASSET-03m a failed rendering is not repeated, but one that was not possible is', async () => {
  const { codeOf, started, end } = await startCovers();
  const failed = codeOf('locked');
  await end(0, { failure: 'encrypted' });
  expect(await failed).toBe('notFound');
  expect(await codeOf('locked')).toBe('notFound');
  expect(started).toHaveLength(1);
  const impossible = codeOf('other');
  await vi.waitFor(() => expect(started).toHaveLength(2));
  started[1]?.end.reject(new Error('no process'));
  expect(await impossible).toBe('Error: no process');
  const again = codeOf('other');
  await end(2);
  expect(await again).toBe('rendered');
});

test('ASSET-03n a server that stops does not wait for covers', async () => {
  const { covers, codeOf, started } = await startCovers();
  const running = codeOf('running');
  await vi.waitFor(() => expect(started).toHaveLength(1));
  const waiting = codeOf('waiting');
  await covers.stop();
  expect([await running, await waiting]).toEqual(['unavailable', 'unavailable']);
  expect(started).toHaveLength(1);
});
