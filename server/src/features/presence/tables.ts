/** What people have chosen of how they appear: it outlives their connections and the server. */
import type { Migration } from '#platform/storage/migration';

export interface PresenceChoiceRow {
  accountId: string;
  /** 'Available' or 'Busy'. */
  status: string;
  invisible: number;
  /** A stamp (`presence.stamps.ts`): of two choices the later one holds. */
  chosenAt: number;
}

export interface PresenceTables {
  presenceChoice: PresenceChoiceRow;
}

export const presenceMigration: Migration = {
  id: '0080-presence',
  up: async (db) => {
    await db.schema
      .createTable('presenceChoice')
      .addColumn('accountId', 'text', (column) => column.primaryKey().notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('invisible', 'smallint', (column) => column.notNull())
      .addColumn('chosenAt', 'bigint', (column) => column.notNull())
      .execute();
  },
};
