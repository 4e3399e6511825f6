import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import type { ArchiveEntry } from '@foyer/standins/zoomArchive';
import { expect, onTestFinished, test } from 'vitest';
import { installZoomSdk, removeZoomSdk } from './installZoomSdk.ts';
import { createArchive, createFile, zoomEntries } from './testing/zoomPackage.ts';

async function createDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-zoom-data-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function installed(dataDir: string): Promise<{ version: string; folder: string }> {
  const root = join(dataDir, 'zoom-sdk');
  const pointer = JSON.parse(await readFile(join(root, 'installed.json'), 'utf8')) as {
    version: string;
    folder: string;
  };
  return { version: pointer.version, folder: join(root, pointer.folder) };
}

/** When a folder was last written that counts as abandoned, in seconds. */
const hoursAgo = (): number => Date.now() / 1_000 - 2 * 3_600;

/** All files below a folder with a hash of their content. */
async function contents(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => !entry.isDirectory());
  const hashed = files.map(async ({ parentPath, name }) => {
    const file = join(parentPath, name);
    return [
      file,
      createHash('sha256')
        .update(await readFile(file))
        .digest('hex'),
    ] as const;
  });
  return Object.fromEntries(await Promise.all(hashed));
}

test('CALL-28k the SDK is installed from the file of npm pack: what browsers load, compressed, and its licence', async () => {
  const dataDir = await createDataDir();
  expect(await installZoomSdk(await createArchive(), dataDir)).toBe('6.2.0');
  const { version, folder } = await installed(dataDir);
  expect(version).toBe('6.2.0');
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.includes('.'));
  expect(files.toSorted()).toEqual([
    'LICENSE.md',
    'dist/lib/av/tp.wasm',
    'dist/lib/av/tp.wasm.br',
    'dist/lib/image/earth.jpg',
    'dist/ui/1b916.svg',
    'dist/ui/1b916.svg.br',
    'dist/zoom-meeting-6.2.0.min.js',
    'dist/zoom-meeting-6.2.0.min.js.br',
  ]);
  const script = join(folder, 'dist', 'zoom-meeting-6.2.0.min.js');
  const unpacked = await readFile(script);
  expect(unpacked.toString()).toContain('window.ZoomMtg = {};');
  expect(brotliDecompressSync(await readFile(`${script}.br`))).toEqual(unpacked);
});

test('CALL-28l another version replaces the installed one and leaves nothing of it', async () => {
  const dataDir = await createDataDir();
  for (const version of ['6.2.0', '6.2.1', '6.2.1'])
    await installZoomSdk(await createArchive(zoomEntries(version)), dataDir);
  const { version, folder } = await installed(dataDir);
  expect(version).toBe('6.2.1');
  expect(await readdir(join(dataDir, 'zoom-sdk'))).toHaveLength(2);
  expect(await readdir(join(folder, 'dist'))).toContain('zoom-meeting-6.2.1.min.js');
});

test('CALL-28v several installations at once leave one that is complete, and do not disturb each other', async () => {
  const dataDir = await createDataDir();
  const versions = ['6.2.0', '6.2.1', '6.2.2', '6.2.3'];
  const archives = await Promise.all(versions.map((version) => createArchive(zoomEntries(version))));
  const installing = archives.map((archive) => installZoomSdk(archive, dataDir));
  expect(await Promise.all(installing)).toEqual(versions);
  const { version, folder } = await installed(dataDir);
  expect(await readdir(join(folder, 'dist'))).toContain(`zoom-meeting-${version}.min.js`);
  // A folder whose pointer another installation has replaced meanwhile stays until it counts as abandoned.
  const root = join(dataDir, 'zoom-sdk');
  const inUse = ['installed.json', basename(folder)];
  const others = (await readdir(root)).filter((name) => !inUse.includes(name));
  expect(await readdir(root)).toEqual(expect.arrayContaining(inUse));
  expect(others.length).toBeLessThan(versions.length);
  for (const name of others) await utimes(join(root, name), hoursAgo(), hoursAgo());
  await installZoomSdk(await createArchive(), dataDir);
  const { folder: newest } = await installed(dataDir);
  expect((await readdir(root)).toSorted()).toEqual(['installed.json', basename(newest)].toSorted());
});

test('CALL-28w an installation removes what an interrupted one has left, but not what another one may still write', async () => {
  const dataDir = await createDataDir();
  await installZoomSdk(await createArchive(), dataDir);
  const root = join(dataDir, 'zoom-sdk');
  await mkdir(join(root, 'sdk-interrupted', 'dist'), { recursive: true });
  await utimes(join(root, 'sdk-interrupted'), hoursAgo(), hoursAgo());
  await mkdir(join(root, 'sdk-running'));
  await installZoomSdk(await createArchive(), dataDir);
  const { folder } = await installed(dataDir);
  expect((await readdir(root)).toSorted()).toEqual(
    ['installed.json', 'sdk-running', basename(folder)].toSorted(),
  );
});

const limits = { unpackedBytes: 100_000, fileBytes: 1_000, files: 20 };
const withEntry = (...entry: ArchiveEntry): Promise<string> => createArchive([entry, ...zoomEntries()]);
const without = (path: string, version?: string): Promise<string> =>
  createArchive(zoomEntries(version).filter(([{ name }]) => name !== path));
/** An archive that `change` has changed. */
const changed = async (change: (whole: Buffer) => Buffer) => {
  const entry: ArchiveEntry = [{ name: 'package/dist/a.bin' }, randomBytes(400).toString('hex')];
  return createFile(change(await readFile(await createArchive([entry, ...zoomEntries()]))));
};
const half = (whole: Buffer): Buffer => whole.subarray(0, whole.length / 2);
const withWrongChecksum = (whole: Buffer): Buffer => {
  whole.writeUInt32LE(0, whole.length - 8);
  return whole;
};

