/** What the pages of a venue load from other servers: their policy allows it (CONSENT-14), and nothing else. */
import { assetIdFromUrl } from './address.ts';
import { parseVimeo, requestUrl, vimeoEmbedUrl, vimeoStreamOrigins, type FramePermission } from './embeds.ts';
import type { Architecture } from './venue.ts';
import { findWidgetManifest } from './widget.ts';
import { originUses, type Origins, type OriginUse, type WidgetSettings } from './widgets/define.ts';

/** External sources of a venue's page. Nothing else is loaded, and no other frame gets a permission. */
export interface PageSources {
  readonly origins: Origins;
  /** The frame origins to which each permission is delegated. */
  readonly permissions: Readonly<Partial<Record<FramePermission, readonly string[]>>>;
}

export const noPageSources: PageSources = { origins: {}, permissions: {} };

/** The name of the page's meta element with its sources as JSON; absent if it has none. */
export const pageSourcesMeta = 'foyer-sources';

/** Whether a page with the allowed sources may load all needed ones. */
export const covers = (allowed: PageSources, needed: PageSources): boolean =>
  isSubset(needed.origins, allowed.origins) && isSubset(needed.permissions, allowed.permissions);

type OriginLists = Readonly<Record<string, readonly string[] | undefined>>;

const isSubset = (part: OriginLists, whole: OriginLists): boolean =>
  Object.entries(part).every(([key, origins = []]) =>
    origins.every((origin) => whole[key]?.includes(origin)),
  );

/** A configuration of a widget or a background video that loads from other servers. */
export interface ExternalContent {
  /** Its place below the architecture, for example `['areas', 0, 'viewPoints', 0, 'background']`. */
  readonly path: readonly (string | number)[];
  readonly origins: Origins;
  readonly permissions: readonly FramePermission[];
  /** The ids of the providers without whose consent it does not load. */
  readonly cookieProviders: readonly string[];
}

/**
 * The external content of a venue's pages, including configurations that begin later, because pages stay open. Widgets
 * that open in a new tab are not part of the page.
 */
export function externalContents(
  { areas, globalWidgets }: Architecture,
  settings: WidgetSettings,
  findManifest = findWidgetManifest,
): ExternalContent[] {
  const contents: ExternalContent[] = [];
  const addWidgets = (
    widgets: Architecture['globalWidgets'] | Architecture['areas'][number]['contentWidgets'],
    path: ExternalContent['path'],
  ) => {
    for (const [index, { type, configurations }] of widgets.entries()) {
      const manifest = findManifest(type);
      for (const [position, configuration] of configurations.entries()) {
        const origins = manifest?.origins?.(configuration, settings) ?? {};
        if (configuration.displayMode === 'NEW_TAB' || Object.values(origins).flat().length === 0) continue;
        contents.push({
          path: [...path, index, 'configurations', position],
          origins,
          permissions: manifest?.permissions?.(configuration) ?? [],
          cookieProviders: configuration.cookieProviders,
        });
      }
    }
  };
  for (const [index, { viewPoints, contentWidgets }] of areas.entries()) {
    for (const [position, { background }] of viewPoints.entries()) {
      if (!('videoUrl' in background) || !background.playerActive) continue;
      const { videoUrl, cookieProviders } = background;
      if (assetIdFromUrl(videoUrl) !== undefined) continue;
      contents.push({
        path: ['areas', index, 'viewPoints', position, 'background'],
        ...videoSources(videoUrl),
        cookieProviders,
      });
    }
    addWidgets(contentWidgets, ['areas', index, 'contentWidgets']);
  }
  addWidgets(globalWidgets, ['globalWidgets']);
  return contents;
}

/** Vimeo's player loads a film in a frame; other videos are loaded by the page. */
function videoSources(videoUrl: string): Pick<ExternalContent, 'origins' | 'permissions'> {
  const film = parseVimeo(videoUrl);
  if (film) return { origins: { frame: [new URL(vimeoEmbedUrl(film)).origin] }, permissions: ['autoplay'] };
  const media = [requestUrl(videoUrl).origin];
  return { origins: { media, connect: media }, permissions: [] };
}

/** The external sources of a venue's pages, without duplicates. */
export function collectPageSources(
  architecture: Architecture,
  settings: WidgetSettings,
  findManifest = findWidgetManifest,
): PageSources {
  const origins = new OriginSets<OriginUse>();
  const permissions = new OriginSets<FramePermission>();
  const findBuilt: typeof findManifest = (type) => {
    const manifest = findManifest(type);
    return manifest?.built ? manifest : undefined;
  };
  for (const content of externalContents(architecture, settings, findBuilt)) {
    for (const use of originUses) {
      const trusted = settings.vimeoStreams ? (trustedWildcards[use] ?? []) : [];
      origins.add(use, content.origins[use] ?? [], trusted);
    }
    for (const feature of content.permissions) permissions.add(feature, content.origins.frame ?? []);
  }
  return { origins: origins.sorted(), permissions: permissions.sorted() };
}

/** URLs can contain `;`, `,` and `*`, which have a meaning in a policy. */
const isPlain = (origin: string): boolean => /^https:\/\/[a-z0-9._-]+(:\d+)?$/.test(origin);

/** With the operator's setting `vimeoStreams`: the servers of Vimeo's streams have changing names. */
const trustedWildcards: Origins = { connect: vimeoStreamOrigins, media: vimeoStreamOrigins };

/** Origins grouped by use, without duplicates. */
class OriginSets<K extends string> {
  private readonly sets = new Map<K, Set<string>>();

  /** Ignores origins that are neither plain host names nor trusted. */
  add(key: K, origins: readonly string[], trusted: readonly string[] = []): void {
    for (const origin of origins.filter((each) => isPlain(each) || trusted.includes(each)))
      this.sets.set(key, (this.sets.get(key) ?? new Set()).add(origin));
  }

  sorted(): Partial<Record<K, readonly string[]>> {
    const sorted: Partial<Record<K, readonly string[]>> = {};
    for (const [key, set] of this.sets) sorted[key] = [...set].toSorted();
    return sorted;
  }
}
