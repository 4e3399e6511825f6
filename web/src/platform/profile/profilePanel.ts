/** Which profile is open: none, one's own, an attendee's that is loading, an attendee's (PROFILE-01). */
import type { ProfileData } from '@foyer/contract';
import { create } from 'zustand';
import { useUser } from '../state/user.ts';

/** The part of an open profile that the state's name does not say. */
export interface ProfilePanelState {
  /** Of whom, while an attendee's profile is loading or shown. */
  readonly attendeeId: string | null;
  readonly attendee: ProfileData | null;
}

const nobody: ProfilePanelState = { attendeeId: null, attendee: null };

export const useProfilePanel = create<ProfilePanelState>(() => nobody);

/** Opens the panel with one's own profile. */
export function openOwnProfile(): void {
  useProfilePanel.setState(nobody);
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

export function closeProfile(): void {
  useProfilePanel.setState(nobody);
  useUser.setState({ profileState: 'NONE' });
}
