/** Which profile is open: none, one's own, an attendee's that is loading, an attendee's (PROFILE-01). */
import { useUser } from '../state/user.ts';
import { noAttendee, useProfilePanel } from './profilePanelState.ts';

/** Opens the panel with one's own profile. */
export function openOwnProfile(): void {
  useProfilePanel.setState(noAttendee);
  useUser.setState({ profileState: 'OWN' });
}

/** Opens the panel with somebody's profile, once it is loaded; a load that fails closes it and says so. */
export function openAttendeeProfile(userId: string): void {
  if (userId === useUser.getState().user?.userId) {
    openOwnProfile();
    return;
  }
  useProfilePanel.setState({ attendeeId: userId, attendee: null });
  useUser.setState({ profileState: 'LOADING_ATTENDEE' });
  void import('./loadAttendee.ts').then(({ loadAttendee }) => loadAttendee(userId));
}
