/** Registers used one-time values, and stores the outcome of a SAML login until the browser fetches the session. */
import { hashSecret } from '#platform/secret';
import type { Migration } from '#platform/storage/migration';
import type { Storage } from '#platform/storage/storage';
import { SingleUseRegistry, type SingleUseTables } from '#platform/singleUseRegistry';

export interface RedirectTables extends SingleUseTables {
  /** The user whom a SAML provider has authenticated, by the hash of the browser's one-time code. */
  loginOutcome: {
    codeHash: string;
    provider: string;
    loginId: string;
    /** JSON. */
    externalUser: string;
    expiresAt: number;
  };
}

export const redirectMigration: Migration = {
  id: '0041-login-names',
  up: async (db) => {
    await db.schema.alterTable('loginSaid').renameTo('loginOutcome').execute();
    await db.schema.alterTable('loginOutcome').renameColumn('tripId', 'loginId').execute();
    await db.schema.alterTable('loginOutcome').renameColumn('said', 'externalUser').execute();
  },
};

export class RedirectStore {
  readonly used: SingleUseRegistry;
  private readonly storage: Storage<RedirectTables>;

  constructor(storage: Storage<RedirectTables>) {
    this.storage = storage;
    this.used = new SingleUseRegistry(storage);
  }

  /** Stores an outcome under a one-time code. */
  async saveOutcome(code: string, row: Omit<RedirectTables['loginOutcome'], 'codeHash'>): Promise<void> {
    await this.storage.db
      .insertInto('loginOutcome')
      .values({ ...row, codeHash: hashSecret(code) })
      .execute();
  }

  async deleteExpired(now: number): Promise<void> {
    await this.storage.db.deleteFrom('loginOutcome').where('expiresAt', '<=', now).execute();
  }

  /** Returns and deletes the row of a code; undefined if the code is unknown or has expired. */
  async consumeOutcome(
    code: string,
    provider: string,
    now: number,
  ): Promise<{ loginId: string; externalUser: string } | undefined> {
    return this.storage.db
      .deleteFrom('loginOutcome')
      .where('codeHash', '=', hashSecret(code))
      .where('provider', '=', provider)
      .where('expiresAt', '>', now)
      .returning(['loginId', 'externalUser'])
      .executeTakeFirst();
  }
}
