/**
 * Measures messages that are acknowledged after their fsync, with all statements of a message: the permission of its
 * author, the sequence number of the room, the row and its indexes. The baseline runs the same statements with the driver
 * itself, in transactions of the same size. `npm run bench -- chat-writes [--seconds 0.2] [--write]`
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { CompiledQuery } from 'kysely';
import pg from 'pg';
import { ChatMessageStore } from '../server/src/features/chat/messages/messageStore.ts';
import { chatMigrations, type ChatTables } from '../server/src/features/chat/tables.ts';
import { openStorage, type Storage } from '../server/src/platform/storage/storage.ts';
import { sqliteFile } from '../server/src/platform/storage/sqlite/open.ts';
import { startPostgres } from '../server/src/testing/postgres.ts';
import {
  compareRates,
  measureCallers,
  printTableHead,
  record,
  printLine,
  measureRate,
  type Work,
} from './writes.fixture.ts';

const roomId = 'plenary';
const authorId = 'ada';
const at = 1_700_000_000_000;
const text =
  'A message as people write them: a hundred characters or so, and now and then a picture of a cat.';
const together = 256;
let written = 0;
const nextId = (): string => `m-${String(++written).padStart(12, '0')}`;
const writer = { info: { id: roomId, mode: 'LIVE', kind: 'group' } as never, uid: authorId, now: at };
/** A placeholder for the client id of each message. */
const anyId = 'the-client-id-of-a-message';

async function addRoom(storage: Storage<ChatTables>): Promise<void> {
  const room = { id: roomId, mode: 'LIVE', kind: 'group', name: 'Plenary', areaId: null, ownerId: authorId };
  const counts = {
    lastSeq: 0,
    messageCount: 0,
    messageCountChanges: 0,
    createdAt: at,
    lastAt: at,
    endedAt: null,
  };
  await storage.db
    .insertInto('chatRoom')
    .values({ ...room, ...counts })
    .execute();
  const read = { fromSeq: 1, readSeq: 0, sharedReadSeq: 0, notificationsOff: 0, joinedAt: at, joinSeq: 0 };
  await storage.db
    .insertInto('chatMember')
    .values({ roomId, userId: authorId, member: 1, removed: 0, ...read })
    .execute();
}

/** Returns the statements that the store executes for a message. */
async function captureStatements(storage: Storage<ChatTables>): Promise<readonly CompiledQuery[]> {
  const captured: CompiledQuery[] = [];
  const recorder = Object.create(storage, {
    atomic: {
      value: (statements: readonly CompiledQuery[]) => {
        captured.push(...statements);
        return Promise.resolve(statements.map(() => ({ rows: [] })));
      },
    },
  }) as Storage<ChatTables>;
  await new ChatMessageStore(recorder).add(writer, { clientId: anyId, authorId, at, text });
  return captured;
}
const withId = (parameters: readonly unknown[], clientId: string): unknown[] =>
  parameters.map((value) => (value === anyId ? clientId : value));

const writesTo = (storage: Storage<ChatTables>): (() => Promise<void>) => {
  const store = new ChatMessageStore(storage);
  return async () => {
    const row = await store.add(writer, { clientId: nextId(), authorId, at, text });
    if (row === undefined) throw new Error('a message was not written');
  };
};

async function onSqlite(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-bench-'));
  const [ours, floor] = [join(folder, 'ours'), join(folder, 'bare')];
  const bareStorage = await openStorage<ChatTables>({ dataDir: floor });
  await bareStorage.migrate(chatMigrations);
  await addRoom(bareStorage);
  const statements = await captureStatements(bareStorage);
  await bareStorage.close();
  const bare = new DatabaseSync(sqliteFile(floor));
  bare.exec(
    'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma cache_size = -16000',
  );
  const prepared = statements.map(({ sql, parameters }) => ({ run: bare.prepare(sql), parameters }));
  const inOne = (messages: number): void => {
    bare.exec('begin immediate');
    for (let n = 0; n < messages; n++) {
      const id = nextId();
      for (const { run, parameters } of prepared) run.all(...(withId(parameters, id) as SQLInputValue[]));
    }
    bare.exec('commit');
  };
  const inTransactionsOf =
    (messages: number): Work =>
    (durationMs) =>
      measureRate(durationMs, async () => {
        inOne(messages);
        await new Promise(setImmediate);
        return messages;
      });
  const storage = await openStorage<ChatTables>({ dataDir: ours });
  await storage.migrate(chatMigrations);
  await addRoom(storage);
  const send = writesTo(storage);
  printLine(
    `\nSQLite (WAL, synchronous=FULL), ${statements.length} statements a message; bare is node:sqlite in the main thread:\n`,
  );
  printTableHead();
  await compareRates({
    name: '1, against one by one',
    bare: inTransactionsOf(1),
    ours: (ms) => measureCallers(1, ms, send),
  });
  await compareRates({
    name: '16, against one by one',
    bare: inTransactionsOf(1),
    ours: (ms) => measureCallers(16, ms, send),
  });
  await compareRates({
    name: `${together}, against transactions of ${together}`,
    bare: inTransactionsOf(together),
    ours: (ms) => measureCallers(together, ms, send),
    minRatio: 0.6,
  });
  await storage.close();
  bare.close();
  await rm(folder, { recursive: true });
}

async function onPostgres(): Promise<void> {
  const cluster = await startPostgres({ durable: true });
  const storage = await openStorage<ChatTables>({ dataDir: tmpdir(), databaseUrl: cluster.url });
  await storage.migrate(chatMigrations);
  await addRoom(storage);
  const statements = await captureStatements(storage);
  const pool = new pg.Pool({ connectionString: cluster.url, max: 16 });
  const inTransaction = async (): Promise<void> => {
    const client = await pool.connect();
    const id = nextId();
    await client.query('begin');
    for (const { sql, parameters } of statements) await client.query(sql, withId(parameters, id));
    await client.query('commit');
    client.release();
  };
  const send = writesTo(storage);
  printLine('\nPostgreSQL (fsync on); bare is a pool of pg with 16 connections:\n');
  printTableHead();
  for (const count of [1, 16, together])
    await compareRates({
      name: `${count}, against transactions`,
      bare: (ms) => measureCallers(count, ms, inTransaction),
      ours: (ms) => measureCallers(count, ms, send),
    });
  await storage.close();
  await pool.end();
  await cluster.remove();
}

await onSqlite();
await onPostgres();
await record('chat-writes', 'Messages of chat');
