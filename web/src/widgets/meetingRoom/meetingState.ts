/** The state of a meeting in a frame, by what its provider tells about it. */

export interface MeetingState {
  /** `entering`: the room is loaded, but not joined yet. `removed`: a host has removed the user. */
  readonly phase: 'entering' | 'joined' | 'left' | 'removed' | 'ended';
  readonly isUnstable: boolean;
  /** The browser denies the room the camera or the microphone. */
  readonly isDenied: boolean;
  /** The room has not sent a message for some time: the frame may have an error page of the browser. */
  readonly isUnresponsive: boolean;
}

export const entering: MeetingState = {
  phase: 'entering',
  isUnstable: false,
  isDenied: false,
  isUnresponsive: false,
};

export type MeetingMessage =
  | { readonly kind: 'ready' | 'joined' | 'ended' }
  | { readonly kind: 'left'; readonly isRemoved: boolean }
  | { readonly kind: 'connection'; readonly isUnstable: boolean }
  | { readonly kind: 'devices'; readonly isDenied: boolean };

const isOver = ({ phase }: MeetingState): boolean => phase !== 'entering' && phase !== 'joined';

/**
 * A room that has been left is not shown any more, so that nothing changes afterwards.
 * @param message `loading` with a frame, also with another one before the user has joined;
 *   `noResponse`: the room has not sent a message within 10 s
 */
export function reduceMeeting(
  before: MeetingState,
  message: MeetingMessage | { readonly kind: 'loading' | 'noResponse' },
): MeetingState {
  if (isOver(before)) return before;
  const state = { ...before, isUnresponsive: message.kind === 'noResponse' };
  switch (message.kind) {
    case 'loading':
      // A frame that is hidden for a moment and shown again is the same one.
      return before.phase === 'joined' ? before : entering;
    case 'noResponse':
    case 'ready':
      return state;
    case 'joined':
    case 'ended':
      return { ...state, phase: message.kind };
    case 'left':
      return { ...state, phase: message.isRemoved ? 'removed' : 'left' };
    case 'connection':
      return { ...state, isUnstable: message.isUnstable };
    default:
      return { ...state, isDenied: message.isDenied };
  }
}
