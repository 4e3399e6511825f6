import { bytesType, jsonColumn } from '#platform/storage/columns';
import type { Migration } from '#platform/storage/migration';
import { testStorage } from '#testing/database';
import type { OpenOptions, Storage } from '#platform/storage/storage';

/** A small schema with every column type, for the tests of the storage. */
export interface PlaceTables {
  place: {
    id: string;
    name: string;
    size: number;
    share: number | null;
    details: string | null;
    picture: Uint8Array | null;
  };
  door: { id: string; place_id: string; next_id: string | null };
}

export const placeMigration: Migration = {
  id: '0001-place',
  up: async (db, engine) => {
    await db.schema
      .createTable('place')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('size', 'bigint', (column) => column.notNull())
      .addColumn('share', 'double precision')
      .addColumn(...jsonColumn('details', engine))
      .addColumn('picture', bytesType(engine))
      .addUniqueConstraint('place_name', ['name'])
      .execute();
    await db.schema
      .createTable('door')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('place_id', 'text', (column) => column.notNull().references('place.id'))
      .addColumn('next_id', 'text', (column) => column.references('door.id'))
      .execute();
  },
};

export type Place = PlaceTables['place'];
export const place = (id: string, more: Partial<Place> = {}): Place => ({
  id,
  name: `Place ${id}`,
  size: 1,
  share: null,
  details: null,
  picture: null,
  ...more,
});

export const placeStorage = (options: Partial<OpenOptions> = {}): Promise<Storage<PlaceTables>> =>
  testStorage<PlaceTables>([placeMigration], options);

/** The ids of all rows, in order. */
export const placeIds = async (storage: Storage<PlaceTables>): Promise<string[]> =>
  (await storage.read.selectFrom('place').select('id').orderBy('id').execute()).map(({ id }) => id);
