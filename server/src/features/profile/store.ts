/** Database queries of profile values and pictures. */
import { sql } from 'kysely';
import { inElements } from '#platform/storage/jsonElements';
import { prepareQuery } from '#platform/storage/prepared';
import type { Storage } from '#platform/storage/storage';
import type { ProfileTables } from './tables.ts';

export class ProfileStore {
  private readonly storage: Storage<ProfileTables>;
  private readonly picturesQuery: ReturnType<typeof preparePictures>;

  constructor(storage: Storage<ProfileTables>) {
    this.storage = storage;
    this.picturesQuery = preparePictures(storage);
  }

  /** The values of these keys only: values that a reader may not see are not even loaded. */
  async values(userId: string, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (keys.length === 0) return new Map();
    const rows = await this.storage.read
      .selectFrom('profileValue')
      .select(['key', 'value'])
      .where('userId', '=', userId)
      .where('key', 'in', keys)
      .execute();
    return new Map(rows.map(({ key, value }) => [key, value]));
  }

  /** All values of a user, including fields that no venue has any more. */
  async allValues(userId: string): Promise<ReadonlyMap<string, string>> {
    const rows = await this.storage.read
      .selectFrom('profileValue')
      .select(['key', 'value'])
      .where('userId', '=', userId)
      .execute();
    return new Map(rows.map(({ key, value }) => [key, value]));
  }

  /** Sets these values, all or none; '' deletes a value. */
  async save(userId: string, changes: ReadonlyMap<string, string>): Promise<void> {
    const { db } = this.storage;
    const statements = [...changes].map(([key, value]) =>
      value === ''
        ? db.deleteFrom('profileValue').where('userId', '=', userId).where('key', '=', key).compile()
        : db
            .insertInto('profileValue')
            .values({ userId, key, value })
            .onConflict((conflict) => conflict.columns(['userId', 'key']).doUpdateSet({ value }))
            .compile(),
    );
    if (statements.length > 0) await this.storage.atomic(statements);
  }

  /** The generation of the picture; undefined if there is none. */
  async picture(userId: string): Promise<number | undefined> {
    const row = await this.storage.read
      .selectFrom('profilePicture')
      .select('generation')
      .where('userId', '=', userId)
      .where('present', '=', 1)
      .executeTakeFirst();
    return row?.generation;
  }

  /** The generations of the pictures of several users; those without a picture are left out. */
  async pictures(userIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (userIds.length === 0) return new Map();
    const query = this.picturesQuery({ userIds: JSON.stringify(userIds) });
    const { rows } = await this.storage.read.executeQuery(query);
    return new Map(rows.map(({ userId, generation }) => [userId, generation]));
  }

  /** The generation of the next picture. */
  async nextPicture(userId: string): Promise<number> {
    const row = await this.storage.read
      .selectFrom('profilePicture')
      .select('generation')
      .where('userId', '=', userId)
      .executeTakeFirst();
    return (row?.generation ?? 0) + 1;
  }

  /** Makes this generation current; false if a newer one is current already. */
  async showPicture(userId: string, generation: number): Promise<boolean> {
    const shown = await this.storage.db
      .insertInto('profilePicture')
      .values({ userId, generation, present: 1 })
      .onConflict((conflict) =>
        conflict
          .column('userId')
          .doUpdateSet({ generation, present: 1 })
          .where('profilePicture.generation', '<', generation),
      )
      .returning('generation')
      .executeTakeFirst();
    return shown !== undefined;
  }

  async hidePicture(userId: string): Promise<void> {
    await this.storage.db
      .updateTable('profilePicture')
      .set({ present: 0 })
      .where('userId', '=', userId)
      .execute();
  }

  /** Deletes all data of a user. */
  async delete(userId: string): Promise<void> {
    const { db } = this.storage;
    await this.storage.atomic([
      db.deleteFrom('profileValue').where('userId', '=', userId).compile(),
      db.deleteFrom('profilePicture').where('userId', '=', userId).compile(),
    ]);
  }
}

/** Prepared, because the pictures of others are read for each user who connects. */
const preparePictures = ({ read, engine }: Storage<ProfileTables>) =>
  prepareQuery<{ userIds: string }, { userId: string; generation: number }>((param) =>
    read
      .selectFrom('profilePicture')
      .select(['userId', 'generation'])
      .where(sql<boolean>`"userId" ${inElements(engine, param('userIds'))}`)
      .where('present', '=', 1)
      .compile(),
  );
