/** The endpoint that returns the venue (CALL). A separate module because it imports the schemas of all entities. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id } from './values.ts';
import { venue } from './venue.ts';

export const getVenue = endpoint({
  name: 'getVenue',
  method: 'GET',
  path: '/ui/venue',
  summary: 'Returns the venue: one architecture and its assets',
  query: z.strictObject({ architectureId: id }),
  response: venue,
  errors: ['unauthorized', 'forbidden', 'notFound'],
  example: { query: { architectureId: 'nightfall' } },
});
