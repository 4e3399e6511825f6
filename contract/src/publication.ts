/** Who has the venue open is told when another version of it is there (VERSION-07). */
import * as z from 'zod/mini';
import { event } from './realtime.ts';
import { venueVersion } from './venueVersion.ts';

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
