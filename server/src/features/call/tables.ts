/** Current calls, each complete in its row. */
import { sql } from 'kysely';
import type { Migration } from '#platform/storage/migration';

export interface CallRow {
  id: string;
  /** One call per room. */
  roomId: string;
  /** Increases with each change; a change names the version it is based on. */
  version: number;
  /** A `CallState` as JSON. */
  state: string;
}

export interface CallTables {
  call: CallRow;
}

const createCalls: Migration = {
  id: '0110-call',
  up: async (db) => {
    await db.schema
      .createTable('call')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('roomId', 'text', (column) => column.notNull().unique())
      .addColumn('version', 'bigint', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('callNode')
      .addColumn('nodeId', 'text', (column) => column.primaryKey().notNull())
      .addColumn('beat', 'bigint', (column) => column.notNull())
      .execute();
  },
};

/** Heartbeats go over the bus. */
const dropCallNodes: Migration = {
  id: '0111-call-nodes',
  up: (db) => db.schema.dropTable('callNode').execute(),
};

/** Ends the calls whose state was stored with earlier names. */
const dropEarlierCalls: Migration = {
  id: '0112-call-names',
  up: async (db) => {
    await sql`delete from "call"`.execute(db);
  },
};

export const callMigrations: readonly Migration[] = [createCalls, dropCallNodes, dropEarlierCalls];
