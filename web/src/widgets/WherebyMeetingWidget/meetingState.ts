/** What a Whereby room tells about a meeting. Source: the messages of Whereby's web component, `{ type, payload }`. */

export interface MeetingState {
  /** `entering`: the room is loaded, but not joined yet. `removed`: a host has removed the user. */
  readonly phase: 'entering' | 'joined' | 'left' | 'removed' | 'ended';
  readonly isUnstable: boolean;
  /** The browser denies the room the camera or the microphone. */
  readonly isDenied: boolean;
}

export const entering: MeetingState = { phase: 'entering', isUnstable: false, isDenied: false };

export type MeetingMessage =
  | { readonly kind: 'joined' | 'ended' }
  | { readonly kind: 'left'; readonly isRemoved: boolean }
  | { readonly kind: 'connection'; readonly isUnstable: boolean }
  | { readonly kind: 'devices'; readonly isDenied: boolean };

const isOver = ({ phase }: MeetingState): boolean => phase !== 'entering' && phase !== 'joined';

/** A room that has been left is not shown any more, so that nothing changes afterwards. */
export function reduceMeeting(state: MeetingState, message: MeetingMessage): MeetingState {
  if (isOver(state)) return state;
  switch (message.kind) {
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

interface Room {
  readonly url: string;
  /** Null while the frame is not in the document. */
  readonly window: MessageEventSource | null;
}

/** The message of an event; undefined if it is not from this room, or one that does not matter here. */
export function readMeetingMessage(
  { origin, source, data }: Pick<MessageEvent<unknown>, 'origin' | 'source' | 'data'>,
  room: Room,
): MeetingMessage | undefined {
  if (room.window === null || source !== room.window || origin !== new URL(room.url).origin) return undefined;
  const { type, payload } = fieldsOf(data);
  const { removed, status } = fieldsOf(payload);
  switch (type) {
    case 'join':
      return { kind: 'joined' };
    case 'leave':
      return { kind: 'left', isRemoved: removed === true };
    case 'meeting_end':
      return { kind: 'ended' };
    case 'connection_status_change':
      return { kind: 'connection', isUnstable: status === 'unstable' };
    case 'deny_device_permission':
      return { kind: 'devices', isDenied: true };
    case 'grant_device_permission':
      return { kind: 'devices', isDenied: false };
    default:
      return undefined;
  }
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};