const notAnArchive =
  /\.tgz is not a \.tgz archive as npm pack writes it, or it is damaged: download it again \(npm pack @zoom\/meetingsdk@6\.2\)$/;
const incomplete = /\.tgz is incomplete: download it again \(npm pack @zoom\/meetingsdk@6\.2\)$/;

test.each<[what: string, archive: () => Promise<string>, message: RegExp]>([
  ['a file that is no archive', () => createFile(Buffer.from('a picture')), notAnArchive],
  ['a gzip of something else', () => createFile(gzipSync('x'.repeat(2_000))), notAnArchive],
  ['a damaged archive', () => changed(withWrongChecksum), notAnArchive],
  ['a truncated archive', () => changed(half), incomplete],
  ['a gzip of a truncated archive', () => changed((whole) => gzipSync(half(gunzipSync(whole)))), incomplete],
  ['an empty file', () => createFile(Buffer.alloc(0)), incomplete],
  [
    'another package',
    () => createArchive(zoomEntries('6.2.0', '@zoom/videosdk')),
    /\.tgz contains the package "@zoom\/videosdk", not @zoom\/meetingsdk: download that one \(npm pack @zoom\/meetingsdk@6\.2\)$/,
  ],
  [
    'a version that is a path',
    () => createArchive(zoomEntries('../6.2.0')),
    /contains version "\.\.\/6\.2\.0" of @zoom\/meetingsdk, which Foyer cannot use/,
  ],
  [
    'a package without package.json',
    () => without('package/package.json'),
    /contains no package\/package\.json with a name and a version, so it is not the package @zoom\/meetingsdk$/,
  ],
  [
    'another version without the main script',
    () => without('package/dist/zoom-meeting-2.18.0.min.js', '2.18.0'),
    /\.tgz contains version "2\.18\.0" of @zoom\/meetingsdk, which Foyer cannot use: download version 6\.2 \(npm pack @zoom\/meetingsdk@6\.2\)$/,
  ],
  [
    'a version without its main script',
    () => without('package/dist/zoom-meeting-6.2.0.min.js'),
    /\.tgz does not contain package\/dist\/zoom-meeting-6\.2\.0\.min\.js: download it again \(npm pack @zoom\/meetingsdk@6\.2\)$/,
  ],
  ['a path that leaves its folder', () => withEntry({ name: 'package/dist/../../../evil.js' }), /evil\.js/],
  ['an absolute path', () => withEntry({ name: '/etc/evil.js' }), /evil\.js/],
  ['a path outside of the package', () => withEntry({ name: 'dist/evil.js' }), /evil\.js/],
  ['a path with a backslash', () => withEntry({ name: 'package/dist/..\\evil.js' }), /evil\.js/],
  ['a hidden file', () => withEntry({ name: 'package/dist/.evil.js' }), /evil\.js/],
  [
    'a symbolic link',
    () => withEntry({ name: 'package/dist/evil.js', type: 'symlink', linkname: '/etc/passwd' }),
    /evil\.js", which is a symlink/,
  ],
  [
    'a hard link',
    () => withEntry({ name: 'package/dist/evil.js', type: 'link', linkname: 'package/dist/other.js' }),
    /evil\.js", which is a link/,
  ],
  [
    'a device',
    () => withEntry({ name: 'package/dist/evil.js', type: 'character-device' }),
    /evil\.js", which is a/,
  ],
  [
    'a file that occurs twice',
    () => withEntry({ name: 'package/dist/lib/av/tp.wasm' }, 'other'),
    /tp\.wasm" twice/,
  ],
  [
    'a file that is too large',
    () => withEntry({ name: 'package/dist/big.js' }, 'x'.repeat(1_001)),
    /big\.js.* more than 1000 bytes/,
  ],
  [
    'an archive that unpacks to too much',
    () =>
      createArchive(
        Array.from({ length: 10 }, (_, index): ArchiveEntry => [
          { name: `package/skipped-${index}` },
          'x'.repeat(1_000),
        ]),
      ),
    /unpacks to more than/,
  ],
  [
    'an archive of too many files',
    () =>
      createArchive(
        Array.from({ length: 21 }, (_, index): ArchiveEntry => [{ name: `package/dist/${index}` }]),
      ),
    /more than 20 files/,
  ],
])('CALL-28m %s is rejected, and the installed SDK stays', async (what, archive, message) => {
  const dataDir = await createDataDir();
  await installZoomSdk(await createArchive(), dataDir);
  const before = await contents(dataDir);
  const applied = what.includes('unpacks') ? { ...limits, unpackedBytes: 10_000 } : limits;
  await expect(installZoomSdk(await archive(), dataDir, applied)).rejects.toThrow(message);
  expect(await contents(dataDir)).toEqual(before);
});

test('CALL-28x only an archive that cannot be read is said to be damaged', async () => {
  const defect = new TypeError('a defect');
  const failing = {
    ...limits,
    get files(): number {
      throw defect;
    },
  };
  await expect(installZoomSdk(await createArchive(), await createDataDir(), failing)).rejects.toBe(defect);
});

test('CALL-28y removing the SDK also removes what an interrupted installation has left', async () => {
  const dataDir = await createDataDir();
  await mkdir(join(dataDir, 'zoom-sdk', 'sdk-interrupted', 'dist'), { recursive: true });
  expect(await removeZoomSdk(dataDir)).toBe(false);
  expect(await readdir(dataDir)).toEqual([]);
});
