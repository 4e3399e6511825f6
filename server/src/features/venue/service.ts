/** Saves, publishes and restores versions. Each change is one transaction, and changes run one at a time. */
import { createHash } from 'node:crypto';
import { noPublishedVersion, type Venue, type VersionConflict, type WidgetSettings } from '@foyer/contract';
import type { Clock } from '#platform/clock';
import { conflict, retryOnConflict, type ConflictOptions } from '#platform/concurrency/retryOnConflict';
import { ApiError } from '#platform/apiError';
import { loadAssets, loadGenerations, type ShownAssets } from './publication/venueResponse.ts';
import { addMissingAssetErrors, type VenueCheckResult, type ValidVenue } from './check/checkVenue.ts';
import type { VenueChecker } from './check/threadedChecker.ts';
import type { AuditActor } from './auditActor.ts';
import type { AssetCatalogue } from './ports.ts';
import type { ShownVenues } from './publication/shownVenues.ts';
import { architectureWarnings } from './check/architectureWarnings.ts';
import type { SaveWarning } from './check/richTextWarnings.ts';
import type { VenueTransaction, Generations, VenueStore, VersionContent, VersionRow } from './store.ts';
import type { VenueStateRow } from './tables.ts';
import type { VenueVersions } from './versions/versions.ts';

export interface SaveResult {
  readonly version: number;
  readonly warnings: SaveWarning[];
}

export interface VenueServiceDeps {
  readonly store: VenueStore;
  readonly checker: VenueChecker;
  readonly catalogue: AssetCatalogue;
  readonly shownVenues: ShownVenues;
  readonly versions: VenueVersions;
  readonly widgetSettings: WidgetSettings;
  readonly clock: Clock;
}

/** A publication starts again if another save or publication changes its version meanwhile. */
const publishConflict: ConflictOptions = {
  maxAttempts: 50,
  error: () =>
    new ApiError('unavailable', 'Too many simultaneous changes of this architecture. Try again.', {
      retryAfter: 1,
    }),
};

/** A version to be inserted. */
interface NextVersion {
  readonly venue: Venue;
  readonly generations: Generations;
  readonly baseVersion: number;
  readonly pinned: boolean;
  readonly restoredFrom: number | null;
  readonly saveKey: string | null;
}

export class VenueService {
  private readonly deps: VenueServiceDeps;

  constructor(deps: VenueServiceDeps) {
    this.deps = deps;
  }

  /** Checks a venue file without saving it. @throws ApiError `invalidVenue` with the errors, `payloadTooLarge` */
  async validate(text: string): Promise<SaveWarning[]> {
    const checked = await this.deps.checker.checkVenue(text, this.deps.widgetSettings);
    return [...(await this.requireValid(checked)).valid.warnings];
  }

  /**
   * Saves `{baseVersion, venue}` as the next version.
   * @param retryKey the caller's Idempotency-Key; a body repeated with the same key is saved once
   * @throws ApiError `invalidVenue`, `versionConflict` with both versions, `missingParameter`, `invalidInput`
   */
  async save(text: string, actor: AuditActor, retryKey: string | undefined): Promise<SaveResult> {
    const body = await this.deps.checker.checkSave(text, this.deps.widgetSettings);
    const baseVersion = requireBaseVersion(body);
    const { valid, generations } = await this.requireValid(body.checked);
    const saveKey = retryKey === undefined ? null : digest(actor.name, retryKey, text);
    const next: NextVersion = {
      venue: valid.venue,
      generations,
      baseVersion,
      pinned: false,
      restoredFrom: null,
      saveKey,
    };
    const version = await this.insertVersion(next, actor);
    return { version, warnings: [...valid.warnings] };
  }

