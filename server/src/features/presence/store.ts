/** Stored statuses. */
import { oneOf } from '#platform/storage/columns';
import type { Storage } from '#platform/storage/storage';
import type { Choice } from './entry.ts';
import type { PresenceTables } from './tables.ts';

export class PresenceStore {
  private readonly storage: Storage<PresenceTables>;

  constructor(storage: Storage<PresenceTables>) {
    this.storage = storage;
  }

  /** The choices by account id; accounts without a choice are left out. */
  async choices(accountIds: readonly string[]): Promise<ReadonlyMap<string, Choice>> {
    if (accountIds.length === 0) return new Map();
    const rows = await this.storage.read
      .selectFrom('presenceChoice')
      .selectAll()
      .where('accountId', 'in', [...accountIds])
      .execute();
    return new Map(
      rows.map(({ accountId, status, invisible, chosenAt }) => [
        accountId,
        { status: oneOf(['Available', 'Busy'], status), invisible: invisible === 1, chosenAt },
      ]),
    );
  }

  /** Saves a choice unless a later one is stored. */
  async save(accountId: string, { status, invisible, chosenAt }: Choice): Promise<void> {
    const values = { status, invisible: invisible ? 1 : 0, chosenAt };
    await this.storage.db
      .insertInto('presenceChoice')
      .values({ accountId, ...values })
      .onConflict((conflict) =>
        conflict.column('accountId').doUpdateSet(values).where('presenceChoice.chosenAt', '<', chosenAt),
      )
      .execute();
  }

  async delete(accountId: string): Promise<void> {
    await this.storage.db.deleteFrom('presenceChoice').where('accountId', '=', accountId).execute();
  }
}
