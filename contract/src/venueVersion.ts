/** The staged and the live version of the venue. Every page requests it first (VERSION). */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const operatingModes = ['STAGE', 'LIVE'] as const;
export type OperatingMode = (typeof operatingModes)[number];

/** The staged version and the published version. `publishedVersion` is -1 if no version is published. */
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
  summary: 'Returns the staged and the published version',
  response: venueVersion,
  example: {
    response: { mode: 'LIVE', version: 3, publishedVersion: 3, publishedArchitectureId: 'nightfall' },
  },
});
