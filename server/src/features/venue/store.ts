/** Database queries of the venue. Changes need a transaction that has locked the state row: `exclusiveTransaction`. */
import { randomUUID } from 'node:crypto';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Venue } from '@foyer/contract';
import { fromJson, toJson } from '#platform/storage/columns';
import type { Storage } from '#platform/storage/storage';
import type { AuditActor } from './auditActor.ts';
import type { VenueAuditRow, VenueStateRow, VenueTables, VenueVersionRow } from './tables.ts';

/** The generation of each asset of a version, by the id of the asset. */
export type Generations = ReadonlyMap<string, number>;

/** A version without its venue, which may be megabytes. */
export type VersionRow = Omit<VenueVersionRow, 'venue'>;

/** A version with its venue and the generations of its assets. */
export interface VersionContent {
  readonly row: VersionRow;
  readonly venue: Venue;
  readonly generations: Generations;
}

const versionColumns = [
  'version',
  'architectureId',
  'baseVersion',
  'pinned',
  'savedAt',
  'savedBy',
  'savedById',
  'restoredFrom',
  'publishedAt',
  'saveKey',
] as const;

type VenueReader = Kysely<VenueTables>;
export type VenueTransaction = Transaction<VenueTables>;

/** Rows per insert: PostgreSQL and SQLite limit the parameters of a statement. */
const rowsPerInsert = 500;

export class VenueStore {
  private readonly storage: Storage<VenueTables>;

  constructor(storage: Storage<VenueTables>) {
    this.storage = storage;
  }

  /** Runs `work` in a transaction that locks the state row: changes run one at a time, on both engines and over all nodes. */
  exclusiveTransaction<T>(work: (trx: VenueTransaction, state: VenueStateRow) => Promise<T>): Promise<T> {
    return this.storage.db.transaction().execute(async (trx) => {
      const state = await trx
        .updateTable('venueState')
        .set({ revision: sql`revision` })
        .where('id', '=', 1)
        .returningAll()
        .executeTakeFirstOrThrow();
      return work(trx, state);
    });
  }

  state(): Promise<VenueStateRow> {
    return this.storage.read
      .selectFrom('venueState')
      .selectAll()
      .where('id', '=', 1)
      .executeTakeFirstOrThrow();
  }

  newestOf(architectureId: string, within: VenueReader = this.storage.read): Promise<VersionRow | undefined> {
    return within
      .selectFrom('venueVersion')
      .select(versionColumns)
      .where('architectureId', '=', architectureId)
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirst();
  }

  findBySaveKey(saveKey: string, trx: VenueTransaction): Promise<VersionRow | undefined> {
    return trx
      .selectFrom('venueVersion')
      .select(versionColumns)
      .where('saveKey', '=', saveKey)
      .executeTakeFirst();
  }

  /** Versions below `before`, newest first. */
  history(filter: {
    architectureId?: string | undefined;
    before?: number | undefined;
    limit: number;
  }): Promise<VersionRow[]> {
    const { architectureId, before, limit } = filter;
    let query = this.storage.read.selectFrom('venueVersion').select(versionColumns);
    if (architectureId !== undefined) query = query.where('architectureId', '=', architectureId);
    if (before !== undefined) query = query.where('version', '<', before);
    return query.orderBy('version', 'desc').limit(limit).execute();
  }

  async content(version: number): Promise<VersionContent | undefined> {
    const { read } = this.storage;
    const found = await read
      .selectFrom('venueVersion')
      .selectAll()
      .where('version', '=', version)
      .executeTakeFirst();
    if (!found) return undefined;
    const { venue, ...row } = found;
    const assets = await read
      .selectFrom('venueAsset')
      .select(['assetId', 'generation'])
      .where('version', '=', version)
      .execute();
    const generations = new Map(assets.map(({ assetId, generation }) => [assetId, generation]));
    // The stored JSON was validated when it was saved.
    return { row, venue: fromJson(venue) as Venue, generations };
  }

  /** For each asset the generations in published versions of an architecture. */
  async publishedGenerations(architectureId: string): Promise<ReadonlyMap<string, readonly number[]>> {
    const rows = await this.storage.read
      .selectFrom('venueAsset')
      .innerJoin('venueVersion', 'venueVersion.version', 'venueAsset.version')
      .select(['venueAsset.assetId', 'venueAsset.generation'])
      .where('venueVersion.architectureId', '=', architectureId)
      .where('venueVersion.publishedAt', 'is not', null)
      .distinct()
      .execute();
    const byAsset = new Map<string, number[]>();
    for (const { assetId, generation } of rows)
      byAsset.set(assetId, [...(byAsset.get(assetId) ?? []), generation]);
    return byAsset;
  }

