import type { AttendeePresence, ChosenPresence } from '@foyer/contract';
import { createStore, type StoreApi } from 'zustand';

export interface PresenceState {
  /** True once the list of attendees has arrived; false without presence or without a logged-in user. */
  readonly ready: boolean;
  /** What `attendees` contains: the attendees of the current area, or everyone while a list of them is open. */
  readonly scope: 'area' | 'everyone';
  readonly attendees: ReadonlyMap<string, AttendeePresence>;
  /** The users whom a component follows: their record, or null if they are not online. Others are missing. */
  readonly followed: ReadonlyMap<string, AttendeePresence | null>;
  /** Number of attendees at the event, and in each area that is not empty. */
  readonly counts: { readonly total: number; readonly areas: ReadonlyMap<string, number> };
  /** The user's own status; null until it is known. */
  readonly own: (ChosenPresence & { readonly idle: boolean }) | null;
}

export const initialPresence: PresenceState = {
  ready: false,
  scope: 'area',
  attendees: new Map(),
  followed: new Map(),
  counts: { total: 0, areas: new Map() },
  own: null,
};

/** The presence of a visit: apart from `createPresence`, because the first page shows it before the connection is downloaded. */
export const createPresenceState = (): StoreApi<PresenceState> =>
  createStore<PresenceState>(() => initialPresence);
