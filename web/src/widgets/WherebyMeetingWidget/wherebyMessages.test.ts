import { expect, test } from 'vitest';
import { entering, reduceMeeting, type MeetingMessage } from '../meetingRoom/meetingState.ts';
import { readMeetingMessage } from './wherebyMessages.ts';

const url = 'https://example.whereby.com/room?roomKey=a';
const origin = 'https://example.whereby.com';
/** Stands for a window; only its identity counts. */
const makeWindow = () => ({}) as MessageEventSource;
const frame = makeWindow();
const read = (data: unknown, event: object = {}) =>
  readMeetingMessage({ origin, source: frame, data, ...event }, { url, window: frame });
const after = (...messages: MeetingMessage[]) => messages.reduce(reduceMeeting, entering);

test.each([
  [{ type: 'ready' }, { kind: 'ready' }],
  [{ type: 'join' }, { kind: 'joined' }],
  [
    { type: 'leave', payload: { removed: false } },
    { kind: 'left', isRemoved: false },
  ],
  [
    { type: 'leave', payload: { removed: true } },
    { kind: 'left', isRemoved: true },
  ],
  [{ type: 'meeting_end' }, { kind: 'ended' }],
  [
    { type: 'connection_status_change', payload: { status: 'unstable' } },
    { kind: 'connection', isUnstable: true },
  ],
  [
    { type: 'connection_status_change', payload: { status: 'stable' } },
    { kind: 'connection', isUnstable: false },
  ],
  [
    { type: 'deny_device_permission', payload: { denied: true } },
    { kind: 'devices', isDenied: true },
  ],
  [
    { type: 'grant_device_permission', payload: { granted: true } },
    { kind: 'devices', isDenied: false },
  ],
])('MEET-01b %j of the room is read', (data, message) => {
  expect(read(data)).toEqual(message);
});

test.each([
  ['another window', { source: makeWindow() }],
  ['no window', { source: null }],
  ['another origin', { origin: 'https://evil.whereby.com' }],
  ['a look-alike origin', { origin: 'https://example.whereby.com.evil.example' }],
  ['a sandboxed frame', { origin: 'null' }],
])('MEET-01c a message of %s does nothing', (_, event) => {
  expect(read({ type: 'leave' }, event)).toBeUndefined();
});

test('MEET-01d without a frame no message counts', () => {
  const event = { origin, source: null, data: { type: 'leave' } };
  expect(readMeetingMessage(event, { url, window: null })).toBeUndefined();
});

test.each([null, undefined, 7, 'leave', ['leave'], {}, { type: 'knock' }, { type: { leave: 1 } }])(
  'MEET-01e the message %j does nothing',
  (data) => {
    expect(read(data)).toBeUndefined();
  },
);

test('MEET-01f a meeting is joined and left; a bad connection and denied devices are known until they change', () => {
  expect(after({ kind: 'joined' })).toEqual({ ...entering, phase: 'joined' });
  expect(after({ kind: 'joined' }, { kind: 'left', isRemoved: false }).phase).toBe('left');
  expect(after({ kind: 'joined' }, { kind: 'left', isRemoved: true }).phase).toBe('removed');
  expect(after({ kind: 'connection', isUnstable: true }).isUnstable).toBe(true);
  expect(
    after({ kind: 'connection', isUnstable: true }, { kind: 'connection', isUnstable: false }).isUnstable,
  ).toBe(false);
  expect(after({ kind: 'devices', isDenied: true }, { kind: 'joined' })).toEqual({
    ...entering,
    phase: 'joined',
    isDenied: true,
  });
});

test('MEET-01g a meeting that has ended stays ended, whatever the room still sends', () => {
  const over = after({ kind: 'joined' }, { kind: 'ended' });
  expect(over.phase).toBe('ended');
  expect(reduceMeeting(over, { kind: 'left', isRemoved: false })).toBe(over);
  expect(reduceMeeting(over, { kind: 'joined' })).toBe(over);
});
