/** The chosen statuses. They outlive connections and restarts. */
import type { Migration } from '#platform/storage/migration';

export interface PresenceChoiceRow {
  accountId: string;
  /** 'Available' or 'Busy'. */
  status: string;
  invisible: number;
  /** A time of the `LogicalClock`: the later of two choices wins. */
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
