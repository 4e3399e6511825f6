/** The call that reads the open venue, and with it all that a venue may hold (CALL). */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id } from './values.ts';
import { venue } from './venue.ts';

export const getVenue = endpoint({
  name: 'getVenue',
  method: 'GET',
  path: '/ui/venue',
  summary: 'The venue: one architecture and its assets',
  query: z.strictObject({ architectureId: id }),
  answer: venue,
  errors: ['unauthorized', 'forbidden', 'notFound'],
  example: { query: { architectureId: 'nightfall' } },
});
