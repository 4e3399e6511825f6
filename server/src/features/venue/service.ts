/** The rules of saving, publishing and restoring. One growing number over all saves; nothing here is half done. */
import { createHash } from 'node:crypto';
import { publishedVersionNone, type Venue, type VersionConflict } from '@foyer/contract';
import type { Clock } from '#platform/clock';
import { Refusal } from '#platform/refusal';
import { assetsOf, pinnedAssets, type ShownAssets } from './publication/venueResponse.ts';
import { requireStored, type CheckedVenue, type GoodVenue } from './check/checkVenue.ts';
import type { VenueChecker } from './check/threadedChecker.ts';
import type { Actor, AssetCatalogue } from './ports.ts';
import type { Publication } from './publication/publication.ts';
import type { SaveWarning } from './check/richTextWarnings.ts';
import type { Changing, Generations, VenueStore, VersionContent, VersionRow } from './store.ts';
import type { VenueStateRow } from './tables.ts';
import type { VenueVersions } from './versions/versions.ts';

export interface Saved {
  readonly version: number;
  readonly warnings: SaveWarning[];
}

export interface VenueServiceOptions {
  readonly store: VenueStore;
  readonly checker: VenueChecker;
  readonly catalogue: AssetCatalogue;
  readonly publication: Publication;
  readonly versions: VenueVersions;
  readonly clock: Clock;
}

/** What `save` stores beside the venue itself. */
interface NextVersion {
  readonly venue: Venue;
  readonly generations: Generations;
  readonly baseVersion: number;
  readonly pinned: boolean;
  readonly restoredFrom: number | null;
  readonly saveKey: string | null;
}

export class VenueService {
  readonly #options: VenueServiceOptions;

  constructor(options: VenueServiceOptions) {
    this.#options = options;
  }

  /** @throws Refusal `invalidVenue` with the faults, `payloadTooLarge` */
  async validate(text: string): Promise<SaveWarning[]> {
    const checked = await this.#options.checker.venue(text);
    return [...(await this.#acceptable(checked)).good.warnings];
  }

  /**
   * Saves `{baseVersion, venue}` as the next version.
   * @param retryKey the caller's Idempotency-Key: the same body under it is saved once
   * @throws Refusal `invalidVenue`, `versionConflict` with both versions, `missingParameter`, `invalidInput`
   */
  async save(text: string, actor: Actor, retryKey: string | undefined): Promise<Saved> {
    const body = await this.#options.checker.save(text);
    const baseVersion = requireEnvelope(body);
    const { good, generations } = await this.#acceptable(body.checked);
    const saveKey = retryKey === undefined ? null : digest(actor.who, retryKey, text);
    const next: NextVersion = {
      venue: good.venue,
      generations,
      baseVersion,
      pinned: false,
      restoredFrom: null,
      saveKey,
    };
    const version = await this.#insert(next, actor);
    return { version, warnings: [...good.warnings] };
  }

  /** Saves an earlier version again, with the asset generations it had, as the next number. */
  async restore(version: number, baseVersion: number, actor: Actor): Promise<Saved> {
    const earlier = await this.#options.versions.content(version);
    const { venue } = earlier;
    const generations = this.#requireStoredAssets(
      venue,
      await pinnedAssets(earlier.generations, this.#options.catalogue),
    );
    const next = { venue, generations, baseVersion, pinned: true, restoredFrom: version, saveKey: null };
    return { version: await this.#insert(next, actor), warnings: [] };
  }

  async #insert(next: NextVersion, actor: Actor): Promise<number> {
    const { store, publication, clock } = this.#options;
    const architectureId = architectureIdOf(next.venue);
    const at = clock();
    const version = await store.change(async (trx, state) => {
      const before = next.saveKey === null ? undefined : await store.savedUnder(next.saveKey, trx);
      if (before) return before.version;
      const newest = (await store.newestOf(architectureId, trx))?.version ?? 0;
      // Whoever has seen the newest version of this architecture may follow it, also if others were saved since.
      if (next.baseVersion < newest || next.baseVersion > state.newestVersion)
        throw conflict({ baseVersion: next.baseVersion, currentVersion: newest });
      const number = state.newestVersion + 1;
      await store.insert(trx, rowOf(number, next, { at, actor }), next);
      const what = next.restoredFrom === null ? 'save' : 'restore';
      await store.audit(trx, { at, ...actor, what, architectureId, version: number });
      return number;
    });
    await publication.refresh();
    return version;
  }

  /**
   * Publishes the newest version of an architecture, its asset generations fixed as the stage shows them. Doing it
   * again changes nothing.
   * @param seen the staged version the caller has looked at; another one staged meanwhile is a `versionConflict`
   */
  async publish(architectureId: string, seen: number | undefined, actor: Actor): Promise<void> {
    const { store, publication } = this.#options;
    for (;;) {
      const newest = await store.newestOf(architectureId);
      if (!newest) throw new Refusal('notFound', `There is no architecture ${architectureId} on the stage`);
      const content = await this.#options.versions.content(newest.version);
      const generations = this.#requireStoredAssets(
        content.venue,
        await assetsOf(content, this.#options.catalogue),
      );
      const done = await store.change(async (trx, state) => {
        const current = await store.newestOf(architectureId, trx);
        if (current?.version !== newest.version || current.pinned !== newest.pinned) return false;
        if (seen !== undefined && seen !== newest.version)
          throw conflict({ baseVersion: seen, currentVersion: newest.version });
        if (state.publishedVersion !== newest.version)
          await this.#publishIn(trx, state, { content, generations, actor });
        return true;
      });
      if (done) break;
      // Somebody saved or published between the look and the lock: look again.
    }
    await publication.refresh();
  }

  async #publishIn(
    trx: Changing,
    state: VenueStateRow,
    what: { content: VersionContent; generations: Generations; actor: Actor },
  ): Promise<void> {
    const { store, clock } = this.#options;
    const { content, generations, actor } = what;
    const { row, venue } = content;
    const at = clock();
    let version = row.version;
    if (version < state.highestPublished) {
      // A published number never goes down: the older version is saved again as the next one first.
      version = state.newestVersion + 1;
      const next = {
        venue,
        generations,
        baseVersion: row.version,
        pinned: true,
        restoredFrom: row.version,
        saveKey: null,
      };
      await store.insert(trx, rowOf(version, next, { at, actor }), next);
    } else if (row.pinned === 0) {
      await store.pin(trx, version, generations);
    }
    await store.setPublished(trx, { version, architectureId: row.architectureId, at });
    await store.audit(trx, { at, ...actor, what: 'publish', architectureId: row.architectureId, version });
  }

  async unpublish(actor: Actor): Promise<void> {
    const { store, publication, clock } = this.#options;
    await store.change(async (trx, state) => {
      if (state.publishedVersion === publishedVersionNone) return;
      await store.setUnpublished(trx);
      const { publishedArchitectureId: architectureId, publishedVersion: version } = state;
      await store.audit(trx, { at: clock(), ...actor, what: 'unpublish', architectureId, version });
    });
    await publication.refresh();
  }

  /** The venue without faults and the newest generation of each of its assets. */
  async #acceptable(checked: CheckedVenue): Promise<{ good: GoodVenue; generations: Generations }> {
    const stored = await this.#options.catalogue.newest(checked.assets.map(({ assetId }) => assetId));
    const result = requireStored(checked, stored);
    if (!result.ok) throw invalidVenue(result.faults);
    return { good: result, generations: generationsOf(stored) };
  }

