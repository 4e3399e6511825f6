import { create } from 'zustand';

export interface CallStatus {
  /** Whether there is a call to join, in a room with notifications; shown while the chat panel is closed. */
  readonly hasCall: boolean;
  /** Whether this tab is in a call or is joining one. */
  readonly isInCall: boolean;
  /** Leaves the meeting of another provider that this tab is in; null if it is in none. */
  readonly leaveMeeting: (() => void) | null;
}

/** What the rest of the app needs to know about calls, downloaded without them. */
export const useCallStatus = create<CallStatus>(() => ({
  hasCall: false,
  isInCall: false,
  leaveMeeting: null,
}));

export const isInMeeting = ({ leaveMeeting }: CallStatus): boolean => leaveMeeting !== null;

/** Whether the user talks with others in this tab: nothing else makes sounds then, and the page is not reloaded. */
export const isTalking = (status: CallStatus): boolean => status.isInCall || isInMeeting(status);
