/**
 * Measures likes that are acknowledged after their fsync, of a hundred people who like one card. The baselines are the
 * driver itself, in transactions of a hundred likes: with only the row and the count, and with all statements of the store.
 * `npm run bench -- likes [--seconds 0.2] [--write]`
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { CompiledQuery } from 'kysely';
import { MediaBoardStore, type StoredLike } from '../server/src/features/mediaBoard/store.ts';
import { mediaBoardMigrations, type MediaBoardTables } from '../server/src/features/mediaBoard/tables.ts';
import { openStorage, type Storage } from '../server/src/platform/storage/storage.ts';
import { sqliteFile } from '../server/src/platform/storage/sqlite/open.ts';
import {
  compareRates,
  measureCallers,
  measureRate,
  printLine,
  printTableHead,
  record,
  type Work,
} from './writes.fixture.ts';

const together = 100;
let likes = 0;
const nextAuthor = (): string => `author-${String(++likes).padStart(12, '0')}`;
const likeOf = (authorId: string): StoredLike => ({
  mode: 'LIVE',
  uuid: `uuid-of-${authorId}`,
  mediaBoardId: 'posters',
  contentPieceId: 'dawn',
  authorId,
  createdAt: 1_700_000_000_000,
});

/** A statement with the parameters of each like. */
interface Statement {
  readonly sql: string;
  readonly parametersOf: (like: StoredLike) => readonly SQLInputValue[];
}

/** Placeholders for what differs between two likes. */
const anyLike = likeOf('any');

/** Returns the statements that the store executes for a like. */
async function captureStatements(storage: Storage<MediaBoardTables>): Promise<Statement[]> {
  const captured: CompiledQuery[] = [];
  const recorder = Object.create(storage, {
    atomic: {
      value: (statements: readonly CompiledQuery[]) => {
        captured.push(...statements);
        return Promise.resolve(statements.map(() => ({ rows: [], numAffectedRows: 1n })));
      },
    },
  }) as Storage<MediaBoardTables>;
  await new MediaBoardStore(recorder).add(anyLike);
  return captured.map(({ sql, parameters }) => ({
    sql,
    parametersOf: ({ uuid, authorId }) =>
      parameters.map((value) => {
        if (value === anyLike.uuid) return uuid;
        return value === anyLike.authorId ? authorId : (value as SQLInputValue);
      }),
  }));
}

/** The least that a like needs: its row, and the count. */
const rowAndCount: readonly Statement[] = [
  {
    sql: `insert into "mediaBoardLike" ("mode", "uuid", "mediaBoardId", "contentPieceId", "authorId", "createdAt", "counted") values (?, ?, ?, ?, ?, ?, 1)`,
    parametersOf: (like) => [
      like.mode,
      like.uuid,
      like.mediaBoardId,
      like.contentPieceId,
      like.authorId,
      like.createdAt,
    ],
  },
  {
    sql: `insert into "mediaBoardCount" ("mode", "mediaBoardId", "contentPieceId", "likes", "changes") values (?, ?, ?, 1, 1) on conflict do update set "likes" = "likes" + 1, "changes" = "changes" + 1 returning "likes", "changes"`,
    parametersOf: (like) => [like.mode, like.mediaBoardId, like.contentPieceId],
  },
];

async function openMigrated(dataDir: string): Promise<Storage<MediaBoardTables>> {
  const storage = await openStorage<MediaBoardTables>({ dataDir });
  await storage.migrate(mediaBoardMigrations);
  return storage;
}

const folder = await mkdtemp(join(tmpdir(), 'foyer-bench-'));
const databases: DatabaseSync[] = [];

/** A database with the tables and indexes of the store, without the storage. */
async function openBare(name: string): Promise<DatabaseSync> {
  const dataDir = join(folder, name);
  await (await openMigrated(dataDir)).close();
  const bare = new DatabaseSync(sqliteFile(dataDir));
  bare.exec(
    'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma cache_size = -16000',
  );
  databases.push(bare);
  return bare;
}

const inTransactions = (bare: DatabaseSync, statements: readonly Statement[]): Work => {
  const prepared = statements.map(({ sql, parametersOf }) => ({ run: bare.prepare(sql), parametersOf }));
  return (durationMs) =>
    measureRate(durationMs, async () => {
      bare.exec('begin immediate');
      for (let n = 0; n < together; n++) {
        const like = likeOf(nextAuthor());
        for (const { run, parametersOf } of prepared) run.all(...parametersOf(like));
      }
      bare.exec('commit');
      await new Promise(setImmediate);
      return together;
    });
};

const storage = await openMigrated(join(folder, 'ours'));
const store = new MediaBoardStore(storage);
const statements = await captureStatements(storage);
const ours: Work = (ms) =>
  measureCallers(together, ms, async () => {
    const { isChanged } = await store.add(likeOf(nextAuthor()));
    if (!isChanged) throw new Error('a like was not counted');
  });

printLine(
  `\nSQLite (WAL, synchronous=FULL); bare is node:sqlite in the main thread, in transactions of ${together} likes:\n`,
);
printTableHead();
await compareRates({
  name: `${together}, against the row and the count`,
  bare: inTransactions(await openBare('row-and-count'), rowAndCount),
  ours,
  minRatio: 0.7,
});
await compareRates({
  name: `${together}, against the ${statements.length} statements of the store`,
  bare: inTransactions(await openBare('statements'), statements),
  ours,
});
await storage.close();
for (const database of databases) database.close();
await rm(folder, { recursive: true });
await record('likes', 'Likes');
