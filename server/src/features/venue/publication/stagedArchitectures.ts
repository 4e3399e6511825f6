/** The architectures that the stage shows: the newest version of each one. */
import type { Architecture } from '@foyer/contract';
import { BoundedMap } from '#platform/boundedMap';
import type { VenueStore } from '../store.ts';
import type { ShownVenues } from './shownVenues.ts';

/** Those that designers work on at the same time. */
const maxCached = 8;

interface CachedArchitecture {
  readonly version: number;
  readonly architecture: Architecture | undefined;
}

export interface StagedArchitecturesDeps {
  readonly store: Pick<VenueStore, 'newestOf' | 'content'>;
  readonly shownVenues: Pick<ShownVenues, 'staged'>;
}

export class StagedArchitectures {
  private readonly deps: StagedArchitecturesDeps;
  private readonly cached = new BoundedMap<string, CachedArchitecture>(maxCached);

  constructor(deps: StagedArchitecturesDeps) {
    this.deps = deps;
  }

  /** Parses a venue file only if its version is new. Undefined if there is no such architecture. */
  async find(architectureId: string): Promise<Architecture | undefined> {
    const { store, shownVenues } = this.deps;
    const row = await store.newestOf(architectureId);
    if (row === undefined) return undefined;
    const { version } = row;
    const staged = shownVenues.staged?.content;
    if (staged?.row.version === version) return staged.venue.architectures[0];
    const cached = this.cached.get(architectureId);
    if (cached?.version === version) return cached.architecture;
    const architecture = (await store.content(version))?.venue.architectures[0];
    this.cached.set(architectureId, { version, architecture });
    return architecture;
  }
}
