import type { AttendeePresence, PresenceChoice } from '@foyer/contract';
import { create } from 'zustand';

export interface PresenceState {
  /** True once the list of attendees has arrived; never where there is no presence, or nobody is logged in. */
  readonly ready: boolean;
  /** Whom `attendees` holds: those of the area one is in, or everybody while a list of them is open. */
  readonly scope: 'area' | 'everyone';
  readonly attendees: ReadonlyMap<string, AttendeePresence>;
  /** At the event, and in each area where there is somebody. */
  readonly counts: { readonly total: number; readonly areas: ReadonlyMap<string, number> };
  /** How one appears oneself; null until it is known. */
  readonly own: (PresenceChoice & { readonly idle: boolean }) | null;
}

export const initialPresence: PresenceState = {
  ready: false,
  scope: 'area',
  attendees: new Map(),
  counts: { total: 0, areas: new Map() },
  own: null,
};

export const usePresence = create<PresenceState>(() => initialPresence);
