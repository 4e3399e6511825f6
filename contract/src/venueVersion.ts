/** Which version of the venue is staged and which is live: what every page asks first (VERSION). */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { event } from './realtime.ts';

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

/** A client that is told of another version fetches the venue after a wait of 0 to this, so that not all come at once. */
export const publicationSpreadMs = (connected: number): number =>
  Math.min(10_000, Math.round((connected / 500) * 1_000));

export const venuePublished = event({
  name: 'venue.version',
  kind: 'durable',
  summary: 'Which version is where has changed (VERSION-07)',
  data: z.strictObject({ ...venueVersion.shape, spreadMs: z.number() }),
  example: {
    mode: 'LIVE',
    version: 4,
    publishedVersion: 4,
    publishedArchitectureId: 'nightfall',
    spreadMs: 200,
  },
});
