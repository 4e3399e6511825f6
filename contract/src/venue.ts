/** The venue: one architecture with its areas and widgets, and its assets. */
import * as z from 'zod/mini';
import { asset } from './asset.ts';
import { cookieBannerConfig, cookieProviders } from './consent.ts';
import { noPublishedVersion } from './limits.ts';
import { position, position360, size } from './position.ts';
import { mediaUrl } from './address.ts';
import { localizedAssets, localizedRichTexts, localizedTexts } from './localized.ts';
import { style } from './style.ts';
import { id, text } from './values.ts';
import { contentWidget, globalWidget } from './widget.ts';

/** A hotspot that leads to another area. */
export const door = z.strictObject({
  id,
  names: localizedTexts,
  descriptions: z.optional(localizedTexts),
  targetAreaId: id,
  targetViewpointId: z.optional(id),
  /** The position of the label, centered above the opening. */
  position,
  /** The clickable opening; without it, only the label is clickable. */
  opening: z.optional(z.strictObject({ position, size })),
});
export type Door = z.infer<typeof door>;

/** A picture, or a video with an optional poster picture. */
export const background = z.union([
  z.strictObject({ assetId: id }),
  z.strictObject({
    videoUrl: mediaUrl,
    playerActive: z.boolean(),
    posterAssetId: z.optional(id),
    /** The video plays once they are accepted. */
    cookieProviders: z._default(z.array(id), []),
  }),
]);
export type Background = z.infer<typeof background>;

export const viewPoint = z.strictObject({
  id,
  names: z.optional(localizedTexts),
  background,
  doors: z._default(z.array(door), []),
  initialView: z.optional(
    z.strictObject({
      yaw: position360.shape.yaw,
      pitch: position360.shape.pitch,
      /** 0 (widest) to 100 (closest). */
      zoom: z.number().check(z.gte(0), z.lte(100)),
    }),
  ),
});
export type ViewPoint = z.infer<typeof viewPoint>;

export const viewModes = ['VIEW_2D', 'VIEW_360D'] as const;
export const area = z.strictObject({
  id,
  names: localizedTexts,
  descriptions: z.optional(localizedTexts),
  defaultViewpointId: z.optional(id),
  viewPoints: z.array(viewPoint),
  viewMode: z.enum(viewModes),
  contentWidgets: z._default(z.array(contentWidget), []),
});
export type Area = z.infer<typeof area>;

/** The position of an area on the floorplan: 0..1 from the top left. */
export const areaPosition = z.strictObject({
  areaId: id,
  visible: z.boolean(),
  x: z.number().check(z.gte(0), z.lte(1)),
  y: z.number().check(z.gte(0), z.lte(1)),
});
export const floorplan = z.strictObject({ assetId: z.optional(id), areaPositions: z.array(areaPosition) });
export type Floorplan = z.infer<typeof floorplan>;

export const icon = z.strictObject({ type: text, assetId: id });

/** A profile field: a field of the venue, or a standard field that the venue relabels, locks or hides. */
export const userProfileAttribute = z.strictObject({
  key: id,
  labels: localizedTexts,
  /** Whether users may change it; defaults to true. */
  editable: z.optional(z.boolean()),
  /** Whether others see it. Defaults to false for fields of the venue, and to true for company and title. */
  visible: z.optional(z.boolean()),
});
export type UserProfileAttribute = z.infer<typeof userProfileAttribute>;

export const architecture = z.strictObject({
  id,
  name: z.optional(text),
  titles: z.optional(localizedTexts),
  descriptions: z.optional(localizedTexts),
  areas: z.array(area),
  defaultAreaId: z.optional(id),
  floorplan: z.optional(floorplan),
  icons: z._default(z.array(icon), []),
  globalWidgets: z._default(z.array(globalWidget), []),
  impress: z._default(localizedRichTexts, []),
  privacyNotice: z._default(localizedRichTexts, []),
  cventLoginEnabled: z.optional(z.boolean()),
  cventEvent: z.optional(text),
  cookieBannerConfig: z._default(cookieBannerConfig, { type: 'NONE', text: [] }),
  personalizedTrackingEnabled: z.optional(z.boolean()),
  cookieProviders: z._default(cookieProviders, []),
  style: z._default(style, {}),
  userProfileAttributes: z._default(z.array(userProfileAttribute), []),
  globalNavigationEnabled: z.optional(z.boolean()),
  loginPageLogo: z.optional(localizedAssets),
  loginPageBackground: z.optional(localizedAssets),
});
export type Architecture = z.infer<typeof architecture>;

export const venue = z.strictObject({
  /** In an exported file: the version it was exported from. The server does not store or return it. */
  baseVersion: z.optional(z.number().check(z.int(), z.gte(0))),
  architectures: z
    .array(architecture)
    .check(z.refine((list) => list.length === 1, 'a venue has exactly one architecture')),
  assets: z._default(z.array(asset), []),
  publishInfo: z._default(z.strictObject({ publishedVersion: z.number() }), {
    publishedVersion: noPublishedVersion,
  }),
});
export type Venue = z.infer<typeof venue>;
/** A venue file: fields with a default may be omitted. */
export type VenueInput = z.input<typeof venue>;
export type AreaInput = VenueInput['architectures'][number]['areas'][number];
export type WidgetInput = NonNullable<AreaInput['contentWidgets']>[number];
