/** Opens the profile panel (PROFILE-01). Its state says which profile is open: none, the own, an attendee's. */
import { track } from '../analytics/track.ts';
import { useUser } from '../state/user.ts';
import { noAttendee, useProfilePanel } from './profilePanelState.ts';

/** Opens the panel with the user's own profile. */
export function openOwnProfile(): void {
  track('profile', 'open');
  useProfilePanel.setState(noAttendee);
  useUser.setState({ profileState: 'OWN' });
}

/** Opens the panel with an attendee's profile. If it cannot be loaded, the panel closes with a message. */
export function openAttendeeProfile(userId: string): void {
  if (userId === useUser.getState().user?.userId) {
    openOwnProfile();
    return;
  }
  track('profile', 'open');
  useProfilePanel.setState({ attendeeId: userId, attendee: null });
  useUser.setState({ profileState: 'LOADING_ATTENDEE' });
  void import('./loadAttendee.ts').then(({ loadAttendee }) => loadAttendee(userId));
}
