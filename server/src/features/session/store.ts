/** Queries of sessions and signing keys. */
import { prepareQuery } from '#platform/storage/prepared';
import type { Storage } from '#platform/storage/storage';
import type { SessionRow, SessionTables, SigningKeyRow } from './tables.ts';

export class SessionStore {
  private readonly storage: Storage<SessionTables>;
  private readonly queries: ReturnType<typeof sessionQueries>;

  constructor(storage: Storage<SessionTables>) {
    this.storage = storage;
    this.queries = sessionQueries(storage);
  }

  async add(row: SessionRow): Promise<void> {
    await this.storage.atomic([this.queries.add(row)]);
  }

  async find(id: string): Promise<SessionRow | undefined> {
    return (await this.storage.read.executeQuery(this.queries.find({ id }))).rows[0];
  }

  findFamily(familyHash: string): Promise<SessionRow | undefined> {
    return this.storage.read
      .selectFrom('session')
      .selectAll()
      .where('familyHash', '=', familyHash)
      .executeTakeFirst();
  }

  /** Replaces the current secret. Returns false if another request has replaced it or the session has ended. */
  async rotate(id: string, from: string, to: string, now: number): Promise<boolean> {
    const rotated = await this.storage.db
      .updateTable('session')
      .set({ currentHash: to, previousHash: from, rotatedAt: now })
      .where('id', '=', id)
      .where('currentHash', '=', from)
      .returning('id')
      .executeTakeFirst();
    return rotated !== undefined;
  }

  /** Invalidates the previous secret, unless there was another rotation meanwhile. */
  async dropPrevious(id: string, currentHash: string): Promise<void> {
    await this.storage.db
      .updateTable('session')
      .set({ previousHash: null })
      .where('id', '=', id)
      .where('currentHash', '=', currentHash)
      .execute();
  }

  /** Sessions of an account that were used after `usedAfter`, most recently used first. */
  listByAccount(accountId: string, usedAfter: number): Promise<SessionRow[]> {
    return this.storage.read
      .selectFrom('session')
      .selectAll()
      .where('accountId', '=', accountId)
      .where('rotatedAt', '>', usedAfter)
      .orderBy('rotatedAt', 'desc')
      .orderBy('id')
      .execute();
  }

  /** Deletes a session, only of the given account if there is one. Returns false if there is no such session. */
  async end(id: string, accountId?: string): Promise<boolean> {
    let ending = this.storage.db.deleteFrom('session').where('id', '=', id);
    if (accountId !== undefined) ending = ending.where('accountId', '=', accountId);
    return (await ending.returning('id').executeTakeFirst()) !== undefined;
  }

  /** Deletes the sessions of an account. Returns their ids. */
  async endAll(accountId: string, exceptId: string | undefined): Promise<string[]> {
    let ending = this.storage.db.deleteFrom('session').where('accountId', '=', accountId);
    if (exceptId !== undefined) ending = ending.where('id', '!=', exceptId);
    return (await ending.returning('id').execute()).map(({ id }) => id);
  }

  /** Deletes expired sessions and keys. */
  async deleteExpired(lastUse: number, oldestPeriod: number): Promise<void> {
    const { db } = this.storage;
    await this.storage.atomic([
      db.deleteFrom('session').where('rotatedAt', '<=', lastUse).compile(),
      db.deleteFrom('signingKey').where('period', '<', oldestPeriod).compile(),
    ]);
  }

  keys(fromPeriod: number): Promise<SigningKeyRow[]> {
    return this.storage.read.selectFrom('signingKey').selectAll().where('period', '>=', fromPeriod).execute();
  }

  /** Adds the key of a period unless there is one. Returns the stored key. */
  async insertKey(row: SigningKeyRow): Promise<SigningKeyRow> {
    await this.storage.db
      .insertInto('signingKey')
      .values(row)
      .onConflict((conflict) => conflict.column('period').doNothing())
      .execute();
    return this.storage.db
      .selectFrom('signingKey')
      .selectAll()
      .where('period', '=', row.period)
      .executeTakeFirstOrThrow();
  }
}

/** All columns by name, so that PostgreSQL keeps the plan of a prepared query. */
const sessionColumns = [
  'id',
  'accountId',
  'provider',
  'familyHash',
  'currentHash',
  'previousHash',
  'createdAt',
  'rotatedAt',
  'browser',
  'os',
] as const;

/** Prepared statements: every sign-in and every connection runs them. */
const sessionQueries = ({ db, read }: Storage<SessionTables>) => ({
  find: prepareQuery<{ id: string }, SessionRow>((param) =>
    read.selectFrom('session').select(sessionColumns).where('id', '=', param('id')).compile(),
  ),
  add: prepareQuery<{ [Column in keyof SessionRow]: SessionRow[Column] }>((param) =>
    db
      .insertInto('session')
      .values({
        id: param('id'),
        accountId: param('accountId'),
        provider: param('provider'),
        familyHash: param('familyHash'),
        currentHash: param('currentHash'),
        previousHash: param('previousHash'),
        createdAt: param('createdAt'),
        rotatedAt: param('rotatedAt'),
        browser: param('browser'),
        os: param('os'),
      })
      .compile(),
  ),
});
