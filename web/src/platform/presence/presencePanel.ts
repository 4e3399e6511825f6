/** Whether the list of attendees is open. A profile opened from it is shown above it and returns to it when closed. */
import { create } from 'zustand';
import { closeProfile } from '../state/user.ts';

export const usePresencePanel = create<{ readonly isOpen: boolean }>(() => ({ isOpen: false }));

export const openPresence = (): void => usePresencePanel.setState({ isOpen: true });
export const closePresence = (): void => usePresencePanel.setState({ isOpen: false });

/** Closes the list together with a profile above it. */
export function closePresenceAndProfile(): void {
  closePresence();
  closeProfile();
}
