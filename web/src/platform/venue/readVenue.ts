/** Requests the venue. In a module of its own because its large schema is downloaded with the first area. */
import { getVenue, type Venue } from '@foyer/contract';
import { call } from '../api/client.ts';

/** @throws ApiError */
export const readVenue = (architectureId: string): Promise<Venue> =>
  call(getVenue, { query: { architectureId }, report: 'console', waitPlace: 'page' });
