/** Derives from a shown venue what pages, assets and the content security policy need. Computed once per version. */
import {
  assetIdFromUrl,
  findWidgetManifest,
  selectLocalized,
  originUses,
  type Architecture,
  type FramePermission,
  type OperatingMode,
  type OriginUse,
  type Venue,
} from '@foyer/contract';
import type { PageSources } from '#platform/http/headers';
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

/** Only plain host names may enter a policy: URLs can contain `;`, `,` and `*`, which have a meaning there. */
const isPlainOrigin = (origin: string): boolean => /^https:\/\/[a-z0-9._-]+(:\d+)?$/.test(origin);

/**
 * The external origins that the venue's pages load from: videos of viewpoints, and those that the widgets' manifests name
 * for each configuration. Includes configurations that begin later, because pages stay open.
 */
export function collectPageSources(
  architecture: Architecture,
  findManifest = findWidgetManifest,
): PageSources {
  const origins = new OriginSets<OriginUse>();
  const permissions = new OriginSets<FramePermission>();
  for (const { viewPoints } of architecture.areas)
    for (const { background } of viewPoints)
      if ('videoUrl' in background && assetIdFromUrl(background.videoUrl) === undefined)
        for (const use of ['media', 'connect'] as const)
          origins.add(use, [new URL(background.videoUrl).origin]);
  const widgets = [
    ...architecture.areas.flatMap((area) => area.contentWidgets),
    ...architecture.globalWidgets,
  ];
  for (const { type, configurations } of widgets) {
    const manifest = findManifest(type);
    if (!manifest?.built) continue;
    for (const configuration of configurations) {
      // A new tab is not part of the page.
      if (configuration.displayMode === 'NEW_TAB') continue;
      const needed = manifest.origins?.(configuration) ?? {};
      for (const use of originUses) origins.add(use, needed[use] ?? []);
      for (const feature of manifest.permissions?.(configuration) ?? [])
        permissions.add(feature, needed.frame ?? []);
    }
  }
  return { origins: origins.sorted(), permissions: permissions.sorted() };
}

/** Origins grouped by use, without duplicates. */
class OriginSets<K extends string> {
  private readonly sets = new Map<K, Set<string>>();

  add(key: K, origins: readonly string[]): void {
    for (const origin of origins.filter(isPlainOrigin))
      this.sets.set(key, (this.sets.get(key) ?? new Set()).add(origin));
  }

  sorted(): Partial<Record<K, readonly string[]>> {
    const sorted: Partial<Record<K, readonly string[]>> = {};
    for (const [key, set] of this.sets) sorted[key] = [...set].toSorted();
    return sorted;
  }
}

export interface VenueMetadataInput {
  readonly mode: OperatingMode;
  readonly venue: Venue;
  readonly shown: ShownAssets;
  /** Changes whenever the metadata may have changed. */
  readonly serial: number;
  readonly defaultLocale: string;
}

export function toVenueMetadata({
  mode,
  venue,
  shown,
  serial,
  defaultLocale,
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
    sources: collectPageSources(architecture),
  };
}
