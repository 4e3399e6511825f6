/** Notifies open pages of a new version of the venue (VERSION-07). */
import * as z from 'zod/mini';
import { event } from './realtime.ts';
import { venueVersion } from './venueVersion.ts';

/** The maximum of the random delay before a client fetches a new version, which spreads the requests of all clients. */
export const publicationSpreadMs = (connected: number): number =>
  Math.min(10_000, Math.round((connected / 500) * 1_000));

export const venuePublished = event({
  name: 'venue.version',
  kind: 'durable',
  summary:
    'The staged or published version changed. Clients fetch the venue after a random delay of at most `spreadMs`',
  data: z.strictObject({ ...venueVersion.shape, spreadMs: z.number() }),
  example: {
    mode: 'LIVE',
    version: 4,
    publishedVersion: 4,
    publishedArchitectureId: 'nightfall',
    spreadMs: 200,
  },
});
