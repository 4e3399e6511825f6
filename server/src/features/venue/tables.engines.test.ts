import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { venueMigrations, type VenueTables } from './tables.ts';
import { testStorage } from '#testing/database';

test('the migration keeps the actors of the audit log', async () => {
  const names = venueMigrations.findIndex(({ id }) => id === '0012-venue-names');
  const storage = await testStorage<VenueTables>(venueMigrations.slice(0, names));
  const { db } = storage;
  await sql`insert into "venueAudit" ("id", "at", "who", "accountId", "what", "architectureId", "version", "requestId")
    values ('1', 2, 'Ada', 'ada', 'save', 'fair', 3, 'r')`.execute(db);

  await storage.migrate(venueMigrations);

  expect(await db.selectFrom('venueAudit').selectAll().execute()).toEqual([
    {
      id: '1',
      at: 2,
      actor: 'Ada',
      accountId: 'ada',
      what: 'save',
      architectureId: 'fair',
      version: 3,
      requestId: 'r',
    },
  ]);
});
