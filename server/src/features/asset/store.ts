/** Database queries of assets. */
import type { Kysely } from 'kysely';
import type { Storage } from '#platform/storage/storage';
import type { AssetGenerationRow, AssetTables } from './tables.ts';

/** Ids per statement: both engines limit the parameters of a statement. */
const idsPerQuery = 500;

export class AssetStore {
  private readonly storage: Storage<AssetTables>;

  constructor(storage: Storage<AssetTables>) {
    this.storage = storage;
  }

  generation(assetId: string, generation: number): Promise<AssetGenerationRow | undefined> {
    return this.storage.read
      .selectFrom('assetGeneration')
      .selectAll()
      .where('assetId', '=', assetId)
      .where('generation', '=', generation)
      .executeTakeFirst();
  }

  /** All generations of an asset, newest first. */
  generations(assetId: string): Promise<AssetGenerationRow[]> {
    return this.storage.read
      .selectFrom('assetGeneration')
      .selectAll()
      .where('assetId', '=', assetId)
      .orderBy('generation', 'desc')
      .execute();
  }

  /** All generations of these assets, in any order. */
  async generationsOf(assetIds: readonly string[]): Promise<AssetGenerationRow[]> {
    const rows: AssetGenerationRow[] = [];
    for (let from = 0; from < assetIds.length; from += idsPerQuery) {
      rows.push(
        ...(await this.storage.read
          .selectFrom('assetGeneration')
          .selectAll()
          .where('assetId', 'in', assetIds.slice(from, from + idsPerQuery))
          .execute()),
      );
    }
    return rows;
  }

  async newest(assetId: string): Promise<AssetGenerationRow | undefined> {
    return (await this.newestOf([assetId]))[0];
  }

  async newestOf(assetIds: readonly string[]): Promise<AssetGenerationRow[]> {
    const rows: AssetGenerationRow[] = [];
    for (let from = 0; from < assetIds.length; from += idsPerQuery) {
      rows.push(
        ...(await newest(this.storage.read)
          .where('assetId', 'in', assetIds.slice(from, from + idsPerQuery))
          .execute()),
      );
    }
    return rows;
  }

  newestOfAll(): Promise<AssetGenerationRow[]> {
    return newest(this.storage.read).orderBy('assetId').execute();
  }

  /** Ids of assets with more than one generation. */
  async findReplaced(): Promise<string[]> {
    const rows = await this.storage.read
      .selectFrom('assetGeneration')
      .select('assetId')
      .groupBy('assetId')
      .having(({ fn }) => fn.countAll(), '>', 1)
      .execute();
    return rows.map(({ assetId }) => assetId);
  }

  /** Returns false if the generation exists already because of a concurrent upload. */
  async insert(row: AssetGenerationRow): Promise<boolean> {
    const inserted = await this.storage.db
      .insertInto('assetGeneration')
      .values(row)
      .onConflict((conflict) => conflict.columns(['assetId', 'generation']).doNothing())
      .returning('generation')
      .execute();
    return inserted.length > 0;
  }

  async delete(assetId: string, generation: number): Promise<void> {
    await this.storage.db
      .deleteFrom('assetGeneration')
      .where('assetId', '=', assetId)
      .where('generation', '=', generation)
      .execute();
  }
}

const newest = (db: Kysely<AssetTables>) =>
  db
    .selectFrom('assetGeneration')
    .selectAll()
    .where((where) =>
      where(
        'assetGeneration.generation',
        '=',
        where
          .selectFrom('assetGeneration as other')
          .select(({ fn }) => fn.max('other.generation').as('newest'))
          .whereRef('other.assetId', '=', 'assetGeneration.assetId'),
      ),
    );
