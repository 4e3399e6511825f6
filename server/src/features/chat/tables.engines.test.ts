import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { chatMigrations, type ChatTables } from './tables.ts';
import { testStorage } from '#testing/database';

test('the migration keeps mutes, the moderation log, notices and reports under their new names', async () => {
  const names = chatMigrations.findIndex(({ id }) => id === '0093-chat-names');
  const storage = await testStorage<ChatTables>(chatMigrations.slice(0, names));
  const { db } = storage;
  const text = 'he wrote "kind":"invited" and "changeSeq":';
  const notices = [
    { kind: 'invited', uids: ['bo'] },
    { kind: 'handedOver', uids: ['bo'] },
    { kind: 'callEnded', lastedMs: 20_000 },
    { kind: 'renamed', name: text },
  ];
  for (const [index, notice] of notices.entries())
    await sql`insert into "chatMessage" ("roomId", "seq", "changeSeq", "clientId", "authorId", "at", "text", "notice", "deleted")
      values ('r', ${index + 1}, 9, ${`c${index}`}, 'ada', 1, '', ${JSON.stringify(notice)}, 'host')`.execute(
      db,
    );
  await sql`insert into "chatMember" values ('r', 'ada', 1, 0, 1, 0, 1, 1, 1)`.execute(db);
  await sql`insert into "chatSilence" values ('LIVE', 'bo', 7)`.execute(db);
  for (const kind of ['silenced', 'unsilenced', 'letBack', 'removed'])
    await sql`insert into "chatAction" values (${kind}, 'LIVE', ${kind}, 'host', 'bo', null, null, 1, 7)`.execute(
      db,
    );
  const report = { seq: 1, changeSeq: 9, text };
  await sql`insert into "chatReport" ("id", "mode", "roomId", "seq", "message", "authorId", "reporterId", "reason", "at")
    values ('1', 'LIVE', 'r', 1, ${JSON.stringify(report)}, 'ada', 'bo', 'spam', 1)`.execute(db);

  await storage.migrate(chatMigrations);

  const messages = await db.selectFrom('chatMessage').selectAll().orderBy('seq').execute();
  expect(messages.map(({ notice }) => JSON.parse(notice ?? '') as unknown)).toEqual([
    { kind: 'membersAdded', uids: ['bo'] },
    { kind: 'ownershipTransferred', uids: ['bo'] },
    { kind: 'callEnded', durationMs: 20_000 },
    { kind: 'renamed', name: text },
  ]);
  expect(messages[0]).toMatchObject({ updatedSeq: 9, deletedBy: 'host' });
  expect(await db.selectFrom('chatMember').select('notificationsOff').execute()).toEqual([
    { notificationsOff: 1 },
  ]);
  expect(await db.selectFrom('chatMute').selectAll().execute()).toEqual([
    { mode: 'LIVE', userId: 'bo', until: 7 },
  ]);
  const log = await db
    .selectFrom('chatModerationLog')
    .select(['id', 'kind', 'userId', 'mutedUntil'])
    .execute();
  expect(Object.fromEntries(log.map(({ id, kind }) => [id, kind]))).toEqual({
    silenced: 'muted',
    unsilenced: 'unmuted',
    letBack: 'readmitted',
    removed: 'removed',
  });
  expect(log[0]).toMatchObject({ userId: 'bo', mutedUntil: 7 });
  const { message } = await db.selectFrom('chatReport').select('message').executeTakeFirstOrThrow();
  expect(JSON.parse(message)).toEqual({ seq: 1, updatedSeq: 9, text });
});

test('the migration takes over the read positions of members', async () => {
  const receipts = chatMigrations.findIndex(({ id }) => id === '0094-chat-read-receipts');
  const storage = await testStorage<ChatTables>(chatMigrations.slice(0, receipts));
  const { db } = storage;
  for (const [userId, member] of Object.entries({ ada: 1, bo: 0 }))
    await sql`insert into "chatMember" values ('r', ${userId}, ${member}, 0, 1, 5, 0, 1, 1)`.execute(db);
  await storage.migrate(chatMigrations);
  const rows = await db
    .selectFrom('chatMember')
    .select(['userId', 'sharedReadSeq'])
    .orderBy('userId')
    .execute();
  expect(rows).toEqual([
    { userId: 'ada', sharedReadSeq: 5 },
    { userId: 'bo', sharedReadSeq: 0 },
  ]);
});

