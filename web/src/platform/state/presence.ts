import type { AttendeePresence } from '@foyer/contract';
import { create } from 'zustand';

export interface PresenceState {
  /** True once the list of attendees has arrived. */
  readonly ready: boolean;
  readonly attendees: ReadonlyMap<string, AttendeePresence>;
}

export const usePresence = create<PresenceState>(() => ({ ready: false, attendees: new Map() }));
