/** Loads the profile of an attendee for the open panel. */
import { getProfile } from '@foyer/contract';
import { ApiError, call } from '../api/client.ts';
import { loadLazyTexts, translate } from '../i18n/i18n.ts';
import { showSnackbar } from '../showSnackbar.ts';
import { useUser } from '../state/user.ts';
import { useVenue } from '../state/venue.ts';
import { closeProfile, useProfilePanel } from './profilePanelState.ts';

/** Whether the panel still waits for this profile: it may have been closed or reopened for another one. */
const isAwaited = (userId: string): boolean =>
  useUser.getState().profileState === 'LOADING_ATTENDEE' && useProfilePanel.getState().attendeeId === userId;

export async function loadAttendee(userId: string): Promise<void> {
  const architectureId = useVenue.getState().architecture?.id ?? '';
  try {
    const { data } = await call(getProfile, {
      params: { architectureId, userId },
      report: 'console',
      retry: false,
    });
    if (!isAwaited(userId)) return;
    useProfilePanel.setState({ attendee: data });
    useUser.setState({ profileState: 'ATTENDEE' });
  } catch (error) {
    if (!isAwaited(userId)) return;
    closeProfile();
    const gone = error instanceof ApiError && error.status === 404;
    await loadLazyTexts('profile');
    showSnackbar(translate('profile')(gone ? 'unavailable' : 'notLoaded'), { tone: 'warning' });
  }
}