  /** Saves an earlier version with its asset generations as the next version. */
  async restore(version: number, baseVersion: number, actor: AuditActor): Promise<SaveResult> {
    const earlier = await this.deps.versions.content(version);
    const { venue } = earlier;
    const generations = this.requireGenerations(
      venue,
      await loadGenerations(earlier.generations, this.deps.catalogue),
    );
    const next = { venue, generations, baseVersion, pinned: true, restoredFrom: version, saveKey: null };
    return { version: await this.insertVersion(next, actor), warnings: [] };
  }

  private async insertVersion(next: NextVersion, actor: AuditActor): Promise<number> {
    const { store, shownVenues, clock } = this.deps;
    const architectureId = architectureIdOf(next.venue);
    const at = clock();
    const version = await store.exclusiveTransaction(async (trx, state) => {
      const earlier = next.saveKey === null ? undefined : await store.findBySaveKey(next.saveKey, trx);
      if (earlier) return earlier.version;
      const newest = (await store.newestOf(architectureId, trx))?.version ?? 0;
      // A save must be based on the newest version of its architecture; newer versions of others do not matter.
      if (next.baseVersion < newest || next.baseVersion > state.newestVersion)
        throw versionConflict({ baseVersion: next.baseVersion, currentVersion: newest });
      const number = state.newestVersion + 1;
      await store.insert(trx, toVersionRow(number, next, { at, actor }), next);
      const what = next.restoredFrom === null ? 'save' : 'restore';
      await store.addAuditEntry(trx, actor, { at, what, architectureId, version: number });
      return number;
    });
    await shownVenues.refresh();
    return version;
  }

  /**
   * Publishes the newest version of an architecture and fixes its asset generations as the stage shows them. Repeating it
   * changes nothing. Returns warnings about the content.
   * @param expected the version that the caller wants to publish; throws `versionConflict` if it is not the newest
   */
  async publish(
    architectureId: string,
    expected: number | undefined,
    actor: AuditActor,
  ): Promise<SaveWarning[]> {
    const { store, shownVenues, widgetSettings } = this.deps;
    const venue = await retryOnConflict(async () => {
      const newest = await store.newestOf(architectureId);
      if (!newest) throw new ApiError('notFound', `The stage has no architecture ${architectureId}.`);
      const content = await this.deps.versions.content(newest.version);
      const generations = this.requireGenerations(
        content.venue,
        await loadAssets(content, this.deps.catalogue),
      );
      return store.exclusiveTransaction(async (trx, state) => {
        const current = await store.newestOf(architectureId, trx);
        if (current?.version !== newest.version || current.pinned !== newest.pinned) return conflict;
        if (expected !== undefined && expected !== newest.version)
          throw versionConflict({ baseVersion: expected, currentVersion: newest.version });
        if (state.publishedVersion !== newest.version)
          await this.publishContent(trx, state, { content, generations, actor });
        return content.venue;
      });
    }, publishConflict);
    await shownVenues.refresh();
    return architectureWarnings(venue, widgetSettings);
  }

  private async publishContent(
    trx: VenueTransaction,
    state: VenueStateRow,
    publication: { content: VersionContent; generations: Generations; actor: AuditActor },
  ): Promise<void> {
    const { store, clock } = this.deps;
    const { content, generations, actor } = publication;
    const { row, venue } = content;
    const at = clock();
    let version = row.version;
    if (version < state.highestPublished) {
      // The published version number never decreases: an older version is first saved again as the next one.
      version = state.newestVersion + 1;
      const next = {
        venue,
        generations,
        baseVersion: row.version,
        pinned: true,
        restoredFrom: row.version,
        saveKey: null,
      };
      await store.insert(trx, toVersionRow(version, next, { at, actor }), next);
    } else if (row.pinned === 0) {
      await store.pin(trx, version, generations);
    }
    await store.setPublished(trx, { version, architectureId: row.architectureId, at });
    await store.addAuditEntry(trx, actor, {
      at,
      what: 'publish',
      architectureId: row.architectureId,
      version,
    });
  }

