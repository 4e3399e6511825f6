/** A file or an outside address in a media library or on a media board. */
import * as z from 'zod/mini';
import { localizedAssets, localizedTexts, localizedUris } from '../localized.ts';
import { id } from '../values.ts';

export const media = z.strictObject({
  id,
  names: localizedTexts,
  descriptions: z.optional(localizedTexts),
  assets: z.optional(localizedAssets),
  uris: z.optional(localizedUris),
  /** The captions of a film: a WebVTT file for each language. */
  captions: z.optional(localizedAssets),
  /** A picture that stands for it. Without one, a PDF is shown by its first page, and a film by a still. */
  posterAssetId: z.optional(id),
});
