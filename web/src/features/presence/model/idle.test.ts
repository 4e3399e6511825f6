import { idleAfterMs } from '@foyer/contract/limits';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useAudioSessions } from '../../../platform/playback/audioSessions.ts';
import { frameCheckMs, watchIdle } from './idle.ts';

const page = Object.assign(new EventTarget(), {
  visibilityState: 'visible',
  activeElement: { localName: 'body' },
  hasFocus: () => isFocused,
});
let isFocused = true;
const changes: boolean[] = [];
let ended: AbortController;

beforeEach(() => {
  vi.useFakeTimers();
  const target = new EventTarget();
  vi.stubGlobal('document', page);
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target));
  vi.stubGlobal('dispatchEvent', target.dispatchEvent.bind(target));
  page.visibilityState = 'visible';
  page.activeElement.localName = 'body';
  isFocused = true;
  changes.length = 0;
  ended = new AbortController();
  watchIdle((idle) => changes.push(idle), ended.signal);
});
afterEach(() => {
  ended.abort();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const input = (type: string) => dispatchEvent(new Event(type));

test('PRESENCE-05e a tab becomes idle after five minutes without input, not earlier', () => {
  vi.advanceTimersByTime(idleAfterMs - 1);
  expect(changes).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(changes).toEqual([true]);
  vi.advanceTimersByTime(10 * idleAfterMs);
  expect(changes).toEqual([true]);
});

test.each(['pointerdown', 'pointermove', 'keydown', 'touchstart', 'wheel'])(
  'PRESENCE-05f %s keeps a tab from becoming idle and ends idleness',
  (type) => {
    vi.advanceTimersByTime(idleAfterMs - 1);
    input(type);
    vi.advanceTimersByTime(idleAfterMs - 1);
    expect(changes).toEqual([]);
    vi.advanceTimersByTime(1);
    input(type);
    expect(changes).toEqual([true, false]);
    vi.advanceTimersByTime(idleAfterMs);
    expect(changes).toEqual([true, false, true]);
  },
);

test.each([3_600_000, -3_600_000])(
  'PRESENCE-05n a computer clock that is set by %i ms changes nothing',
  (ms) => {
    vi.advanceTimersByTime(idleAfterMs - 1);
    input('keydown');
    vi.setSystemTime(Date.now() + ms);
    vi.advanceTimersByTime(idleAfterMs - 1);
    expect(changes).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(changes).toEqual([true]);
  },
);

test('PRESENCE-05c showing the tab ends idleness, hiding it does not', () => {
  vi.advanceTimersByTime(idleAfterMs);
  page.visibilityState = 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
  expect(changes).toEqual([true]);
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  expect(changes).toEqual([true, false]);
});

test('PRESENCE-05ab while a frame has the focus, whose input the page cannot see, the tab is not idle', () => {
  page.activeElement.localName = 'iframe';
  vi.advanceTimersByTime(10 * idleAfterMs);
  expect(changes).toEqual([]);
  // In another window.
  isFocused = false;
  vi.advanceTimersByTime(idleAfterMs - frameCheckMs);
  expect(changes).toEqual([]);
  vi.advanceTimersByTime(frameCheckMs);
  expect(changes).toEqual([true]);
  isFocused = true;
  vi.advanceTimersByTime(frameCheckMs);
  expect(changes).toEqual([true, false]);
});

test('PRESENCE-05ac during a meeting, in which people also listen for a long time, the tab is not idle', () => {
  useAudioSessions.setState({ active: [{ kind: 'meeting', leave: () => undefined }] });
  isFocused = false;
  vi.advanceTimersByTime(10 * idleAfterMs);
  expect(changes).toEqual([]);
  useAudioSessions.setState({ active: [] });
  vi.advanceTimersByTime(idleAfterMs);
  expect(changes).toEqual([true]);
});

test('nothing is reported after it has been stopped', () => {
  ended.abort();
  vi.advanceTimersByTime(idleAfterMs);
  input('keydown');
  expect(changes).toEqual([]);
});
