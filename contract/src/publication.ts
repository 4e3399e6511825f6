/** Notifies open pages of a new version of the venue (VERSION-07). */
import * as z from 'zod/mini';
import { event } from './realtime.ts';
import { venueVersion } from './venueVersion.ts';

/** The maximum of the random delay before a client fetches a new version, which spreads the requests of all clients. */
export const maxPublicationDelayMs = (connected: number): number =>
  Math.min(10_000, Math.round((connected / 500) * 1_000));

export const venueVersionChanged = event({
  name: 'venue.versionChanged',
  kind: 'durable',
  summary:
    'The staged or published version changed. Clients fetch the venue after a random delay of at most `maxDelayMs`',
  data: z.strictObject({ ...venueVersion.shape, maxDelayMs: z.number() }),
  example: {
    mode: 'LIVE',
    version: 4,
    publishedVersion: 4,
    publishedArchitectureId: 'nightfall',
    maxDelayMs: 200,
  },
});
