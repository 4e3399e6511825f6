/** Positions in a picture (ENTITY-03). */
import * as z from 'zod/mini';

const fraction = z.number().check(z.gte(0), z.lte(1));

/** In a flat picture: 0..1 of its width and height, from the top left. */
export const position2d = z.strictObject({ kind: z.literal('2D'), x: fraction, y: fraction });
/** In a panorama: degrees; yaw 0 is the picture's middle, positive to the right; pitch positive up. */
export const position360 = z.strictObject({
  kind: z.literal('360'),
  yaw: z.number().check(z.gte(-360), z.lte(360)),
  pitch: z.number().check(z.gte(-90), z.lte(90)),
});
export const position = z.discriminatedUnion('kind', [position2d, position360]);
export type Position = z.infer<typeof position>;
export type Position2d = z.infer<typeof position2d>;
export type Position360 = z.infer<typeof position360>;

/** The size of a hotspot: fractions of a flat picture's width and height, or degrees in a panorama. */
export const size = z.strictObject({
  width: z.number().check(z.gt(0), z.lte(360)),
  height: z.number().check(z.gt(0), z.lte(180)),
});
export type Size = z.infer<typeof size>;
