import { existsSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { getVenue, getVenueVersion, listAssets, listVersions } from '@foyer/contract';
import { expect, onTestFinished, test } from 'vitest';
import { runCommand } from './command.ts';
import { testEngine, testDatabase, type TestDatabase } from '#testing/database';
import { type Foyer, startFoyer, testAdminKey } from '#testing/foyer';
import { publishExample, saveExample, exampleVenue } from '#testing/venues';

const emptyPlace = async (): Promise<TestDatabase> => {
  const place = await testDatabase();
  onTestFinished(() => place.remove());
  return place;
};
/** Runs an operator's command with the storage of a test. */
const run = async (place: TestDatabase, ...words: string[]) => {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const env = { DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl, ADMIN_KEY: testAdminKey };
  const code = await runCommand(words, { env, print, printError: print });
  return { code, output: lines.join('\n') };
};
/** What an attendee and a designer see. */
const shown = async (foyer: Foyer) => ({
  versions: await foyer.must(listVersions, { query: {} }),
  live: await foyer.must(getVenue, { query: { architectureId: 'nightfall' } }),
  assets: await foyer.must(listAssets, {}),
  version: await foyer.must(getVenueVersion, {}),
});

test('P26 short form: a server restored from the backup of a running server has the same content', async () => {
  const [place, other] = [await emptyPlace(), await emptyPlace()];
  const foyer = await startFoyer({ database: place });
  const version = await publishExample(foyer);
  await saveExample(foyer, exampleVenue(), version);
  const file = join(place.dataDir, 'venue.backup');
  const backup = await run(place, 'backup', file);
  expect(backup.output).toMatch(
    /^Backed up \d+ rows and \d+ files \(\d+\.\d MB\) of .*, contents [0-9a-f]{16} to .*venue\.backup$/,
  );
  expect(backup.code).toBe(0);
  const before = await shown(foyer);

  const restore = await run(other, 'restore', file);
  expect(restore.output).toMatch(/^Restored \d+ rows and \d+ files/);
  expect(restore.code).toBe(0);
  const restored = await startFoyer({ database: other });
  expect(await shown(restored)).toEqual(before);
  const logo = (await shown(restored)).live.assets?.[0]?.uri ?? '';
  const bytes = async (server: Foyer) => Buffer.from(await (await server.fetch(logo)).arrayBuffer());
  expect((await bytes(restored)).length).toBeGreaterThan(0);
  expect(await bytes(restored)).toEqual(await bytes(foyer));
});

test('restore rejects a storage that is not empty', async () => {
  const place = await emptyPlace();
  const foyer = await startFoyer({ database: place });
  await saveExample(foyer);
  await foyer.stop();
  const file = join(place.dataDir, 'venue.backup');
  await run(place, 'backup', file);
  const { code, output } = await run(place, 'restore', file);
  expect(code).toBe(78);
  expect(output).toMatch(
    /^A backup can only be restored into an empty storage, but this one contains rows in \w+$/,
  );
});

test('restore rejects a damaged backup with a one-line message', async () => {
  const [place, other] = [await emptyPlace(), await emptyPlace()];
  const foyer = await startFoyer({ database: place });
  await saveExample(foyer);
  const file = join(place.dataDir, 'venue.backup');
  await run(place, 'backup', file);
  truncateSync(file, 5_000);
  const { code, output } = await run(other, 'restore', file);
  expect(code).toBe(78);
  expect(output).toMatch(/^The backup .* cannot be used: [^\n]*$/);
});

test('backup and restore take one argument', async () => {
  const place = await emptyPlace();
  for (const words of [['backup'], ['restore'], ['backup', 'a', 'b'], ['restore', '--force']]) {
    const { code, output } = await run(place, ...words);
    expect(code).toBe(64);
    expect(output).toContain('takes one argument');
  }
  expect((await run(place, 'restore', join(place.dataDir, 'nothing'))).output).toMatch(
    /^No such file: .*nothing$/,
  );
});

if (testEngine === 'sqlite')
  test('backup rejects a folder without a database, restore one that a server uses', async () => {
    const place = await emptyPlace();
    const file = join(place.dataDir, 'venue.backup');
    expect((await run(place, 'backup', file)).output).toBe(`No database found in ${place.dataDir}`);
    expect(existsSync(file)).toBe(false);
    await startFoyer({ database: place });
    expect((await run(place, 'restore', file)).output).toContain(`in use by process ${process.pid}`);
  });

test('unreadable and unwritable files are reported in one line', async () => {
  const [place, other] = [await emptyPlace(), await emptyPlace()];
  await startFoyer({ database: place });
  const none = join(place.dataDir, 'none');
  expect(await run(other, 'restore', none)).toEqual({ code: 1, output: `No such file: ${none}` });
  expect(await run(other, 'restore', place.dataDir)).toEqual({
    code: 1,
    output: `${place.dataDir} is a folder, not a file`,
  });
  expect(await run(place, 'backup', join(none, 'x'))).toEqual({ code: 1, output: `No such folder: ${none}` });
});
