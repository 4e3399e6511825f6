import type { CapturedMessage, ClientDetails, FrontendLogMessage } from '@foyer/contract';
import { sql } from 'kysely';
import type { Storage } from '#platform/storage/storage';
import type { CapturedMessageRow, FrontendLogTables } from './tables.ts';

/** Equal messages are merged for this time after the first one. */
export const mergeMs = 60_000;
/** More values of a filter than these only occur if someone forges them. */
const maxFound = 1_000;

/** The position of a message in the order of the first occurrences. */
export type MessagePosition = Pick<CapturedMessageRow, 'firstAt' | 'id'>;

type FilteredColumn = 'level' | 'category' | 'origin' | 'browser' | 'clientVersion' | 'email';
/** The values that messages must have; of the email a part is enough. */
export type MessageFilter = { readonly [Column in FilteredColumn]?: CapturedMessageRow[Column] | undefined };

export class CapturedMessageStore {
  private readonly storage: Storage<FrontendLogTables>;

  constructor(storage: Storage<FrontendLogTables>) {
    this.storage = storage;
  }

  /**
   * Adds a message, or counts it if an equal one was added within the last minute. Returns whether it was added.
   * Concurrent equal messages become one row: the first statement locks the row that ends, the unique key the one that
   * begins.
   */
  async add(
    row: Omit<CapturedMessageRow, 'mergeKey' | 'firstAt' | 'lastAt' | 'count'>,
    mergeKey: string,
    at: number,
  ): Promise<boolean> {
    const { db } = this.storage;
    const endOldRow = db
      .updateTable('capturedMessage')
      .set({ mergeKey: null })
      .where('mergeKey', '=', mergeKey)
      .where('firstAt', '<=', at - mergeMs)
      .compile();
    const addOrCount = db
      .insertInto('capturedMessage')
      .values({ ...row, mergeKey, firstAt: at, lastAt: at, count: 1 })
      .onConflict((conflict) =>
        conflict.column('mergeKey').doUpdateSet({
          count: sql`${sql.ref('capturedMessage.count')} + 1`,
          // The clocks of nodes differ.
          lastAt: sql`case when ${at} > ${sql.ref('capturedMessage.lastAt')} then ${at} else ${sql.ref('capturedMessage.lastAt')} end`,
        }),
      )
      .returning('id')
      .compile();
    const [, added] = await this.storage.atomic([endOldRow, addOrCount]);
    return (added?.rows[0] as Pick<CapturedMessageRow, 'id'> | undefined)?.id === row.id;
  }

  /** Counts further equal messages. Returns false if there is no message whose minute includes this time. */
  async raiseCount(mergeKey: string, count: number, lastAt: number): Promise<boolean> {
    const { numUpdatedRows } = await this.storage.db
      .updateTable('capturedMessage')
      .set({
        count: sql`${sql.ref('count')} + ${count}`,
        lastAt: sql`case when ${sql.ref('lastAt')} < ${lastAt} then ${lastAt} else ${sql.ref('lastAt')} end`,
      })
      .where('mergeKey', '=', mergeKey)
      .where('firstAt', '>', lastAt - mergeMs)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** The next messages, newest first. */
  list(
    filter: MessageFilter,
    after: MessagePosition | undefined,
    limit: number,
  ): Promise<CapturedMessageRow[]> {
    let query = this.storage.longRead.selectFrom('capturedMessage').selectAll();
    const { email, ...equal } = filter;
    for (const [column, value] of Object.entries(equal))
      if (value !== undefined) query = query.where(column as FilteredColumn, '=', value);
    if (email !== undefined) {
      const pattern = `%${email.replaceAll(/[!%_]/g, '!$&')}%`;
      query = query.where(sql<boolean>`${sql.ref('email')} like ${pattern} escape '!'`);
    }
    if (after !== undefined)
      query = query.where((eb) =>
        eb.or([
          eb('firstAt', '<', after.firstAt),
          eb.and([eb('firstAt', '=', after.firstAt), eb('id', '<', after.id)]),
        ]),
      );
    return query.orderBy('firstAt', 'desc').orderBy('id', 'desc').limit(limit).execute();
  }

  listByAccount(accountId: string): Promise<CapturedMessageRow[]> {
    return this.storage.longRead
      .selectFrom('capturedMessage')
      .selectAll()
      .where('accountId', '=', accountId)
      .orderBy('firstAt')
      .orderBy('id')
      .execute();
  }

  /** The combinations of these values that occur. */
  found(): Promise<Pick<CapturedMessageRow, 'category' | 'clientVersion' | 'browser'>[]> {
    return this.storage.longRead
      .selectFrom('capturedMessage')
      .select(['category', 'clientVersion', 'browser'])
      .distinct()
      .limit(maxFound)
      .execute();
  }

  async deleteByAccount(accountId: string): Promise<void> {
    await this.storage.db.deleteFrom('capturedMessage').where('accountId', '=', accountId).execute();
  }

  async deleteBefore(time: number): Promise<void> {
    await this.storage.db.deleteFrom('capturedMessage').where('firstAt', '<', time).execute();
  }

  /** Deletes the oldest messages beyond this number. Of those with equal times, more may be deleted. */
  async deleteBeyond(count: number): Promise<void> {
    const newestBeyond = await this.storage.longRead
      .selectFrom('capturedMessage')
      .select('firstAt')
      .orderBy('firstAt', 'desc')
      .orderBy('id', 'desc')
      .offset(count)
      .limit(1)
      .executeTakeFirst();
    if (newestBeyond === undefined) return;
    await this.storage.db
      .deleteFrom('capturedMessage')
      .where('firstAt', '<=', newestBeyond.firstAt)
      .execute();
  }
}

const toInstant = (time: number): string => new Date(time).toISOString();

export const toCapturedMessage = (row: CapturedMessageRow): CapturedMessage => ({
  id: row.id,
  firstAt: toInstant(row.firstAt),
  lastAt: toInstant(row.lastAt),
  count: row.count,
  mode: row.mode,
  level: row.level,
  category: row.category,
  origin: row.origin,
  ...(JSON.parse(row.messageDetails) as FrontendLogMessage['messageDetails']),
  client: JSON.parse(row.clientDetails) as ClientDetails,
  requestId: row.requestId,
});
