/** Whether the list of people is open. A profile that is opened from it lies over it, and leads back to it. */
import { create } from 'zustand';
import { closeProfile } from '../state/user.ts';

export const usePresencePanel = create<{ readonly isOpen: boolean }>(() => ({ isOpen: false }));

export const openPresence = (): void => usePresencePanel.setState({ isOpen: true });
export const closePresence = (): void => usePresencePanel.setState({ isOpen: false });

/** Closes a profile with the list that it lies over. */
export function closePresenceAndProfile(): void {
  closePresence();
  closeProfile();
}