test('the migration finds who is mentioned in stored messages, and for whom stored notices are unread', async () => {
  const mentions = chatMigrations.findIndex(({ id }) => id === '0095-chat-mentions');
  const storage = await testStorage<ChatTables>(chatMigrations.slice(0, mentions));
  const { db } = storage;
  for (const userId of ['ada', 'bo', 'cy'])
    await sql`insert into "chatMember" values ('r', ${userId}, 1, 0, 1, 0, 1, 1, 1, 0)`.execute(db);
  const messages = [
    { mentions: ['bo', 'cy'] },
    {},
    { notice: { kind: 'membersAdded', uids: ['bo'] } },
    { notice: { kind: 'removed', uids: ['bo'] } },
    { notice: { kind: 'created', name: '"uids":["cy"]', uids: ['bo'] } },
    { notice: { kind: 'renamed', name: '"kind":"callMissed"' } },
    { notice: { kind: 'callMissed' } },
  ];
  for (const [index, { mentions: uids, notice }] of messages.entries())
    await sql`insert into "chatMessage" ("roomId", "seq", "clientId", "authorId", "at", "text", "mentions", "notice")
      values ('r', ${index + 1}, ${`c${index}`}, 'ada', 1, '',
        ${uids === undefined ? null : JSON.stringify(uids)},
        ${notice === undefined ? null : JSON.stringify(notice)})`.execute(db);

  await storage.migrate(chatMigrations);

  const rows = await db.selectFrom('chatMention').selectAll().orderBy('seq').orderBy('userId').execute();
  expect(rows.map(({ seq, userId }) => [seq, userId])).toEqual([
    [1, 'bo'],
    [1, 'cy'],
    [3, 'bo'],
    [5, 'bo'],
    [7, 'bo'],
    [7, 'cy'],
  ]);
});

test('the migration makes stored groups searchable', async () => {
  const names = chatMigrations.findIndex(({ id }) => id === '0096-chat-group-search');
  const storage = await testStorage<ChatTables>(chatMigrations.slice(0, names));
  const { db } = storage;
  for (const [id, kind, name] of [
    ['g', 'group', 'Café ÄÖ'],
    ['p', 'private', null],
  ])
    await sql`insert into "chatRoom" ("id", "mode", "kind", "name", "lastSeq", "createdAt", "lastAt")
      values (${id}, 'LIVE', ${kind}, ${name}, 0, 1, 1)`.execute(db);
  await storage.migrate(chatMigrations);
  const rows = await db.selectFrom('chatRoom').select(['id', 'searchName']).orderBy('id').execute();
  expect(rows).toEqual([
    { id: 'g', searchName: 'cafe ao' },
    { id: 'p', searchName: null },
  ]);
});

test('the migration counts the messages of rooms without deleted ones and notices', async () => {
  const counts = chatMigrations.findIndex(({ id }) => id === '0101-chat-message-counts');
  const storage = await testStorage<ChatTables>(chatMigrations.slice(0, counts));
  const { db } = storage;
  for (const [id, lastSeq] of [
    ['r', 5],
    ['empty', 0],
  ])
    await sql`insert into "chatRoom" ("id", "mode", "kind", "lastSeq", "createdAt", "lastAt")
      values (${id}, 'LIVE', 'card', ${lastSeq}, 1, 1)`.execute(db);
  for (const [seq, notice, deletedBy] of [
    [1, null, null],
    [2, null, 'host'],
    [3, '{"kind":"joined"}', null],
    [4, null, null],
  ])
    await sql`insert into "chatMessage" ("roomId", "seq", "clientId", "authorId", "at", "text", "notice", "deletedBy")
      values ('r', ${seq}, ${`c${seq}`}, 'ada', 1, '', ${notice}, ${deletedBy})`.execute(db);
  await storage.migrate(chatMigrations);
  const rows = await db
    .selectFrom('chatRoom')
    .select(['id', 'messageCount', 'messageCountChanges'])
    .orderBy('id')
    .execute();
  expect(rows).toEqual([
    { id: 'empty', messageCount: 0, messageCountChanges: 0 },
    { id: 'r', messageCount: 2, messageCountChanges: 1 },
  ]);
});
