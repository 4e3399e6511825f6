/** How a widget type is declared: everything that other code derives from a type is in its manifest. */
import * as z from 'zod/mini';
import {
  embedOf,
  framePermissions,
  parseVimeo,
  vimeoStreamOrigins,
  type FramePermission,
} from '../embeds.ts';
import type { LocalizedUri } from '../localized.ts';
import { instant } from '../localized.ts';
import { id, text } from '../values.ts';

export const mediaDisplayModes = ['EMBEDDED', 'EMBEDDED_DIALOG', 'OVERLAY_DIALOG', 'NEW_TAB'] as const;
export const mediaDisplayMode = z.enum(mediaDisplayModes);
export type MediaDisplayMode = z.infer<typeof mediaDisplayMode>;

export const onOff = z.optional(z.boolean());

/** The fields of every configuration. It is active from `begin` (inclusive) to `end` (exclusive), both optional. */
const sharedFields = {
  id,
  name: text,
  cookieProviders: z._default(z.array(id), []),
  begin: z.optional(instant),
  end: z.optional(instant),
  displayMode: z.optional(mediaDisplayMode),
};

/** The schema of a configuration: the shared fields and the type's own. */
export const configurationOf = <const F extends z.core.$ZodShape>(fields: F) =>
  z.strictObject({ ...sharedFields, ...fields });

export type WidgetScope = 'content' | 'global';

/** The actions that a widget offers; each has its text under `verbs` in the web app. */
export const widgetVerbs = ['look', 'read', 'open', 'join', 'watch', 'listen', 'leaf'] as const;
export type WidgetVerb = (typeof widgetVerbs)[number];

export const originUses = ['connect', 'frame', 'image', 'media'] as const;
export type OriginUse = (typeof originUses)[number];
/** Origins outside of this server, `https://player.example.org`, by what the page does with them. */
export type Origins = Readonly<Partial<Record<OriginUse, readonly string[]>>>;

/** What the operator of a server has switched on. */
export interface WidgetSettings {
  /** Meetings of Webex are shown in a frame: their site allows this server's pages to frame them. */
  readonly webexEmbedded: boolean;
  /** Films on Vimeo are streamed into this page's own player: the server has a token of their owner. */
  readonly vimeoStreams: boolean;
}

export const defaultWidgetSettings: WidgetSettings = { webexEmbedded: false, vimeoStreams: false };

/** The name of the page's meta element that is there if `webexEmbedded` is on. */
export const webexMeta = 'foyer-webex';

/** The name of the page's meta element that is there if `vimeoStreams` is on. */
export const vimeoStreamsMeta = 'foyer-vimeo';

/** Something in a configuration that is wrong or that a designer should check. */
export interface ConfigurationIssue {
  /** The field that it is about; the whole configuration if absent. */
  readonly path?: readonly (string | number)[];
  /** Begins with a verb: "has no link". */
  readonly reason: string;
}

export interface WidgetManifest<
  T extends string = string,
  S extends WidgetScope = WidgetScope,
  C extends z.ZodMiniObject = z.ZodMiniObject,
> {
  readonly type: T;
  /** `content`: a widget of an area. `global`: a widget of the venue, which every area offers. */
  readonly scope: S;
  /** The schema of one of its configurations. */
  readonly schema: C;
  /** True if this version of Foyer has the widget; the venue check refuses the other types. */
  readonly built?: true;
  /** What the button that opens it says. */
  readonly verb: WidgetVerb;
  /**
   * What a configuration with a begin and an end makes of its area while it is active. `live`: people meet there.
   * `on`: something announced takes place.
   */
  readonly happening?: 'live' | 'on';
  /** What the page loads from other servers for a configuration. The content security policy allows nothing else. */
  origins?(configuration: z.output<C>, settings: WidgetSettings): Origins;
  /** Fields of a configuration that browsers receive for hosts and administrators only. */
  readonly hostFields?: readonly (keyof z.output<C> & string)[];
  /** Fields of a configuration that no browser receives with the venue. */
  readonly serverFields?: readonly (keyof z.output<C> & string)[];
  /** Browser features that the widget's frames need; the permissions policy passes them on to its frame origins. */
  permissions?(configuration: z.output<C>): readonly FramePermission[];
  /**
   * Whether a configuration can only run in a page that is cross-origin isolated. Such a page blocks the frames of other
   * websites (COI-01, COI-03).
   */
  needsIsolation?(configuration: z.output<C>): boolean;
  /**
   * Why saving refuses a configuration. Such a check is not part of the schema, because pages must open venues that were
   * saved before it. So a component that needs it must throw or do without.
   */
  errors?(configuration: z.output<C>): readonly ConfigurationIssue[];
  /** What a designer is warned of on saving, and before and after publishing. */
  warnings?(configuration: z.output<C>, settings: WidgetSettings): readonly ConfigurationIssue[];
}

export const defineWidget = <const T extends string, const S extends WidgetScope, C extends z.ZodMiniObject>(
  manifest: WidgetManifest<T, S, C>,
): WidgetManifest<T, S, C> => manifest;

/** Fields of every widget that shows a page of another website: its own picture, shown until the page may load. */
export const embedFields = { posterAssetId: z.optional(id) };

/** The origins of pages that a widget shows in a frame; a page that can only be opened in a tab needs none. */
export const framesOf = (uris: readonly LocalizedUri[]): Origins => ({
  frame: uris.flatMap(({ uri }) => {
    const embed = embedOf(uri);
    return embed ? [new URL(embed.url).origin] : [];
  }),
});

/**
 * The origins of films that a widget plays: their provider's page in a frame, and for films on Vimeo also their streams if
 * the server can ask for them.
 */
export function filmOrigins(uris: readonly LocalizedUri[], { vimeoStreams }: WidgetSettings): Origins {
  const frames = framesOf(uris);
  if (!vimeoStreams || !uris.some(({ uri }) => parseVimeo(uri)?.kind === 'video')) return frames;
  return { ...frames, media: vimeoStreamOrigins, connect: vimeoStreamOrigins };
}

/** The features that frames with these pages need, beside those that the designer allows. */
export const framePermissionsOf = (
  uris: readonly LocalizedUri[],
  allowed: readonly FramePermission[] = [],
): FramePermission[] => {
  const needed = new Set([...allowed, ...uris.flatMap(({ uri }) => embedOf(uri)?.permissions ?? [])]);
  return framePermissions.filter((feature) => needed.has(feature));
};
