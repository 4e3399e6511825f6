import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testEngine } from '#testing/database';
import { startFoyer } from '#testing/foyer';

/** Columns with the id or the name of an account. */
const personalColumn =
  /^(account|user|owner|author|blocked|host|reporter)(Id)?$|^actor$|By(Id)?$|^caller$|^(userKey|visitor)$/;

/** The tables with such columns, and the feature whose `personalData` exports and erases them. */
const exportedBy: Readonly<Record<string, string>> = {
  stageLink: 'access',
  stageSession: 'access',
  account: 'account',
  accountIdentity: 'account',
  accountAudit: 'account',
  // Rows of running work: links in mails, invitations and deletions end with their work or with the account.
  accountLink: 'account',
  accountInvitation: 'account',
  accountDeletion: 'account',
  session: 'session',
  // Part of the platform; app.ts exports and erases it.
  idempotentRequest: 'idempotency',
  ticketGrant: 'login',
  profileValue: 'profile',
  profilePicture: 'profile',
  presenceChoice: 'presence',
  venueVersion: 'venue',
  venueAudit: 'venue',
  consent: 'consent',
  mediaBoardLike: 'mediaBoard',
  analyticsHit: 'analytics',
  analyticsStay: 'analytics',
  capturedMessage: 'frontendLog',
  chatRoom: 'chat',
  chatMember: 'chat',
  chatMessage: 'chat',
  chatHeldPost: 'chat',
  chatMention: 'chat',
  chatLike: 'chat',
  chatMute: 'chat',
  chatBlock: 'chat',
  chatUpload: 'chat',
  chatReport: 'chat',
  chatModerationLog: 'chat',
};

const tableColumns =
  testEngine === 'postgres'
    ? sql<{ table: string; column: string }>`
        select table_name as "table", column_name as "column"
        from information_schema.columns where table_schema = current_schema()`
    : sql<{ table: string; column: string }>`
        select m.name as "table", c.name as "column"
        from sqlite_master m join pragma_table_info(m.name) c where m.type = 'table'`;

test('each table with data of an account belongs to a feature that exports and erases it', async () => {
  const { running } = await startFoyer();
  const { rows } = await tableColumns.execute(running.storage.db);
  const personal = [
    ...new Set(rows.filter(({ column }) => personalColumn.test(column)).map(({ table }) => table)),
  ];
  const errors = personal
    .filter((table) => exportedBy[table] === undefined)
    .map(
      (table) =>
        `The table ${table} names accounts: its feature needs personalData, with a test, and a line in this file`,
    );
  expect(errors).toEqual([]);
  expect(Object.keys(exportedBy).filter((table) => !personal.includes(table))).toEqual([]);
});
