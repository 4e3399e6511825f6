import { existsSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { getVenue, getVenueVersion, listAssets, listVersions } from '@foyer/contract';
import { expect, onTestFinished, test } from 'vitest';
import { runCommand } from './command.ts';
import { testEngine, testDatabase, type TestDatabase } from '#testing/database';
import { type Foyer, startFoyer, testAdminKey } from '#testing/foyer';
import { publishExample, saveExample, exampleVenue } from '#testing/venues';

const emptyDatabase = async (): Promise<TestDatabase> => {
  const database = await testDatabase();
  onTestFinished(() => database.remove());
  return database;
};
/** Runs an operator's command with the storage of a test. */
const run = async (database: TestDatabase, ...words: string[]) => {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const env = { DATA_DIR: database.dataDir, DATABASE_URL: database.databaseUrl, ADMIN_KEY: testAdminKey };
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
  const [database, other] = [await emptyDatabase(), await emptyDatabase()];
  const foyer = await startFoyer({ database });
  const version = await publishExample(foyer);
  await saveExample(foyer, exampleVenue(), version);
  const file = join(database.dataDir, 'venue.backup');
  const backup = await run(database, 'backup', file);
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
  const database = await emptyDatabase();
  const foyer = await startFoyer({ database });
  await saveExample(foyer);
  await foyer.stop();
  const file = join(database.dataDir, 'venue.backup');
  await run(database, 'backup', file);
  const { code, output } = await run(database, 'restore', file);
  expect(code).toBe(1);
  expect(output).toMatch(
    /^A backup can only be restored into an empty storage, but this one contains rows in \w+$/,
  );
});

test('restore rejects a damaged backup with a one-line message', async () => {
  const [database, other] = [await emptyDatabase(), await emptyDatabase()];
  const foyer = await startFoyer({ database });
  await saveExample(foyer);
  const file = join(database.dataDir, 'venue.backup');
  await run(database, 'backup', file);
  truncateSync(file, 5_000);
  const { code, output } = await run(other, 'restore', file);
  expect(code).toBe(1);
  expect(output).toMatch(/^The backup .* cannot be used: [^\n]*$/);
});

test('backup and restore take one argument', async () => {
  const database = await emptyDatabase();
  for (const words of [['backup'], ['restore'], ['backup', 'a', 'b'], ['restore', '--force']]) {
    const { code, output } = await run(database, ...words);
    expect(code).toBe(64);
    expect(output).toContain('takes one argument');
  }
  expect((await run(database, 'restore', join(database.dataDir, 'nothing'))).output).toMatch(
    /^No such file: .*nothing$/,
  );
});

if (testEngine === 'sqlite')
  test('backup rejects a folder without a database, restore one that a server uses', async () => {
    const database = await emptyDatabase();
    const file = join(database.dataDir, 'venue.backup');
    expect((await run(database, 'backup', file)).output).toBe(`No database found in ${database.dataDir}`);
    expect(existsSync(file)).toBe(false);
    await startFoyer({ database });
    expect((await run(database, 'restore', file)).output).toContain(`in use by process ${process.pid}`);
  });

test('unreadable and unwritable files are reported in one line', async () => {
  const [database, other] = [await emptyDatabase(), await emptyDatabase()];
  await startFoyer({ database });
  const none = join(database.dataDir, 'none');
  expect(await run(other, 'restore', none)).toEqual({ code: 1, output: `No such file: ${none}` });
  expect(await run(other, 'restore', database.dataDir)).toEqual({
    code: 1,
    output: `${database.dataDir} is a folder, not a file`,
  });
  expect(await run(database, 'backup', join(none, 'x'))).toEqual({
    code: 1,
    output: `No such folder: ${none}`,
  });
});
