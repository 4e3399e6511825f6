/** Derives from a shown venue what pages, assets and the content security policy need. Computed once per version. */
import {
  collectPageSources,
  selectLocalized,
  type Architecture,
  type OperatingMode,
  type Venue,
  type WidgetSettings,
} from '@foyer/contract';
import type { VenueMetadata } from '#platform/shell/publicVenue';
import { assetUri, type ShownAssets } from './venueResponse.ts';

/** Ids of the assets shown before a login: the venue's logo, logo and background of the login page. */
export function publicAssetIds(architecture: Architecture): ReadonlySet<string> {
  const ids = [...(architecture.loginPageLogo ?? []), ...(architecture.loginPageBackground ?? [])].map(
    ({ assetId }) => assetId,
  );
  const { logoAssetId } = architecture.style;
  return new Set(logoAssetId === undefined ? ids : [...ids, logoAssetId]);
}

export interface VenueMetadataInput {
  readonly mode: OperatingMode;
  readonly venue: Venue;
  readonly shown: ShownAssets;
  /** Changes whenever the metadata may have changed. */
  readonly serial: number;
  readonly defaultLocale: string;
  readonly widgetSettings: WidgetSettings;
}

export function toVenueMetadata({
  mode,
  venue,
  shown,
  serial,
  defaultLocale,
  widgetSettings,
}: VenueMetadataInput): VenueMetadata | undefined {
  const architecture = venue.architectures[0];
  if (!architecture) return undefined;
  const address = (assetId: string | undefined) => {
    const asset = assetId === undefined ? undefined : shown.get(assetId);
    return asset === undefined ? undefined : assetUri(mode, architecture.id, asset);
  };
  const inDefaultLocale = (entries: Architecture['loginPageLogo']) =>
    address(selectLocalized(entries ?? [], defaultLocale)?.assetId);
  return {
    version: serial,
    architectureId: architecture.id,
    titles: architecture.titles ?? [],
    descriptions: architecture.descriptions ?? [],
    areas: architecture.areas,
    style: architecture.style,
    logoUrl: address(architecture.style.logoAssetId),
    loginPageLogoUrl: inDefaultLocale(architecture.loginPageLogo),
    loginPageBackgroundUrl: inDefaultLocale(architecture.loginPageBackground),
    sources: collectPageSources(architecture, widgetSettings),
  };
}
