/** Database tables of profiles, one row per value. Name, company, title and email are stored with the account. */
import type { Migration } from '#platform/storage/migration';

export interface ProfileValueRow {
  userId: string;
  key: string;
  /** Never empty: a deleted value has no row. Flags are 'true' or 'false'. */
  value: string;
}

export interface ProfilePictureRow {
  userId: string;
  /** Increases with every picture, also after a deletion, so that a URL never shows two pictures. */
  generation: number;
  /** 0: deleted; the row keeps the generation. */
  present: number;
}

export interface ProfileTables {
  profileValue: ProfileValueRow;
  profilePicture: ProfilePictureRow;
}

export const profileMigrations: readonly Migration[] = [
  {
    id: '0070-profile',
    up: async (db) => {
      await db.schema
        .createTable('profileValue')
        .addColumn('userId', 'text', (column) => column.notNull())
        .addColumn('key', 'text', (column) => column.notNull())
        .addColumn('value', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('profileValueKey', ['userId', 'key'])
        .execute();
      await db.schema
        .createTable('profilePicture')
        .addColumn('userId', 'text', (column) => column.primaryKey().notNull())
        .addColumn('generation', 'bigint', (column) => column.notNull())
        .addColumn('present', 'smallint', (column) => column.notNull())
        .execute();
    },
  },
];
