import { sql, type CompiledQuery, type KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import { testEngine, testStorage } from '#testing/database';
import { chatMigrations, type ChatHeldPostRow, type ChatTables } from '../tables.ts';
import { ChatHeldPostStore, trimDeclined } from './heldPostStore.ts';

const ada = { uid: 'ada', isHost: false } as Parameters<ChatHeldPostStore['list']>[0];

/** Held posts of Ada in the wall `bar`, or others. */
const posts = (count: number, kind: string, more: Partial<ChatHeldPostRow> = {}): ChatHeldPostRow[] =>
  Array.from({ length: count }, (_, no) => ({
    id: `${kind}-${no}`,
    roomId: 'bar',
    clientId: `${kind}-${no}`,
    authorId: 'ada',
    at: no,
    text: 'Bright',
    replyTo: null,
    mentions: null,
    upload: null,
    declinedAt: null,
    ...more,
  }));

test('WALL-05cm the posts of an author are found by an index, without reading those that were withdrawn', async () => {
  const storage = await testStorage<ChatTables>(chatMigrations);
  const { db } = storage;
  const rows = [
    ...posts(4_000, 'withdrawn', { text: '', declinedAt: 1 }),
    ...posts(200, 'elsewhere', { roomId: 'lounge' }),
    ...posts(200, 'other').map((row, no) => ({ ...row, authorId: `author-${no}` })),
    ...posts(3, 'waiting'),
    ...posts(2, 'declined', { declinedAt: 1 }),
  ];
  while (rows.length > 0) await db.insertInto('chatHeldPost').values(rows.splice(0, 500)).execute();
  const executed: CompiledQuery[] = [];
  const record: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      executed.push(db.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const recording = Object.create(storage, {
    read: { value: storage.read.withPlugin(record) },
    longRead: { value: storage.longRead.withPlugin(record) },
    atomic: {
      value: (statements: CompiledQuery[]) => {
        executed.push(...statements);
        return storage.atomic(statements);
      },
    },
  }) as typeof storage;
  const store = new ChatHeldPostStore(recording, { lock: () => [] });
  expect((await store.list(ada, 'bar')).rows).toHaveLength(3);
  expect(await store.listDeclined('ada', 'bar')).toHaveLength(2);
  expect(await store.isFull('bar', 'ada')).toBe(false);
  expect(await store.findByAuthor('ada')).toHaveLength(205);
  const posting = { info: { id: 'bar', kind: 'wall', mode: 'LIVE' }, uid: 'ada', now: 1 };
  const message = { clientId: 'new', authorId: 'ada', at: 1, text: 'Bright' };
  await store.add(posting as Parameters<typeof store.add>[0], message);
  executed.push(trimDeclined(db, { authorId: 'ada', roomId: 'bar' }).compile());
  expect(executed).toHaveLength(6);
  const expectIndex = async () => {
    const explain = testEngine === 'postgres' ? 'explain' : 'explain query plan';
    for (const query of executed) {
      const { rows: plan } = await db.executeQuery({ ...query, sql: `${explain} ${query.sql}` });
      expect(JSON.stringify(plan), query.sql).toContain('chatHeldPostWithContent');
    }
  };
  // SQLite has no statistics, unless an operator creates them.
  if (testEngine !== 'postgres') await expectIndex();
  await sql`analyze`.execute(db);
  await expectIndex();
});
