import type { CookieBannerConfig, ConsentAction, OperatingMode, RecordedConsent } from '@foyer/contract';
import type { Migration } from '#platform/storage/migration';

/**
 * A decision of a user about the cookie banner. Rows are added, lose their `userId` when the account is deleted, and are
 * deleted when they are no longer needed as evidence.
 */
export interface ConsentRow {
  id: string;
  /** Milliseconds since 1970, by the clock of the browser, but not later than `recordedAt`. */
  decidedAt: number;
  recordedAt: number;
  mode: OperatingMode;
  architectureId: string;
  venueVersion: number;
  revision: string;
  bannerType: CookieBannerConfig['type'];
  action: ConsentAction;
  userKind: RecordedConsent['userKind'];
  /** Null for a deleted account. */
  userId: string | null;
  language: string;
  clientVersion: string;
  /** JSON: a list of `CookiePreference`. */
  preferences: string;
}

export interface ConsentTables {
  consent: ConsentRow;
}

export const consentMigration: Migration = {
  id: '0120-consent',
  up: async (db) => {
    await db.schema
      .createTable('consent')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('decidedAt', 'bigint', (column) => column.notNull())
      .addColumn('recordedAt', 'bigint', (column) => column.notNull())
      .addColumn('mode', 'text', (column) => column.notNull())
      .addColumn('architectureId', 'text', (column) => column.notNull())
      .addColumn('venueVersion', 'bigint', (column) => column.notNull())
      .addColumn('revision', 'text', (column) => column.notNull())
      .addColumn('bannerType', 'text', (column) => column.notNull())
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('userKind', 'text', (column) => column.notNull())
      .addColumn('userId', 'text')
      .addColumn('language', 'text', (column) => column.notNull())
      .addColumn('clientVersion', 'text', (column) => column.notNull())
      .addColumn('preferences', 'text', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('consent_recorded').on('consent').columns(['recordedAt', 'id']).execute();
    await db.schema.createIndex('consent_user').on('consent').column('userId').execute();
  },
};
