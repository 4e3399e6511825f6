import { expect, test } from 'vitest';
import { endsSoon, meetingPhaseAt } from './meetingPhase.ts';

const at = (time: string): number => Date.parse(`2026-11-20T${time}Z`);
const window = { begin: '2026-11-20T15:30:00+01:00', end: '2026-11-20T16:00:00Z' };

test('WIDGET-15a a meeting waits for its begin, is open until before its end, and then is over', () => {
  expect(meetingPhaseAt(window, at('14:29:59'))).toEqual({
    kind: 'before',
    at: at('14:30:00'),
    inMs: 1_000,
  });
  expect(meetingPhaseAt(window, at('14:30:00'))).toEqual({
    kind: 'open',
    endsAt: at('16:00:00'),
    leftMs: 90 * 60_000,
  });
  expect(meetingPhaseAt(window, at('15:59:59')).kind).toBe('open');
  expect(meetingPhaseAt(window, at('16:00:00'))).toEqual({ kind: 'over', endedAt: at('16:00:00') });
});

test('WIDGET-15b a meeting without a begin or an end is open on that side', () => {
  expect(meetingPhaseAt({}, at('14:00:00'))).toEqual({ kind: 'open', endsAt: undefined, leftMs: undefined });
  expect(meetingPhaseAt({ begin: window.begin }, at('23:00:00')).kind).toBe('open');
  expect(meetingPhaseAt({ end: window.end }, at('00:00:00')).kind).toBe('open');
});

test('WIDGET-17a a meeting whose end is not after its begin never opens', () => {
  const reversed = { begin: window.end, end: window.begin };
  for (const time of ['14:00:00', '15:00:00', '17:00:00'])
    expect(meetingPhaseAt(reversed, at(time))).toEqual({ kind: 'over', endedAt: undefined });
  expect(meetingPhaseAt({ begin: window.begin, end: window.begin }, at('14:30:00')).kind).toBe('over');
});

test('WIDGET-17b the last moment that dates have is a begin and an end like any other', () => {
  const last = '+275760-09-13T00:00:00Z';
  expect(meetingPhaseAt({ begin: last }, at('14:00:00'))).toMatchObject({ kind: 'before', at: 8.64e15 });
  expect(meetingPhaseAt({ end: last }, at('14:00:00'))).toMatchObject({ kind: 'open', endsAt: 8.64e15 });
});

test('WIDGET-17c the end is announced in the last five minutes', () => {
  expect(endsSoon(meetingPhaseAt(window, at('15:54:59')))).toBe(false);
  expect(endsSoon(meetingPhaseAt(window, at('15:55:00')))).toBe(true);
  expect(endsSoon(meetingPhaseAt(window, at('16:00:00')))).toBe(false);
  expect(endsSoon(meetingPhaseAt({}, at('15:55:00')))).toBe(false);
});
