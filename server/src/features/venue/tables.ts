/** Database tables of the venue: saved versions, their asset generations, the published version, the audit log. */
import { sql } from 'kysely';
import { jsonColumn } from '#platform/storage/columns';
import type { Migration } from '#platform/storage/migration';

export interface VenueVersionRow {
  version: number;
  architectureId: string;
  /** The version it is based on; 0 for a first save. */
  baseVersion: number;
  /** JSON of a `Venue` without the fields that the server fills in. */
  venue: string;
  /** 1: its asset generations are fixed, by publishing or restoring it; 0: it shows the newest ones. */
  pinned: number;
  savedAt: number;
  savedBy: string;
  /** The account id of `savedBy`; null without an account or after its deletion. */
  savedById: string | null;
  restoredFrom: number | null;
  /** Time of the last publication; null if it was never published. */
  publishedAt: number | null;
  /** Hash of the save's author, Idempotency-Key and body, so that a retry finds the version even after a crash. */
  saveKey: string | null;
}

/** The generation of an asset in a version. */
export interface VenueAssetRow {
  version: number;
  assetId: string;
  generation: number;
}

/** A single row, locked first by every change. */
export interface VenueStateRow {
  id: number;
  newestVersion: number;
  /** -1 while unpublished. */
  publishedVersion: number;
  publishedArchitectureId: string | null;
  /** The highest version that was ever published. */
  highestPublished: number;
  /** Counts the changes, so that other nodes detect them. */
  revision: number;
}

export interface VenueAuditRow {
  id: string;
  at: number;
  actor: string;
  /** The account id of `actor`; null without an account or after its deletion. */
  accountId: string | null;
  what: 'save' | 'publish' | 'unpublish' | 'restore';
  architectureId: string | null;
  version: number;
  requestId: string;
}

export interface VenueTables {
  venueVersion: VenueVersionRow;
  venueAsset: VenueAssetRow;
  venueState: VenueStateRow;
  venueAudit: VenueAuditRow;
}

export const venueMigrations: readonly Migration[] = [
  {
    id: '0010-venue',
    up: async (db, engine) => {
      await db.schema
        .createTable('venueVersion')
        .addColumn('version', 'bigint', (column) => column.primaryKey().notNull())
        .addColumn('architectureId', 'text', (column) => column.notNull())
        .addColumn('baseVersion', 'bigint', (column) => column.notNull())
        .addColumn(...jsonColumn('venue', engine, (column) => column.notNull()))
        .addColumn('pinned', 'smallint', (column) => column.notNull())
        .addColumn('savedAt', 'bigint', (column) => column.notNull())
        .addColumn('savedBy', 'text', (column) => column.notNull())
        .addColumn('restoredFrom', 'bigint')
        .addColumn('publishedAt', 'bigint')
        .addColumn('saveKey', 'text')
        .execute();
      await db.schema
        .createIndex('venueVersionOfArchitecture')
        .on('venueVersion')
        .columns(['architectureId', 'version'])
        .unique()
        .execute();
      await db.schema
        .createIndex('venueVersionSaveKey')
        .on('venueVersion')
        .columns(['saveKey'])
        .unique()
        .execute();
      await db.schema
        .createTable('venueAsset')
        .addColumn('version', 'bigint', (column) => column.notNull().references('venueVersion.version'))
        .addColumn('assetId', 'text', (column) => column.notNull())
        .addColumn('generation', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('venueAssetKey', ['version', 'assetId'])
        .execute();
      await db.schema.createIndex('venueAssetId').on('venueAsset').columns(['assetId']).execute();
      await db.schema
        .createTable('venueState')
        .addColumn('id', 'bigint', (column) => column.primaryKey().notNull())
        .addColumn('newestVersion', 'bigint', (column) => column.notNull())
        .addColumn('publishedVersion', 'bigint', (column) => column.notNull())
        .addColumn('publishedArchitectureId', 'text')
        .addColumn('highestPublished', 'bigint', (column) => column.notNull())
        .addColumn('revision', 'bigint', (column) => column.notNull())
        .execute();
      await sql`insert into "venueState" values (1, 0, -1, null, 0, 0)`.execute(db);
      await db.schema
        .createTable('venueAudit')
        .addColumn('id', 'text', (column) => column.primaryKey().notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('who', 'text', (column) => column.notNull())
        .addColumn('what', 'text', (column) => column.notNull())
        .addColumn('architectureId', 'text')
        .addColumn('version', 'bigint', (column) => column.notNull())
        .addColumn('requestId', 'text', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('venueAuditAt').on('venueAudit').columns(['at']).execute();
    },
  },
  {
    id: '0011-venue-authors',
    up: async (db) => {
      for (const [table, column] of [
        ['venueVersion', 'savedById'],
        ['venueAudit', 'accountId'],
      ] as const) {
        await db.schema.alterTable(table).addColumn(column, 'text').execute();
        await db.schema.createIndex(`${table}OfAccount`).on(table).columns([column]).execute();
      }
    },
  },
  {
    id: '0012-venue-names',
    up: (db) => db.schema.alterTable('venueAudit').renameColumn('who', 'actor').execute(),
  },
];
