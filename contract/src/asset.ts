import * as z from 'zod/mini';
import { localizedTexts } from './localized.ts';
import { id, text } from './values.ts';
import type { OperatingMode } from './venueVersion.ts';

/**
 * A picture, video or file of the venue. The server sets `uri` (`/backend-assets/{live|preview}/…`). `generation`
 * counts the uploads with this id; a published version keeps the generations it was published with.
 */
export const asset = z.strictObject({
  id,
  uri: z.optional(text),
  generation: z.optional(z.number().check(z.int(), z.gte(0))),
  displayName: z.optional(text),
  alts: z._default(localizedTexts, []),
  /** Set by the server from the bytes: `image/webp`, `video/mp4` and so on. */
  mediaType: z.optional(text),
  /** Set by the server: the size of the file. */
  bytes: z.optional(z.number()),
  /** Set by the server for pictures: pixels. */
  width: z.optional(z.number()),
  height: z.optional(z.number()),
  /** Set by the server for pictures: `#rrggbb`, the placeholder until the picture is loaded. */
  averageColour: z.optional(text),
});
export type Asset = z.infer<typeof asset>;

/** What the paths of asset URLs begin with; then follows `{architectureId}/{assetId}/{generation}`. */
export const assetUrlPrefixes: Readonly<Record<OperatingMode, string>> = {
  LIVE: '/backend-assets/live/',
  STAGE: '/backend-assets/preview/',
};

/** The response to an upload. */
export const storedAsset = z.strictObject({
  id,
  generation: z.number(),
  mediaType: z.string(),
  bytes: z.number(),
  sha256: z.string(),
  width: z.optional(z.number()),
  height: z.optional(z.number()),
});
export type StoredAsset = z.infer<typeof storedAsset>;
