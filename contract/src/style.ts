/** The colors and the logo of a venue. */
import * as z from 'zod/mini';
import { colour, id } from './values.ts';

export const style = z.strictObject({
  textColor: z.optional(colour),
  primaryColor: z.optional(colour),
  secondaryColor: z.optional(colour),
  backgroundColor: z.optional(colour),
  logoAssetId: z.optional(id),
});
export type Style = z.infer<typeof style>;
