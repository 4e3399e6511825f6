/** Stored calls, with optimistic locking: a change names the version it is based on. */
import { UniqueViolation } from '#platform/storage/errors';
import type { Storage } from '#platform/storage/storage';
import { callState, type CallState } from './state.ts';
import type { CallTables } from './tables.ts';

export interface StoredCall {
  readonly id: string;
  readonly version: number;
  readonly state: CallState;
}

const toStoredCall = ({ id, version, state }: CallTables['call']): StoredCall => ({
  id,
  version,
  state: callState.parse(JSON.parse(state)),
});

export class CallStore {
  private readonly storage: Storage<CallTables>;

  constructor(storage: Storage<CallTables>) {
    this.storage = storage;
  }

  async all(): Promise<StoredCall[]> {
    return (await this.storage.read.selectFrom('call').selectAll().execute()).map(toStoredCall);
  }

  async find(by: { readonly id: string } | { readonly roomId: string }): Promise<StoredCall | undefined> {
    const [column, value] = 'id' in by ? (['id', by.id] as const) : (['roomId', by.roomId] as const);
    const row = await this.storage.read
      .selectFrom('call')
      .selectAll()
      .where(column, '=', value)
      .executeTakeFirst();
    return row && toStoredCall(row);
  }

  /** @returns false if the room has a call already */
  async insert({ id, version, state }: StoredCall): Promise<boolean> {
    try {
      await this.storage.db
        .insertInto('call')
        .values({ id, roomId: state.roomId, version, state: JSON.stringify(state) })
        .execute();
      return true;
    } catch (error) {
      if (error instanceof UniqueViolation) return false;
      throw error;
    }
  }

  /** @returns false if the stored version is not the given one any more: the caller retries */
  async update({ id, version }: StoredCall, state: CallState): Promise<boolean> {
    const { numUpdatedRows } = await this.storage.db
      .updateTable('call')
      .set({ version: version + 1, state: JSON.stringify(state) })
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** @returns false as `update` */
  async delete({ id, version }: StoredCall): Promise<boolean> {
    const { numDeletedRows } = await this.storage.db
      .deleteFrom('call')
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }
}
