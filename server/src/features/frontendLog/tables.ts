import type { LogLevel, messageOrigins, OperatingMode } from '@foyer/contract';
import type { Migration } from '#platform/storage/migration';

/** A message that the web app of a user has logged. Equal messages within a minute of the first one are one row. */
export interface CapturedMessageRow {
  id: string;
  /** A hash of what makes messages equal; null if later messages begin a new row. */
  mergeKey: string | null;
  /** Milliseconds since 1970, by the clock of the server. */
  firstAt: number;
  lastAt: number;
  count: number;
  mode: OperatingMode;
  accountId: string;
  /** In lower case, for the filter. */
  email: string;
  level: LogLevel;
  category: string;
  origin: (typeof messageOrigins)[number];
  /** The beginning of the values in `clientDetails`, for the filters: see `toFilterText`. */
  browser: string;
  clientVersion: string;
  requestId: string;
  /** JSON: the message and its details. */
  messageDetails: string;
  /** JSON: `ClientDetails`. */
  clientDetails: string;
}

/** Messages of one day that exceeded the rate limit, of all nodes. */
export interface DroppedMessageRow {
  /** A date in UTC, such as 2026-11-20. */
  day: string;
  count: number;
}

export interface FrontendLogTables {
  capturedMessage: CapturedMessageRow;
  droppedMessage: DroppedMessageRow;
}

export const frontendLogMigration: Migration = {
  id: '0140-frontend-log',
  up: async (db) => {
    await db.schema
      .createTable('capturedMessage')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('mergeKey', 'text', (column) => column.unique())
      .addColumn('firstAt', 'bigint', (column) => column.notNull())
      .addColumn('lastAt', 'bigint', (column) => column.notNull())
      .addColumn('count', 'bigint', (column) => column.notNull())
      .addColumn('mode', 'text', (column) => column.notNull())
      .addColumn('accountId', 'text', (column) => column.notNull())
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('level', 'text', (column) => column.notNull())
      .addColumn('category', 'text', (column) => column.notNull())
      .addColumn('origin', 'text', (column) => column.notNull())
      .addColumn('browser', 'text', (column) => column.notNull())
      .addColumn('clientVersion', 'text', (column) => column.notNull())
      .addColumn('requestId', 'text', (column) => column.notNull())
      .addColumn('messageDetails', 'text', (column) => column.notNull())
      .addColumn('clientDetails', 'text', (column) => column.notNull())
      .execute();
    const index = (name: string, columns: readonly string[]) =>
      db.schema
        .createIndex(name)
        .on('capturedMessage')
        .columns([...columns])
        .execute();
    await index('capturedMessage_order', ['firstAt', 'id']);
    await index('capturedMessage_account', ['accountId']);
    await index('capturedMessage_found', ['category', 'clientVersion', 'browser']);
    await db.schema
      .createTable('droppedMessage')
      .addColumn('day', 'text', (column) => column.primaryKey().notNull())
      .addColumn('count', 'bigint', (column) => column.notNull())
      .execute();
  },
};
