/** The attendee of the profile panel; `profileState` of the user state says whether it is open. */
import type { ProfileData } from '@foyer/contract';
import { create } from 'zustand';
import { track } from '../analytics/track.ts';
import { followStore } from '../sidePanels.ts';
import { useUser } from '../state/user.ts';

export interface ProfilePanelState {
  /** The attendee whose profile is loading or shown. */
  readonly attendeeId: string | null;
  readonly attendee: ProfileData | null;
}

export const noAttendee: ProfilePanelState = { attendeeId: null, attendee: null };

export const useProfilePanel = create<ProfilePanelState>(() => noAttendee);

export const closeProfile = (): void => useUser.setState({ profileState: 'NONE' });

followStore(
  { id: 'profile', kind: 'details', close: closeProfile },
  useUser,
  ({ profileState }) => profileState !== 'NONE',
);

// However the panel is closed (also by the end of the session), the attendee is cleared.
useUser.subscribe(({ profileState }, before) => {
  if (profileState !== 'NONE' || before.profileState === 'NONE') return;
  useProfilePanel.setState(noAttendee);
  track('profile', 'close');
});
