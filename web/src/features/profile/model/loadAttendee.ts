/** Loads the profile of an attendee; downloaded with the first one. */
import { getProfile, type ProfileData } from '@foyer/contract';
import { ApiError, call } from '../../../platform/api/client.ts';
import { loadLazyTexts, translate } from '../../../platform/i18n/i18n.ts';
import { createSnackbars } from '../../../platform/snackbars.ts';
import { useVenue } from '../../../platform/state/venue.ts';
import type { Visit } from '../../../platform/visit/visit.ts';

/** @throws ApiError if the request fails */
export async function loadAttendee(userId: string, signal: AbortSignal): Promise<ProfileData> {
  const architectureId = useVenue.getState().architecture?.id ?? '';
  const { data } = await call(getProfile, {
    params: { architectureId, userId },
    signal,
    report: 'console',
    retry: false,
  });
  return data;
}

export async function reportFailure(visit: Visit, error: unknown): Promise<void> {
  const isGone = error instanceof ApiError && error.status === 404;
  await loadLazyTexts('profile');
  visit
    .get(createSnackbars)
    .show(translate('profile')(isGone ? 'unavailable' : 'notLoaded'), { tone: 'warning' });
}
