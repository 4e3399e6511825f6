/** What users and operators see when the storage is full: `/dev/full` is a full disk, and SQLite has a size limit. */
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { saveVenue, sendChatMessage } from '@foyer/contract';
import { chatTextLength } from '@foyer/contract/limits';
import { clientId, createAttendee, openRoom, startChat } from '../features/chat/testing/chatVenue.ts';
import { ApiError } from '#platform/apiError';
import { StorageOutages, storageFull } from '#platform/storageOutage';
import { testDatabase } from '#testing/database';
import { startFoyer } from '#testing/foyer';
import { twoAreas } from '#testing/venues';

test('a full database rejects messages and saves with storageFull, and logs one error with the setting', async () => {
  const database = await testDatabase('sqlite');
  onTestFinished(() => database.remove());
  const foyer = await startChat({ database });
  const ada = await createAttendee(foyer, 'Ada');
  const { id: roomId } = await openRoom(ada.tab, { global: true });
  const db = foyer.running.storage.db as unknown as Kysely<unknown>;
  await sql`pragma max_page_count = 1`.execute(db);

  const text = 'ü'.repeat(chatTextLength);
  const post = () => ada.tab.ask(sendChatMessage, { roomId, clientId: clientId(), text });
  // The first messages may still fit into unused space of the database file.
  let { error } = await post();
  while (error === undefined) ({ error } = await post());
  expect(error).toMatchObject({ code: 'storageFull', errMsg: 'The storage is full.' });
  const save = (baseVersion: number) =>
    foyer.call(saveVenue, { body: JSON.stringify({ baseVersion, venue: twoAreas() }) });
  let saved = await save(1);
  while (saved.error === undefined) saved = await save(saved.body.version);
  expect(saved).toMatchObject({ status: 507, error: { code: 'storageFull' } });
  expect(saved.headers.get('retry-after')).toBe('60');
  expect(foyer.takeErrors()).toEqual([
    expect.objectContaining({ msg: 'storage is full', setting: 'DATA_DIR', code: 'storageFull' }),
  ]);
  expect(foyer.logged).toContainEqual(
    expect.objectContaining({
      level: 'info',
      msg: 'command rejected',
      command: sendChatMessage.name,
      code: 'storageFull',
      requestId: error.requestId,
    }),
  );

  await sql`pragma max_page_count = 1000000`.execute(db);
  expect((await post()).error).toBeUndefined();
});

test('/readyz fails with the setting while the disk is full, and logs it', async () => {
  const foyer = await startFoyer();
  // The probe deletes its file, so the disk is full only once.
  symlinkSync('/dev/full', join(foyer.dataDir, 'blobs', '.tmp', 'readyz.probe'));
  const full = await foyer.fetch('/readyz');
  expect(full.status).toBe(503);
  expect(await full.text()).toContain('Not usable: files (DATA_DIR is full).');
  expect(foyer.takeErrors()).toEqual([
    expect.objectContaining({
      msg: 'storage is full',
      setting: 'DATA_DIR',
      cause: expect.stringContaining('ENOSPC') as unknown,
    }),
  ]);
  // Requests within a second share the result.
  expect((await foyer.fetch('/readyz')).status).toBe(503);
  foyer.advance(1_000);
  expect((await foyer.fetch('/readyz')).status).toBe(200);
});

test('/readyz fails while the disk of a SQLite database is full', async () => {
  const database = await testDatabase('sqlite');
  onTestFinished(() => database.remove());
  const foyer = await startFoyer({ database });
  symlinkSync('/dev/full', join(database.dataDir, 'readyz.probe'));
  expect(await (await foyer.fetch('/readyz')).text()).toContain('Not usable: storage (DATA_DIR is full).');
  expect(foyer.takeErrors()).toHaveLength(1);
  foyer.advance(1_000);
  expect((await foyer.fetch('/readyz')).status).toBe(200);
});

/** Collects the settings that are logged. */
function startOutages(): { outages: StorageOutages; logged: unknown[]; time: { now: number } } {
  const time = { now: 1_000_000 };
  const logged: unknown[] = [];
  const log = { error: ({ setting }: { setting?: string }) => void logged.push(setting) };
  return { outages: new StorageOutages({ log, monotonicClock: () => time.now }), logged, time };
}

test('an outage is logged once a minute for each setting; other errors are not', () => {
  const { outages, logged, time } = startOutages();
  outages.report(new ApiError('unavailable', 'The server is stopping.'));
  for (const setting of ['DATA_DIR', 'S3_BUCKET', 'DATA_DIR'] as const)
    outages.report(storageFull(setting, new Error('full')));
  expect(logged).toEqual(['DATA_DIR', 'S3_BUCKET']);
  time.now += 59_999;
  outages.report(storageFull('DATA_DIR', new Error('full')));
  expect(logged).toHaveLength(2);
  time.now += 1;
  outages.report(storageFull('DATA_DIR', new Error('full')));
  expect(logged).toEqual(['DATA_DIR', 'S3_BUCKET', 'DATA_DIR']);
});

test('a full PostgreSQL counts as unusable until a minute has passed without a rejected write', () => {
  const { outages, time } = startOutages();
  outages.assertDatabaseNotFull();
  outages.report(storageFull('DATABASE_URL', new Error('could not extend file')));
  expect(() => outages.assertDatabaseNotFull()).toThrow('The storage is full.');
  time.now += 60_000;
  outages.assertDatabaseNotFull();
});
