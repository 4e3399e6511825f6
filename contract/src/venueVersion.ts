/** Which version of the venue is staged and which is live: what every page asks first (VERSION). */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const operatingModes = ['STAGE', 'LIVE'] as const;
export type OperatingMode = (typeof operatingModes)[number];

/** Which version is where. In LIVE mode `publishedVersion` -1 means: not published. */
export const venueVersion = z.strictObject({
  mode: z.enum(operatingModes),
  version: z.number(),
  publishedVersion: z.number(),
  publishedArchitectureId: z.nullable(z.string()),
});
export type VenueVersion = z.infer<typeof venueVersion>;

export const getVenueVersion = endpoint({
  name: 'getVenueVersion',
  method: 'GET',
  path: '/venue/version',
  summary: 'Which version is staged and which is live',
  answer: venueVersion,
  example: {
    answer: { mode: 'LIVE', version: 3, publishedVersion: 3, publishedArchitectureId: 'nightfall' },
  },
});