  /** All generations of an asset in any version, or in any version of one architecture. */
  async generationsOf(assetId: string, architectureId?: string): Promise<ReadonlySet<number>> {
    let query = this.storage.read
      .selectFrom('venueAsset')
      .innerJoin('venueVersion', 'venueVersion.version', 'venueAsset.version')
      .select('venueAsset.generation')
      .where('venueAsset.assetId', '=', assetId);
    if (architectureId !== undefined) query = query.where('venueVersion.architectureId', '=', architectureId);
    return new Set((await query.distinct().execute()).map(({ generation }) => generation));
  }

  async insert(
    trx: VenueTransaction,
    row: VersionRow,
    content: { venue: Venue; generations: Generations },
  ): Promise<void> {
    await trx
      .insertInto('venueVersion')
      .values({ ...row, venue: toJson(content.venue) })
      .execute();
    await this.insertGenerations(trx, row.version, content.generations);
    await trx
      .updateTable('venueState')
      .set({ newestVersion: row.version, revision: sql`revision + 1` })
      .where('id', '=', 1)
      .execute();
  }

  /** Fixes the asset generations of a version. */
  async pin(trx: VenueTransaction, version: number, generations: Generations): Promise<void> {
    await trx.deleteFrom('venueAsset').where('version', '=', version).execute();
    await this.insertGenerations(trx, version, generations);
    await trx.updateTable('venueVersion').set({ pinned: 1 }).where('version', '=', version).execute();
  }

  async setPublished(
    trx: VenueTransaction,
    published: { version: number; architectureId: string; at: number },
  ): Promise<void> {
    const { version, architectureId, at } = published;
    await trx.updateTable('venueVersion').set({ publishedAt: at }).where('version', '=', version).execute();
    await trx
      .updateTable('venueState')
      .set({
        publishedVersion: version,
        publishedArchitectureId: architectureId,
        highestPublished: version,
        revision: sql`revision + 1`,
      })
      .where('id', '=', 1)
      .execute();
  }

  async setUnpublished(trx: VenueTransaction): Promise<void> {
    await trx
      .updateTable('venueState')
      .set({ publishedVersion: -1, publishedArchitectureId: null, revision: sql`revision + 1` })
      .where('id', '=', 1)
      .execute();
  }

  async addAuditEntry(
    trx: VenueTransaction,
    { name, accountId, requestId }: AuditActor,
    entry: Omit<VenueAuditRow, 'id' | 'actor' | 'accountId' | 'requestId'>,
  ): Promise<void> {
    await trx
      .insertInto('venueAudit')
      .values({ id: randomUUID(), actor: name, accountId, requestId, ...entry })
      .execute();
  }

  /** A user's entries of the audit log, oldest first. */
  auditEntriesOf(
    accountId: string,
  ): Promise<readonly Pick<VenueAuditRow, 'at' | 'what' | 'architectureId' | 'version'>[]> {
    return this.storage.read
      .selectFrom('venueAudit')
      .select(['at', 'what', 'architectureId', 'version'])
      .where('accountId', '=', accountId)
      .orderBy('at')
      .orderBy('version')
      .execute();
  }

  /** Replaces a user's name in versions and audit log. */
  async anonymizeAuthor(accountId: string, name: string): Promise<void> {
    const { db } = this.storage;
    await this.storage.atomic([
      db
        .updateTable('venueVersion')
        .set({ savedBy: name, savedById: null })
        .where('savedById', '=', accountId)
        .compile(),
      db
        .updateTable('venueAudit')
        .set({ actor: name, accountId: null })
        .where('accountId', '=', accountId)
        .compile(),
    ]);
  }

  private async insertGenerations(
    trx: VenueTransaction,
    version: number,
    generations: Generations,
  ): Promise<void> {
    const rows = [...generations].map(([assetId, generation]) => ({ version, assetId, generation }));
    for (let from = 0; from < rows.length; from += rowsPerInsert)
      await trx
        .insertInto('venueAsset')
        .values(rows.slice(from, from + rowsPerInsert))
        .execute();
  }
}
