/** What pages, assets and the content policy need to know of a shown venue, taken out of it once. */
import {
  assetIdOfAddress,
  localized,
  type Architecture,
  type OperatingMode,
  type Venue,
} from '@foyer/contract';
import type { VenueFacts } from '#platform/shell/publicVenue';
import { assetUri, type ShownAssets } from './venue.answer.ts';

/** Ids of the assets that show before a login: the venue's logo, logo and background of the login page. */
export function openAssetIds(architecture: Architecture): ReadonlySet<string> {
  const ids = [...(architecture.loginPageLogo ?? []), ...(architecture.loginPageBackground ?? [])].map(
    ({ assetId }) => assetId,
  );
  const { logoAssetId } = architecture.style;
  return new Set(logoAssetId === undefined ? ids : [...ids, logoAssetId]);
}

/** The origins of the venue's outside videos, each once: `https://media.example.org`. */
export function mediaOrigins(architecture: Architecture): string[] {
  const origins = new Set<string>();
  for (const { viewPoints } of architecture.areas)
    for (const { background } of viewPoints)
      if ('videoUrl' in background && assetIdOfAddress(background.videoUrl) === undefined)
        origins.add(new URL(background.videoUrl).origin);
  return [...origins].toSorted();
}

export interface FactsOf {
  readonly mode: OperatingMode;
  readonly venue: Venue;
  readonly shown: ShownAssets;
  /** Another number whenever the facts may have changed. */
  readonly serial: number;
  readonly defaultLocale: string;
}

export function factsOf({ mode, venue, shown, serial, defaultLocale }: FactsOf): VenueFacts | undefined {
  const architecture = venue.architectures[0];
  if (!architecture) return undefined;
  const address = (assetId: string | undefined) => {
    const asset = assetId === undefined ? undefined : shown.get(assetId);
    return asset === undefined ? undefined : assetUri(mode, architecture.id, asset);
  };
  const inDefaultLocale = (entries: Architecture['loginPageLogo']) =>
    address(localized(entries ?? [], defaultLocale)?.assetId);
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
    mediaOrigins: mediaOrigins(architecture),
  };
}
