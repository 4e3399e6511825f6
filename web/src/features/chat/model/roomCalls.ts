/** The calls in the chat rooms, as the call feature reports them: the chat marks their rooms and its button. */
import type { Call } from '@foyer/contract';
import { createStore, type StoreApi } from 'zustand';

export interface RoomCalls {
  readonly byRoom: ReadonlyMap<string, Call>;
  /** Whether there is a call that the user has not joined, in a room with notifications. */
  readonly hasOpen: boolean;
}

/** A part of the visit, apart from the calls themselves, because the chat is downloaded without them. */
export const createRoomCalls = (): StoreApi<RoomCalls> =>
  createStore<RoomCalls>(() => ({ byRoom: new Map(), hasOpen: false }));
