import { bytesType, jsonColumn } from '#platform/storage/columns';
import type { Migration } from '#platform/storage/migration';
import { testStorage } from '#testing/database';
import type { OpenOptions, Storage } from '#platform/storage/storage';

/** A small schema with every column type, for the tests of the storage. */
export interface ItemTables {
  item: {
    id: string;
    name: string;
    size: number;
    share: number | null;
    details: string | null;
    picture: Uint8Array | null;
  };
  door: { id: string; item_id: string; next_id: string | null };
}

export const itemMigration: Migration = {
  id: '0001-item',
  up: async (db, engine) => {
    await db.schema
      .createTable('item')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('size', 'bigint', (column) => column.notNull())
      .addColumn('share', 'double precision')
      .addColumn(...jsonColumn('details', engine))
      .addColumn('picture', bytesType(engine))
      .addUniqueConstraint('item_name', ['name'])
      .execute();
    await db.schema
      .createTable('door')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('item_id', 'text', (column) => column.notNull().references('item.id'))
      .addColumn('next_id', 'text', (column) => column.references('door.id'))
      .execute();
  },
};

export type Item = ItemTables['item'];
export const item = (id: string, more: Partial<Item> = {}): Item => ({
  id,
  name: `Item ${id}`,
  size: 1,
  share: null,
  details: null,
  picture: null,
  ...more,
});

export const itemStorage = (options: Partial<OpenOptions> = {}): Promise<Storage<ItemTables>> =>
  testStorage<ItemTables>([itemMigration], options);

/** The ids of all rows, in order. */
export const itemIds = async (storage: Storage<ItemTables>): Promise<string[]> =>
  (await storage.read.selectFrom('item').select('id').orderBy('id').execute()).map(({ id }) => id);
