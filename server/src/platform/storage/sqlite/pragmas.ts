import type { DatabaseSync } from 'node:sqlite';

/** WAL with synchronous=FULL: a commit is durable before it is acknowledged, and readers never wait. */
export const prepareForWriting = (database: DatabaseSync): void => {
  database.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma foreign_keys = on;
    pragma journal_size_limit = 67108864;
    pragma cache_size = -16000;
    pragma temp_store = memory;
    pragma trusted_schema = off;
  `);
};

export const prepareForReading = (database: DatabaseSync): void => {
  database.exec('pragma cache_size = -16000; pragma temp_store = memory; pragma trusted_schema = off;');
};
