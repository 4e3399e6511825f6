/** Stage links and stage sessions, stored by the hash of their secret. */
import { hashSecret } from '#platform/secret';
import type { Migration } from '#platform/storage/migration';
import type { Storage } from '#platform/storage/storage';

/** `owner`: the account of the designer who created the link; null for the administrator's key. */
export interface AccessTables {
  stageLink: { codeHash: string; expiresAt: number; owner: string | null };
  stageSession: { tokenHash: string; expiresAt: number; owner: string | null };
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
  {
    id: '0005-stage-names',
    up: async (db) => {
      for (const [before, after, keyBefore, key] of [
        ['stage_link', 'stageLink', 'code_hash', 'codeHash'],
        ['stage_session', 'stageSession', 'token_hash', 'tokenHash'],
      ] as const) {
        await db.schema.alterTable(before).renameTo(after).execute();
        await db.schema.alterTable(after).renameColumn(keyBefore, key).execute();
        await db.schema.alterTable(after).renameColumn('expires_at', 'expiresAt').execute();
      }
    },
  },
];

export class AccessStore {
  private readonly storage: Storage<AccessTables>;

  constructor(storage: Storage<AccessTables>) {
    this.storage = storage;
  }

  async addLink(code: string, { expiresAt, owner }: StageSession): Promise<void> {
    await this.storage.db
      .insertInto('stageLink')
      .values({ codeHash: hashSecret(code), expiresAt, owner: owner ?? null })
      .execute();
  }

  /** Deletes expired links and sessions. */
  async deleteExpired(now: number): Promise<void> {
    const { db } = this.storage;
    await this.storage.atomic([
      db.deleteFrom('stageLink').where('expiresAt', '<=', now).compile(),
      db.deleteFrom('stageSession').where('expiresAt', '<=', now).compile(),
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
        .deleteFrom('stageLink')
        .where('codeHash', '=', hashSecret(code))
        .where('expiresAt', '>', now)
        .returning('owner')
        .executeTakeFirst();
      if (link === undefined) return false;
      await transaction
        .insertInto('stageSession')
        .values({
          tokenHash: hashSecret(session.token),
          expiresAt: session.expiresAt,
          owner: link.owner,
        })
        .execute();
      return true;
    });
  }

  /** An unused link, which may have expired. */
  async findLink(code: string): Promise<StageSession | undefined> {
    const row = await this.storage.read
      .selectFrom('stageLink')
      .select(['expiresAt', 'owner'])
      .where('codeHash', '=', hashSecret(code))
      .executeTakeFirst();
    return row && { ...row, owner: row.owner ?? undefined };
  }

  /** The links and sessions of an account, without their secrets. */
  async listByOwner(owner: string) {
    const { read } = this.storage;
    const [links, sessions] = await Promise.all([
      read
        .selectFrom('stageLink')
        .select('expiresAt')
        .where('owner', '=', owner)
        .orderBy('expiresAt')
        .execute(),
      read
        .selectFrom('stageSession')
        .select('expiresAt')
        .where('owner', '=', owner)
        .orderBy('expiresAt')
        .execute(),
    ]);
    return { links, sessions };
  }

  /** Deletes the links and sessions of an account. The links come first: redeeming a link adds a session. */
  async deleteByOwner(owner: string): Promise<void> {
    const { db } = this.storage;
    await this.storage.atomic([
      db.deleteFrom('stageLink').where('owner', '=', owner).compile(),
      db.deleteFrom('stageSession').where('owner', '=', owner).compile(),
    ]);
  }

  /**
   * Returns false if there is no such session.
   * @param tokenHash the hash of the cookie's token
   */
  async endSession(tokenHash: string): Promise<boolean> {
    const ended = await this.storage.db
      .deleteFrom('stageSession')
      .where('tokenHash', '=', tokenHash)
      .returning('tokenHash')
      .executeTakeFirst();
    return ended !== undefined;
  }

  /** @param tokenHash the hash of the cookie's token */
  async session(tokenHash: string): Promise<StageSession | undefined> {
    const row = await this.storage.read
      .selectFrom('stageSession')
      .select(['expiresAt', 'owner'])
      .where('tokenHash', '=', tokenHash)
      .executeTakeFirst();
    return row && { ...row, owner: row.owner ?? undefined };
  }
}
