/** What the profile panel shows beside the state that the specification names. */
import type { ProfileData } from '@foyer/contract';
import { create } from 'zustand';
import { useUser } from '../state/user.ts';

/** The part of an open profile that the state's name does not say. */
export interface ProfilePanelState {
  /** Of whom, while an attendee's profile is loading or shown. */
  readonly attendeeId: string | null;
  readonly attendee: ProfileData | null;
}

export const noAttendee: ProfilePanelState = { attendeeId: null, attendee: null };

export const useProfilePanel = create<ProfilePanelState>(() => noAttendee);

// Whoever closes it, and be it a session that ends: a closed panel is about nobody.
useUser.subscribe(({ profileState }, before) => {
  if (profileState === 'NONE' && before.profileState !== 'NONE') useProfilePanel.setState(noAttendee);
});
