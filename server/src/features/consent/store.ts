import type { CookiePreference, RecordedConsent } from '@foyer/contract';
import type { Storage } from '#platform/storage/storage';
import type { ConsentRow, ConsentTables } from './tables.ts';

/** The position of a record in the order of recording. */
export type ConsentPosition = Pick<ConsentRow, 'recordedAt' | 'id'>;

export class ConsentStore {
  private readonly storage: Storage<ConsentTables>;

  constructor(storage: Storage<ConsentTables>) {
    this.storage = storage;
  }

  /** Adds a record. Does nothing if there is one with this id. */
  async add(row: ConsentRow): Promise<void> {
    await this.storage.db
      .insertInto('consent')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  }

  /** The next records, in the order of recording. */
  list(after: ConsentPosition | undefined, limit: number): Promise<ConsentRow[]> {
    let query = this.storage.longRead.selectFrom('consent').selectAll();
    if (after !== undefined)
      query = query.where((eb) =>
        eb.or([
          eb('recordedAt', '>', after.recordedAt),
          eb.and([eb('recordedAt', '=', after.recordedAt), eb('id', '>', after.id)]),
        ]),
      );
    return query.orderBy('recordedAt').orderBy('id').limit(limit).execute();
  }

  listByAccount(accountId: string): Promise<ConsentRow[]> {
    return this.storage.longRead
      .selectFrom('consent')
      .selectAll()
      .where('userKind', '=', 'account')
      .where('userId', '=', accountId)
      .orderBy('recordedAt')
      .orderBy('id')
      .execute();
  }

  /** Keeps the records as evidence, without the account. */
  async anonymize(accountId: string): Promise<void> {
    await this.storage.db
      .updateTable('consent')
      .set({ userKind: 'deleted', userId: null })
      .where('userKind', '=', 'account')
      .where('userId', '=', accountId)
      .execute();
  }

  async deleteRecordedBefore(time: number): Promise<void> {
    await this.storage.db.deleteFrom('consent').where('recordedAt', '<', time).execute();
  }
}

const toInstant = (time: number): string => new Date(time).toISOString();

export const toRecordedConsent = ({
  id,
  decidedAt,
  recordedAt,
  userId,
  preferences,
  ...row
}: ConsentRow): RecordedConsent => ({
  ...row,
  decisionId: id,
  decidedAt: toInstant(decidedAt),
  recordedAt: toInstant(recordedAt),
  ...(userId !== null && { userId }),
  preferences: JSON.parse(preferences) as CookiePreference[],
});
