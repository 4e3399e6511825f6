/** What the pages say about the venue before a line of script has run. Implemented by the venue feature, wired in app.ts. */
import type { Area, LocalizedText, OperatingMode, Style, VenueVersion } from '@foyer/contract';
import type { PageSources } from '#platform/http/headers';

export interface VenueFacts {
  /** Another one whenever anything below may have changed; pages are made once for each. */
  readonly version: number;
  readonly architectureId: string;
  readonly titles: readonly LocalizedText[];
  readonly descriptions: readonly LocalizedText[];
  readonly areas: readonly Pick<Area, 'id' | 'names' | 'descriptions'>[];
  readonly style: Style;
  /** Addresses on this server, open to everybody while the venue is published. */
  readonly logoUrl?: string | undefined;
  readonly loginPageLogoUrl?: string | undefined;
  readonly loginPageBackgroundUrl?: string | undefined;
  /** What its pages load from elsewhere: videos behind an area, and what its widgets need. */
  readonly sources: PageSources;
}

export interface PublicVenue {
  /** LIVE: the published venue, undefined while there is none. STAGE: the newest staged one. Known at once, no waiting. */
  facts(mode: OperatingMode): VenueFacts | undefined;
  /** What `GET /venue/version` answers. */
  version(mode: OperatingMode): VenueVersion;
}