  async unpublish(actor: AuditActor): Promise<void> {
    const { store, shownVenues, clock } = this.deps;
    await store.exclusiveTransaction(async (trx, state) => {
      if (state.publishedVersion === noPublishedVersion) return;
      await store.setUnpublished(trx);
      const { publishedArchitectureId: architectureId, publishedVersion: version } = state;
      await store.addAuditEntry(trx, actor, { at: clock(), what: 'unpublish', architectureId, version });
    });
    await shownVenues.refresh();
  }

  /** Returns a checked venue and the newest generation of each of its assets. @throws ApiError `invalidVenue` */
  private async requireValid(
    checked: VenueCheckResult,
  ): Promise<{ valid: ValidVenue; generations: Generations }> {
    const stored = await this.deps.catalogue.newest(checked.assets.map(({ assetId }) => assetId));
    const result = addMissingAssetErrors(checked, stored);
    if (!result.ok) throw invalidVenue(result.errors);
    return { valid: result, generations: toGenerations(stored) };
  }

  /** The generation of each asset of a venue. @throws ApiError `invalidVenue` if an asset is not stored */
  private requireGenerations(venue: Venue, stored: ShownAssets): Generations {
    const assets = venue.assets.map(({ id }, index) => ({ assetId: id, path: ['assets', index, 'id'] }));
    const result = addMissingAssetErrors({ ok: true, venue, warnings: [], assets }, stored);
    if (!result.ok) throw invalidVenue(result.errors);
    return toGenerations(stored);
  }
}

const toGenerations = (stored: ReadonlyMap<string, { generation: number }>): Generations =>
  new Map([...stored].map(([id, { generation }]) => [id, generation]));

/** The hash under which a save is found again when it is repeated. */
const digest = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

const architectureIdOf = (venue: Venue): string => {
  const architecture = venue.architectures[0];
  if (!architecture) throw new ApiError('invalidVenue', 'The venue must have exactly one architecture.');
  return architecture.id;
};

const versionConflict = (details: VersionConflict): ApiError =>
  new ApiError(
    'versionConflict',
    `The base version is ${details.baseVersion}, the current version is ${details.currentVersion}: someone else has saved meanwhile.`,
    { details },
  );

const maxErrorsInMessage = 3;

function invalidVenue(details: {
  errors: readonly { path: string; reason: string }[];
  total: number;
}): ApiError {
  const first = details.errors.slice(0, maxErrorsInMessage).map(({ path, reason }) => `${path}: ${reason}`);
  const more = details.total > first.length ? `, and ${details.total - first.length} more` : '';
  return new ApiError('invalidVenue', `The venue has ${details.total} error(s): ${first.join('; ')}${more}`, {
    details,
  });
}

/** The base version of a save. @throws ApiError if the body is not `{baseVersion, venue}` */
function requireBaseVersion(body: {
  baseVersion: unknown;
  hasVenue: boolean;
  unknownKeys: readonly string[];
}): number {
  const { baseVersion, hasVenue, unknownKeys } = body;
  if (baseVersion === undefined) throw new ApiError('missingParameter', 'The field baseVersion is missing.');
  if (!hasVenue) throw new ApiError('missingParameter', 'The field venue is missing.');
  if (unknownKeys.length > 0)
    throw new ApiError('invalidInput', `Unknown field ${unknownKeys[0]?.slice(0, 100)}.`);
  if (typeof baseVersion !== 'number' || !Number.isSafeInteger(baseVersion) || baseVersion < 0)
    throw new ApiError('invalidInput', 'The field baseVersion must be an integer of at least 0.');
  return baseVersion;
}

const toVersionRow = (
  version: number,
  next: NextVersion,
  saved: { at: number; actor: AuditActor },
): VersionRow => ({
  version,
  architectureId: architectureIdOf(next.venue),
  baseVersion: next.baseVersion,
  pinned: next.pinned ? 1 : 0,
  savedAt: saved.at,
  savedBy: saved.actor.name,
  savedById: saved.actor.accountId,
  restoredFrom: next.restoredFrom,
  publishedAt: null,
  saveKey: next.saveKey,
});
