import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zoomEnv } from '@foyer/standins/zoomAccount';
import { expect, onTestFinished, test } from 'vitest';
import { runCommand } from './command.ts';
import {
  createArchive,
  waitForVersion,
  webFiles,
  zoomEntries,
} from '../features/meeting/testing/zoomPackage.ts';
import { createWebDir, startFoyer } from '#testing/foyer';

async function createDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-zoom-cli-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function zoom(dataDir: string, words: readonly string[], env: Record<string, string> = zoomEnv) {
  const printed: string[] = [];
  const errors: string[] = [];
  const exit = await runCommand(['zoom', ...words], {
    env: { DATA_DIR: dataDir, ...env },
    print: (line) => void printed.push(line),
    printError: (line) => void errors.push(line),
  });
  return { exit, printed, errors };
}

test('CALL-28q zoom install and zoom remove change the SDK of a running server', async () => {
  const foyer = await startFoyer({ env: zoomEnv, webDir: await createWebDir(webFiles) });
  const folder = join(foyer.dataDir, 'zoom-sdk');
  expect(await zoom(foyer.dataDir, ['install', await createArchive()])).toEqual({
    exit: 0,
    printed: [`Zoom's Meeting SDK 6.2.0 is installed in ${folder}. Running servers use it within 5 seconds.`],
    errors: [],
  });
  await waitForVersion(foyer, '6.2.0');
  expect((await zoom(foyer.dataDir, ['remove'])).printed).toEqual([
    `Removed ${folder}. Zoom meetings open in a tab.`,
  ]);
  await waitForVersion(foyer, undefined);
  expect((await zoom(foyer.dataDir, ['remove'])).printed).toEqual(['No SDK is installed.']);
});

test('CALL-28r zoom install warns of a version that was not tested, and of missing keys', async () => {
  const { exit, printed } = await zoom(
    await createDataDir(),
    ['install', await createArchive(zoomEntries('7.0.0'))],
    {},
  );
  expect([exit, ...printed.slice(1)]).toEqual([
    0,
    'This version of Foyer was made for version 6.2.',
    'ZOOM_SDK_KEY and ZOOM_SDK_SECRET are not set for this command; the server needs them.',
  ]);
});

test.each<[what: string, words: (folder: string) => Promise<string[]>, exit: number, message: RegExp]>([
  ['no command', async () => [], 64, /^zoom takes "install FILE" or "remove"/],
  ['another command', async () => ['update'], 64, /^zoom takes/],
  ['no file', async () => ['install'], 64, /^zoom takes/],
  ['two files', async () => ['install', 'a.tgz', 'b.tgz'], 64, /^zoom takes/],
  [
    'a missing file',
    async (folder) => ['install', join(folder, 'none.tgz')],
    1,
    /^No such file: .*none\.tgz$/,
  ],
  ['a folder', async (folder) => ['install', folder], 1, /is a folder, not a file$/],
  [
    'another package',
    async () => ['install', await createArchive(zoomEntries('6.2.0', 'left-pad'))],
    1,
    /^\/.*\.tgz contains the package "left-pad", not @zoom\/meetingsdk/,
  ],
])('CALL-28s zoom with %s ends with one line that says why', async (_what, words, exit, message) => {
  const folder = await createDataDir();
  const result = await zoom(folder, await words(folder));
  expect([result.exit, result.printed]).toEqual([exit, []]);
  expect(result.errors[0]).toMatch(message);
});

test('CALL-28t a data folder that cannot be used is named', async () => {
  const archive = await createArchive();
  const { exit, errors } = await zoom(join(archive, 'data'), ['install', archive]);
  expect([exit, errors]).toEqual([1, [`No such folder: ${archive}/data`]]);
});
