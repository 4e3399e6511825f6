/**
 * What is live and what is staged at this moment, kept ready in memory: the hot answers, the facts for pages, the
 * assets that may be read. Read anew after each change of this node, and when another node has made one.
 */
import { publishedVersionNone, type OperatingMode, type VenueVersion } from '@foyer/contract';
import type { HotAnswers } from '#platform/http/hot';
import type { ReadyAnswer } from '#platform/http/ready';
import type { PublicVenue, VenueFacts } from '#platform/shell/publicVenue';
import { answerOf, assetsOf, type ShownAssets } from './venueResponse.ts';
import { factsOf, openAssetIds } from './venueFacts.ts';
import type { AssetCatalogue } from '../ports.ts';
import type { VenueStore, VersionContent } from '../store.ts';
import type { VenueStateRow } from '../tables.ts';

/** A version as it is shown in a mode. */
export interface Shown {
  readonly content: VersionContent;
  readonly assets: ShownAssets;
  readonly openAssets: ReadonlySet<string>;
  /** Per asset the generations this architecture showed before. */
  readonly earlier: ReadonlyMap<string, readonly number[]>;
  readonly facts: VenueFacts | undefined;
}

interface Snapshot {
  readonly state: VenueStateRow;
  /** The architecture that the stage opens: the one saved last. */
  readonly stagedArchitectureId: string | null;
  readonly live: Shown | undefined;
  readonly staged: Shown | undefined;
}

export interface PublicationOptions {
  readonly store: VenueStore;
  readonly catalogue: AssetCatalogue;
  readonly hot: HotAnswers;
  readonly defaultLocale: string;
}

export type PublicationListener = (mode: OperatingMode, version: VenueVersion) => void;

export const jsonType = 'application/json; charset=utf-8';
export const venueCaching = 'private, no-cache';

const nothing: VenueStateRow = {
  id: 1,
  newestVersion: 0,
  publishedVersion: publishedVersionNone,
  publishedArchitectureId: null,
  highestPublished: 0,
  revision: -1,
};

export class Publication implements PublicVenue {
  readonly #options: PublicationOptions;
  readonly #listeners = new Set<PublicationListener>();
  #now: Snapshot = { state: nothing, stagedArchitectureId: null, live: undefined, staged: undefined };
  #serial = 0;
  #hotVenue: string | undefined;
  #running: Promise<void> = Promise.resolve();
  #waiting: Promise<void> | undefined;

  constructor(options: PublicationOptions) {
    this.#options = options;
  }

  get live(): Shown | undefined {
    return this.#now.live;
  }

  get staged(): Shown | undefined {
    return this.#now.staged;
  }

  get revision(): number {
    return this.#now.state.revision;
  }

  facts(mode: OperatingMode): VenueFacts | undefined {
    return (mode === 'LIVE' ? this.#now.live : this.#now.staged)?.facts;
  }

  hasLiveArea(areaId: string): boolean {
    const areas = this.live?.content.venue.architectures[0]?.areas ?? [];
    return areas.some(({ id }) => id === areaId);
  }

  version(mode: OperatingMode): VenueVersion {
    return versionOf(mode, this.#now);
  }

  /** Called after the hot answers have changed; the returned function ends it. */
  onChange(listener: PublicationListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves when everything shows what was committed before the call. */
  refresh(): Promise<void> {
    // A load that has begun may have read the state before the caller's change: only one that has not will do.
    this.#waiting ??= this.#running
      .catch(() => undefined)
      .then(() => {
        this.#waiting = undefined;
        this.#running = this.#load();
        return this.#running;
      });
    return this.#waiting;
  }

  async #load(): Promise<void> {
    const { store } = this.#options;
    const state = await store.state();
    const live = await this.#shown('LIVE', state.publishedVersion, this.#now.live);
    const staged = await this.#shown('STAGE', state.newestVersion, this.#now.staged);
    const next = { state, live, staged, stagedArchitectureId: staged?.content.row.architectureId ?? null };
    const before = this.#now;
    await this.#makeHot(next);
    this.#now = next;
    for (const mode of ['LIVE', 'STAGE'] as const) {
      if (JSON.stringify(versionOf(mode, before)) === JSON.stringify(versionOf(mode, next))) continue;
      for (const listener of this.#listeners) listener(mode, versionOf(mode, next));
    }
  }

  async #shown(mode: OperatingMode, version: number, before: Shown | undefined): Promise<Shown | undefined> {
    const { store, catalogue, defaultLocale } = this.#options;
    // A pinned version never changes again: what a save or an upload costs does not grow with the live venue.
    if (before?.content.row.version === version && before.content.row.pinned === 1) return before;
    const content = version > 0 ? await store.content(version) : undefined;
    const architecture = content?.venue.architectures[0];
    if (!content || !architecture) return undefined;
    const assets = await assetsOf(content, catalogue);
    const earlier =
      mode === 'LIVE' ? await store.publishedGenerations(architecture.id) : new Map<string, number[]>();
    this.#serial += 1;
    const facts = factsOf({ mode, venue: content.venue, shown: assets, serial: this.#serial, defaultLocale });
    return { content, assets, openAssets: openAssetIds(architecture), earlier, facts };
  }

  async #makeHot(next: Snapshot): Promise<void> {
    const { hot } = this.#options;
    const { live, state } = next;
    const isNew = live !== this.#now.live;
    const prepareJson = (value: unknown): Promise<ReadyAnswer> =>
      hot.prepare({ body: JSON.stringify(value), contentType: jsonType, cacheControl: venueCaching });
    const [liveVersion, stageVersion, head, venue] = await Promise.all([
      prepareJson(versionOf('LIVE', next)),
      prepareJson(versionOf('STAGE', next)),
      hot.prepare({ body: '', contentType: jsonType, cacheControl: 'no-store' }),
      live !== undefined && isNew ? prepareJson(liveAnswer(live, state.publishedVersion)) : undefined,
    ]);
    const request = live === undefined ? undefined : venueRequest(live.content.row.architectureId);
    // From here on without a pause: nobody sees the version of one publication and the venue of another.
    hot.set('LIVE', 'GET /venue/version', liveVersion);
    hot.set('STAGE', 'GET /venue/version', stageVersion);
    hot.set('LIVE', 'HEAD /venue', head);
    hot.set('STAGE', 'HEAD /venue', head);
    if (this.#hotVenue !== undefined && this.#hotVenue !== request) hot.remove('LIVE', this.#hotVenue);
    if (request !== undefined && venue !== undefined) hot.set('LIVE', request, venue);
    this.#hotVenue = request;
  }
}

export const venueRequest = (architectureId: string): string =>
  `GET /ui/venue?architectureId=${architectureId}`;

const liveAnswer = ({ content, assets }: Shown, publishedVersion: number) =>
  answerOf(content.venue, assets, {
    mode: 'LIVE',
    architectureId: content.row.architectureId,
    publishedVersion,
  });

/** On the stage the architecture is the one saved last: it is what `/stage/` opens. */
function versionOf(mode: OperatingMode, { state, stagedArchitectureId }: Snapshot): VenueVersion {
  return {
    mode,
    version: state.newestVersion,
    publishedVersion: state.publishedVersion,
    publishedArchitectureId: mode === 'LIVE' ? state.publishedArchitectureId : stagedArchitectureId,
  };
}
