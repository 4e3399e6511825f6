/**
 * Compares writes acknowledged after their fsync: the server's storage against node:sqlite and pg, which write the same rows
 * with the same indexes. Each pair alternates in slices of one run, because the speed of a disk changes by the minute; the
 * best slices are compared.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { CompiledQuery } from 'kysely';
import pg from 'pg';
import type { Migration } from '../server/src/platform/storage/migration.ts';
import { openStorage, type Storage } from '../server/src/platform/storage/storage.ts';
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

interface Tables {
  room: { id: string; seq: number };
  message: { id: string; room_id: string; seq: number; author: string; body: string; sent_at: number };
}
const schema = [
  'create table room (id text primary key not null, seq bigint not null)',
  `create table message (id text primary key not null, room_id text not null references room (id), seq bigint not null,
     author text not null, body text not null, sent_at bigint not null, unique (room_id, seq))`,
  "insert into room values ('plenary', 0)",
];
const body =
  'A message as people write them: a hundred characters or so, and now and then a picture of a cat.';
let written = 0;
const nextId = (): string => `m${String(++written).padStart(12, '0')}`;
/** Negative sequence numbers do not collide with counted ones, so that each write is independent. */
const single = (id: string): readonly [string, string, number, string, string, number] => [
  id,
  'plenary',
  -written,
  'ada',
  body,
  1_700_000_000_000,
];
const columns = 'insert into message (id, room_id, seq, author, body, sent_at) values';

const writesTo = (storage: Storage<Tables>) => {
  const insert = (): Promise<unknown> => {
    const [id, room_id, seq, author, text, sent_at] = single(nextId());
    return storage.db
      .insertInto('message')
      .values({ id, room_id, seq, author, body: text, sent_at })
      .execute();
  };
  // Compiled once: hot paths only change the parameters.
  const raise = storage.db
    .updateTable('room')
    .set((eb) => ({ seq: eb('seq', '+', 1) }))
    .where('id', '=', 'plenary')
    .compile();
  const append = storage.db
    .insertInto('message')
    .values((eb) => ({
      id: '',
      room_id: 'plenary',
      seq: eb.selectFrom('room').select('seq').where('id', '=', 'plenary'),
      author: 'ada',
      body,
      sent_at: 0,
    }))
    .compile();
  const withId = (id: string): CompiledQuery => ({
    ...append,
    parameters: [id, ...append.parameters.slice(1)],
  });
  const plain = storage.db
    .insertInto('message')
    .values({ id: '', room_id: '', seq: 0, author: '', body: '', sent_at: 0 })
    .compile();
  const compiled = (): Promise<unknown> => storage.atomic([{ ...plain, parameters: single(nextId()) }]);
  return { insert, compiled, raise, append, appended: () => storage.atomic([raise, withId(nextId())]) };
};

const migration: Migration = {
  id: '0001-bench',
  up: async (db) => {
    const { sql } = await import('kysely');
    for (const statement of schema) await sql.raw(statement).execute(db);
  },
};

const onSqlite = async (): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-bench-'));
  const bare = new DatabaseSync(join(folder, 'bare.db'));
  bare.exec(
    'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma cache_size = -16000',
  );
  for (const statement of schema) bare.exec(statement);
  const insert = bare.prepare(`${columns} (?, ?, ?, ?, ?, ?)`);
  const storage = await openStorage<Tables>({ dataDir: join(folder, 'data') });
  await storage.migrate([migration]);
  const ours = writesTo(storage);
  // The same statements with the same parameters.
  const raise = bare.prepare(ours.raise.sql);
  const append = bare.prepare(ours.append.sql);
  const raised = ours.raise.parameters as SQLInputValue[];
  const rest = ours.append.parameters.slice(1) as SQLInputValue[];
  const oneByOne: Work = (durationMs) =>
    measureRate(durationMs, () => {
      insert.run(...single(nextId()));
      return 1;
    });
  const together: Work = (durationMs) =>
    measureRate(durationMs, async () => {
      bare.exec('begin immediate');
      for (let n = 0; n < 256; n++) {
        raise.run(...raised);
        append.run(nextId(), ...rest);
      }
      bare.exec('commit');
      // Yields to the event loop, as the storage does between two groups.
      await new Promise(setImmediate);
      return 256;
    });
  printLine('\nSQLite (WAL, synchronous=FULL); bare is node:sqlite in the main thread:\n');
  printTableHead();
  await compareRates({
    name: '1, against single inserts',
    bare: oneByOne,
    ours: (ms) => measureCallers(1, ms, ours.insert),
    minRatio: 0.7,
  });
  await compareRates({
    name: '1, the same compiled once (`atomic`)',
    bare: oneByOne,
    ours: (ms) => measureCallers(1, ms, ours.compiled),
  });
  await compareRates({
    name: '16, against single inserts',
    bare: oneByOne,
    ours: (ms) => measureCallers(16, ms, ours.insert),
    minRatio: 5,
  });
  await compareRates({
    name: '256 `atomic` of two statements, against transactions of 256',
    bare: together,
    ours: (ms) => measureCallers(256, ms, ours.appended),
    minRatio: 0.6,
  });
  await storage.close();
  bare.close();
  await rm(folder, { recursive: true });
};

const onPostgres = async (): Promise<void> => {
  const cluster = await startPostgres({ durable: true });
  const pool = new pg.Pool({ connectionString: cluster.url, max: 16 });
  const storage = await openStorage<Tables>({ dataDir: tmpdir(), databaseUrl: cluster.url });
  await storage.migrate([migration]);
  const ours = writesTo(storage);
  const insert = (): Promise<unknown> =>
    pool.query(`${columns} ($1, $2, $3, $4, $5, $6)`, [...single(nextId())]);
  const append = async (): Promise<void> => {
    const client = await pool.connect();
    await client.query('begin');
    await client.query(ours.raise.sql, [...ours.raise.parameters]);
    await client.query(ours.append.sql, [nextId(), ...ours.append.parameters.slice(1)]);
    await client.query('commit');
    client.release();
  };
  printLine('\nPostgreSQL (fsync on); bare is a pool of pg with 16 connections:\n');
  printTableHead();
  await compareRates({
    name: '1',
    bare: (ms) => measureCallers(1, ms, insert),
    ours: (ms) => measureCallers(1, ms, ours.insert),
  });
  await compareRates({
    name: '16',
    bare: (ms) => measureCallers(16, ms, insert),
    ours: (ms) => measureCallers(16, ms, ours.insert),
  });
  await compareRates({
    name: '256 `atomic` of two statements, against transactions',
    bare: (ms) => measureCallers(256, ms, append),
    ours: (ms) => measureCallers(256, ms, ours.appended),
  });
  await storage.close();
  await pool.end();
  await cluster.remove();
};

await onSqlite();
await onPostgres();
await record('durable-writes', 'Durable writes');
