import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import type { Blobs } from '#platform/blobs/blobs';
import { openFolderBlobs } from '#platform/blobs/folder';
import { testDatabase, testStorage } from '#testing/database';
import { Delivery } from './delivery/delivery.ts';
import { noisePicture, plainPicture } from './testing/uploads.ts';
import type { ShownAsset } from './ports.ts';
import { AssetService } from './service.ts';
import { Spool } from '#platform/uploads/spool';
import { AssetStore } from './store.ts';
import { assetMigrations, type AssetTables } from './tables.ts';
import { Covers } from './media/covers.ts';
import { Variants } from './media/variants.ts';

const day = 24 * 3_600_000;

/** The asset feature with a fake venue, which pins and shows what the test sets. */
async function assets() {
  const storage = await testStorage<AssetTables>(assetMigrations);
  const database = await testDatabase('sqlite');
  const { dataDir } = database;
  const blobs = await openFolderBlobs(join(dataDir, 'blobs'), 0);
  const spool = new Spool(join(dataDir, 'spool'), {
    bytes: 1e8,
    idleMs: 5_000,
    totalMs: 60_000,
    parallel: 8,
  });
  await spool.prepare(0);
  const state = {
    now: day,
    saved: new Set<number>(),
    shown: undefined as ShownAsset | undefined,
    login: true,
  };
  const venue = {
    shown: async () => state.shown,
    shownMany: async () => new Map(),
    savedGenerations: async () => state.saved,
  };
  const store = new AssetStore(storage);
  const clock = () => state.now;
  const fail = (details: object, message: string) =>
    expect.unreachable(`${message} ${JSON.stringify(details)}`);
  const log = { info: fail, warn: fail, error: fail };
  const covers = new Covers({ blobs, spool, monotonicClock: clock, log });
  const variants = new Variants({ blobs, spool, covers });
  const service = new AssetService({ store, blobs, spool, variants, venue, clock, log });
  const delivery = new Delivery({
    store,
    blobs,
    variants,
    venue,
    clock,
    key: async () => Buffer.alloc(32, 7),
    liveNeedsSignature: () => state.login,
    secureCookies: false,
  });
  onTestFinished(async () => {
    await service.stop();
    await database.remove();
  });
  const upload = (bytes: Buffer) =>
    service.upload({
      assetId: 'a',
      displayName: undefined,
      body: Readable.from([bytes]),
    });
  return { service, delivery, store, blobs, variants, state, upload };
}

const keysOf = async (blobs: Blobs) => {
  const keys: string[] = [];
  for await (const key of blobs.list('')) keys.push(key);
  return keys;
};

test('generations that no saved version contains are deleted a day after they were replaced; the others and the newest are kept', async () => {
  const { service, store, blobs, state, upload } = await assets();
  const [red, green, blue] = await Promise.all(
    ['#f00', '#0f0', '#00f'].map((color) => plainPicture(8, 8, color).png().toBuffer()),
  );
  if (!red || !green || !blue) throw new Error('three pictures');
  for (const bytes of [red, green, blue, green]) await upload(bytes);
  state.saved = new Set([1]);
  const generations = async () => (await store.generations('a')).map(({ generation }) => generation);

  state.now += day - 1;
  expect(await service.deleteReplaced()).toBe(0);
  state.now += 1;
  expect(await service.deleteReplaced()).toBe(2);
  expect(await generations()).toEqual([4, 1]);
  // Green is the newest again: its bytes are kept although an earlier generation with them was deleted.
  expect(await keysOf(blobs)).toHaveLength(2);
  expect(await upload(green)).toMatchObject({ generation: 4 });

  state.saved = new Set();
  expect(await service.deleteReplaced()).toBe(1);
  expect(await generations()).toEqual([4]);
  expect(await upload(red)).toMatchObject({ generation: 5 });
});

test('a cleaned picture is recognized by its uploaded and by its stored bytes', async () => {
  const { blobs, upload } = await assets();
  const bytes = await noisePicture(60, 40).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const first = await upload(bytes);
  expect(first).toMatchObject({ generation: 1, width: 40, height: 60 });
  expect(first.sha256).not.toBe(first.uploadSha256);
  expect(await upload(bytes)).toEqual(first);
  const [key = ''] = await keysOf(blobs);
  const kept = Buffer.concat((await (await blobs.read(key))?.body.toArray()) ?? []);
  expect(await upload(kept)).toEqual(first);
});

test('a variant is created once for concurrent requests', async () => {
  const { service, blobs, variants, upload } = await assets();
  const row = await upload(await plainPicture(400, 200, '#f00').png().toBuffer());
  // Waits for the variants of the upload and deletes them.
  await service.stop();
  for (const key of await keysOf(blobs)) if (key.endsWith('.webp')) await blobs.delete(key);
  let made = 0;
  const put = blobs.put.bind(blobs);
  blobs.put = (key, body) => {
    if (key.endsWith('/w320.webp')) made += 1;
    return put(key, body);
  };
  const keys = await Promise.all(Array.from({ length: 10 }, () => variants.get(row, 'w320')));
  expect(new Set(keys.map(({ key }) => key)).size).toBe(1);
  expect(made).toBe(1);
  await Promise.all(Array.from({ length: 10 }, () => variants.get(row, 'w320')));
  expect(made).toBe(1);
});

test('ASSET-02d if a login is required, live assets need a signed URL, except those of the login page', async () => {
  const { delivery, state, upload } = await assets();
  await upload(await plainPicture(8, 8, '#f00').png().toBuffer());
  const url = '/backend-assets/live/fair/a/1';
  const read = async (address: string) => {
    const response = await delivery.respondToUrl(address, {});
    if (response.body instanceof Readable) response.body.destroy();
    return response.status;
  };
  state.shown = { generation: 1, earlier: [], isPublic: false };
  await expect(read(url)).rejects.toMatchObject({ code: 'forbidden' });
  const signed = await delivery.sign('LIVE', url);
  expect(await read(signed)).toBe(200);
  await expect(read(signed.replace('/live/', '/preview/'))).rejects.toMatchObject({ code: 'forbidden' });
  state.shown = { generation: 1, earlier: [], isPublic: true };
  expect(await read(url)).toBe(200);
  // Without a signature the response does not show whether the asset exists.
  state.shown = undefined;
  await expect(read(url)).rejects.toMatchObject({ code: 'forbidden' });
  state.login = false;
  await expect(read(url)).rejects.toMatchObject({ code: 'notFound' });
});
