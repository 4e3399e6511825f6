/** The venue's data that pages contain before scripts run. The venue feature implements it; app.ts connects it. */
import type { Area, LocalizedText, OperatingMode, PageSources, Style, VenueVersion } from '@foyer/contract';

export interface VenueMetadata {
  /** Changes whenever anything below may have changed; pages are rendered once per value. */
  readonly version: number;
  readonly architectureId: string;
  readonly titles: readonly LocalizedText[];
  readonly descriptions: readonly LocalizedText[];
  readonly areas: readonly Pick<Area, 'id' | 'names' | 'descriptions'>[];
  readonly style: Style;
  /** URLs on this server, public while the venue is published. */
  readonly logoUrl?: string | undefined;
  readonly loginPageLogoUrl?: string | undefined;
  readonly loginPageBackgroundUrl?: string | undefined;
  /** External sources of its pages: background videos and widgets. */
  readonly sources: PageSources;
}

export interface PublicVenue {
  /** LIVE: the published venue, if any. STAGE: the newest saved one. Returns synchronously. */
  metadata(mode: OperatingMode): VenueMetadata | undefined;
  /** The response of `GET /venue/version`. */
  version(mode: OperatingMode): VenueVersion;
}
