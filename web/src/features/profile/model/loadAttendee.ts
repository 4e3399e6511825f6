/** Loads the profile of an attendee; downloaded with the first one. */
import { getProfile, type ProfileData } from '@foyer/contract';
import { call } from '../../../platform/api/client.ts';
import { currentVenue } from '../../../platform/state/venue.ts';

/** @throws ApiError if the request fails */
export async function loadAttendee(userId: string, signal: AbortSignal): Promise<ProfileData> {
  const architectureId = currentVenue().architecture?.id ?? '';
  const { data } = await call(getProfile, {
    params: { architectureId, userId },
    signal,
    report: 'console',
    retry: false,
  });
  return data;
}
