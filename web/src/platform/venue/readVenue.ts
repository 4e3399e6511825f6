/** Asks for the venue. What a venue may hold is much to know, and comes with the area that shows it. */
import { getVenue, type Venue } from '@foyer/contract';
import { call } from '../api/client.ts';

/** @throws ApiError */
export const readVenue = (architectureId: string): Promise<Venue> =>
  call(getVenue, { query: { architectureId }, report: 'console', waitPlace: 'page' });
