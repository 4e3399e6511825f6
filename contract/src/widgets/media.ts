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
});
