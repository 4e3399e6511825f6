/** Database table of uploads. The bytes are blobs, with keys of asset id and hash of the upload. */
import type { Migration } from '#platform/storage/migration';

export interface AssetGenerationRow {
  assetId: string;
  /** Counts from 1; increases with each upload of different bytes. */
  generation: number;
  /** Hash of the uploaded bytes; `sha256` is the hash of the stored bytes. */
  uploadSha256: string;
  sha256: string;
  mediaType: string;
  bytes: number;
  /** Pictures only, as `averageColour` and `moving`. */
  width: number | null;
  height: number | null;
  averageColour: string | null;
  /** 1: an animated picture, which has no sized variants. */
  moving: number;
  displayName: string | null;
  storedAt: number;
}

export interface AssetTables {
  assetGeneration: AssetGenerationRow;
}

export const assetMigrations: readonly Migration[] = [
  {
    id: '0020-asset',
    up: async (db) => {
      await db.schema
        .createTable('assetGeneration')
        .addColumn('assetId', 'text', (column) => column.notNull())
        .addColumn('generation', 'bigint', (column) => column.notNull())
        .addColumn('uploadSha256', 'text', (column) => column.notNull())
        .addColumn('sha256', 'text', (column) => column.notNull())
        .addColumn('mediaType', 'text', (column) => column.notNull())
        .addColumn('bytes', 'bigint', (column) => column.notNull())
        .addColumn('width', 'bigint')
        .addColumn('height', 'bigint')
        .addColumn('averageColour', 'text')
        .addColumn('moving', 'smallint', (column) => column.notNull())
        .addColumn('displayName', 'text')
        .addColumn('storedAt', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('assetGenerationKey', ['assetId', 'generation'])
        .execute();
    },
  },
];
