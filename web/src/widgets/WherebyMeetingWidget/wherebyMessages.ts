/** What a Whereby room tells about a meeting. Source: the messages of Whereby's web component, `{ type, payload }`. */
import type { MeetingMessage } from '../meetingRoom/meetingState.ts';

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
    case 'ready':
      return { kind: 'ready' };
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