  /** The generations of all assets of a venue; refuses when one of them is not stored. */
  #requireStoredAssets(venue: Venue, stored: ShownAssets): Generations {
    const assets = venue.assets.map(({ id }, index) => ({ assetId: id, path: ['assets', index, 'id'] }));
    const result = requireStored({ ok: true, venue, warnings: [], assets }, stored);
    if (!result.ok) throw invalidVenue(result.faults);
    return generationsOf(stored);
  }
}

const generationsOf = (stored: ReadonlyMap<string, { generation: number }>): Generations =>
  new Map([...stored].map(([id, { generation }]) => [id, generation]));

const digest = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

const architectureIdOf = (venue: Venue): string => {
  const architecture = venue.architectures[0];
  if (!architecture) throw new Refusal('invalidVenue', 'A venue has exactly one architecture');
  return architecture.id;
};

const conflict = (details: VersionConflict): Refusal =>
  new Refusal(
    'versionConflict',
    `The base version is ${details.baseVersion}, the current version is ${details.currentVersion}: somebody else saved in between`,
    { details },
  );

const faultsNamed = 3;

function invalidVenue(details: {
  faults: readonly { path: string; reason: string }[];
  total: number;
}): Refusal {
  const first = details.faults.slice(0, faultsNamed).map(({ path, reason }) => `${path}: ${reason}`);
  const more = details.total > first.length ? `, and ${details.total - first.length} more` : '';
  return new Refusal('invalidVenue', `The venue has ${details.total} fault(s): ${first.join('; ')}${more}`, {
    details,
  });
}

function requireEnvelope(body: {
  baseVersion: unknown;
  hasVenue: boolean;
  unknownKeys: readonly string[];
}): number {
  const { baseVersion, hasVenue, unknownKeys } = body;
  if (baseVersion === undefined) throw new Refusal('missingParameter', 'baseVersion is missing');
  if (!hasVenue) throw new Refusal('missingParameter', 'venue is missing');
  if (unknownKeys.length > 0)
    throw new Refusal('invalidInput', `${unknownKeys[0]?.slice(0, 100)} is not a known field`);
  if (typeof baseVersion !== 'number' || !Number.isSafeInteger(baseVersion) || baseVersion < 0)
    throw new Refusal('invalidInput', 'baseVersion must be a whole number from 0');
  return baseVersion;
}

const rowOf = (version: number, next: NextVersion, saved: { at: number; actor: Actor }): VersionRow => ({
  version,
  architectureId: architectureIdOf(next.venue),
  baseVersion: next.baseVersion,
  pinned: next.pinned ? 1 : 0,
  savedAt: saved.at,
  savedBy: saved.actor.who,
  savedById: saved.actor.accountId,
  restoredFrom: next.restoredFrom,
  publishedAt: null,
  saveKey: next.saveKey,
});
