import { create } from 'zustand';

export interface CallStatus {
  /** Whether there is a call to join, in a room with notifications; shown while the chat panel is closed. */
  readonly hasCall: boolean;
  /** Whether this tab is in a call or is joining one. */
  readonly isInCall: boolean;
}

/** What the rest of the app needs to know about calls, downloaded without them. */
export const useCallStatus = create<CallStatus>(() => ({ hasCall: false, isInCall: false }));
