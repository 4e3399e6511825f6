/** Packages of Zoom's SDK for tests, with the layout of the real one and a few small files. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zoomEnv } from '@foyer/standins/zoomAccount';
import { packZoomArchive, type ArchiveEntry } from '@foyer/standins/zoomArchive';
import { expect, onTestFinished } from 'vitest';
import { migratedDatabase } from '#testing/database';
import { startFoyer, type Foyer, type FoyerOptions } from '#testing/foyer';
import { installZoomSdk } from '../installZoomSdk.ts';

export const zoomEntries = (version = '6.2.0', name = '@zoom/meetingsdk'): ArchiveEntry[] => [
  [{ name: 'package/LICENSE.md' }, 'Terms of use'],
  [{ name: 'package/index.js' }, 'module.exports = 1;'],
  [{ name: `package/dist/zoom-meeting-${version}.min.js` }, `window.ZoomMtg = {};${' '.repeat(400)}`],
  [{ name: 'package/dist/lib/av/tp.wasm' }, '\0asm'],
  [{ name: 'package/dist/lib/image/earth.jpg' }, 'a picture'],
  [{ name: 'package/dist/ui/1b916.svg' }, '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  [{ name: 'package/package.json' }, JSON.stringify({ name, version })],
];

/** A built web app. */
export const webFiles = {
  'index.html': '<!doctype html><html><head></head><body></body></html>',
  'zoom.html': '<!doctype html><title>Zoom</title>',
  'assets/index-1a2b.js': 'export {};',
};

/** A file as `npm pack` writes it. */
export const createArchive = async (entries: readonly ArchiveEntry[] = zoomEntries()): Promise<string> =>
  createFile(await packZoomArchive(entries));

export async function createFile(content: Buffer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-zoom-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'zoom-meetingsdk-6.2.0.tgz');
  await writeFile(file, content);
  return file;
}

/** Starts a server with an installed SDK and its key. */
export async function startWithZoom({ env, ...options }: FoyerOptions = {}): Promise<Foyer> {
  const database = await migratedDatabase();
  onTestFinished(() => database.remove());
  await installZoomSdk(await createArchive(), database.dataDir);
  return startFoyer({ ...options, database, env: { ...zoomEnv, ...env } });
}

/** The version of the SDK that a page announces to the browser. */
export const announcedVersion = async (foyer: Foyer, path = '/'): Promise<string | undefined> =>
  /<meta name="foyer-zoom" content="([^"]*)" \/>/.exec(await (await foyer.fetch(path)).text())?.[1];

/** Waits until a running server has noticed what is installed. */
export const waitForVersion = (foyer: Foyer, version: string | undefined): Promise<void> =>
  expect
    .poll(() => {
      foyer.advance(5_000);
      return announcedVersion(foyer);
    })
    .toBe(version);
