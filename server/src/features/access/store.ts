/** Stage links and stage sessions, stored by the hash of their secret. */
import { hashSecret } from '#platform/secret';
import type { Migration } from '#platform/storage/migration';
import type { Storage } from '#platform/storage/storage';

/** `owner`: the account of the designer who created the link; null for the administrator's key. */
export interface AccessTables {
  stage_link: { code_hash: string; expires_at: number; owner: string | null };
  stage_session: { token_hash: string; expires_at: number; owner: string | null };
}

export interface StageSession {
  readonly expiresAt: number;
  readonly owner: string | undefined;
}

export const accessMigrations: readonly Migration[] = [
  {
    id: '0003-stage-access',
    up: async (db) => {
      for (const [table, key] of [
        ['stage_link', 'code_hash'],
        ['stage_session', 'token_hash'],
      ] as const) {
        await db.schema
          .createTable(table)
          .addColumn(key, 'text', (column) => column.primaryKey().notNull())
          .addColumn('expires_at', 'bigint', (column) => column.notNull())
          .execute();
      }
    },
  },
  {
    // Existing links and sessions have no owner; the last of them ends after twelve hours.
    id: '0004-stage-owner',
    up: async (db) => {
      for (const table of ['stage_link', 'stage_session'])
        await db.schema.alterTable(table).addColumn('owner', 'text').execute();
    },
  },
];

export class AccessStore {
  private readonly storage: Storage<AccessTables>;

  constructor(storage: Storage<AccessTables>) {
    this.storage = storage;
  }

  /** Adds a link and deletes expired links and sessions. */
  async addLink(code: string, { expiresAt, owner }: StageSession, now: number): Promise<void> {
    const { db } = this.storage;
    await this.storage.atomic([
      db.deleteFrom('stage_link').where('expires_at', '<=', now).compile(),
      db.deleteFrom('stage_session').where('expires_at', '<=', now).compile(),
      db
        .insertInto('stage_link')
        .values({ code_hash: hashSecret(code), expires_at: expiresAt, owner: owner ?? null })
        .compile(),
    ]);
  }

  /** Replaces a link by a session. Returns false if there is no valid link. Only one of concurrent callers succeeds. */
  async redeemLink(
    code: string,
    now: number,
    session: { token: string; expiresAt: number },
  ): Promise<boolean> {
    return this.storage.db.transaction().execute(async (transaction) => {
      const link = await transaction
        .deleteFrom('stage_link')
        .where('code_hash', '=', hashSecret(code))
        .where('expires_at', '>', now)
        .returning('owner')
        .executeTakeFirst();
      if (link === undefined) return false;
      await transaction
        .insertInto('stage_session')
        .values({
          token_hash: hashSecret(session.token),
          expires_at: session.expiresAt,
          owner: link.owner,
        })
        .execute();
      return true;
    });
  }

  /** An unused link, which may have expired. */
  async findLink(code: string): Promise<StageSession | undefined> {
    const row = await this.storage.read
      .selectFrom('stage_link')
      .select(['expires_at', 'owner'])
      .where('code_hash', '=', hashSecret(code))
      .executeTakeFirst();
    return row && { expiresAt: row.expires_at, owner: row.owner ?? undefined };
  }

  async endSession(token: string): Promise<void> {
    await this.storage.db.deleteFrom('stage_session').where('token_hash', '=', hashSecret(token)).execute();
  }

  /** @param tokenHash the hash of the cookie's token */
  async session(tokenHash: string): Promise<StageSession | undefined> {
    const row = await this.storage.read
      .selectFrom('stage_session')
      .select(['expires_at', 'owner'])
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst();
    return row && { expiresAt: row.expires_at, owner: row.owner ?? undefined };
  }
}
