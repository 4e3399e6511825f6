import { idleAfterMs } from '@foyer/contract/limits';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchIdle } from './idle.ts';

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
const said: boolean[] = [];
let end: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  const input = new EventTarget();
  vi.stubGlobal('document', page);
  vi.stubGlobal('addEventListener', input.addEventListener.bind(input));
  vi.stubGlobal('dispatchEvent', input.dispatchEvent.bind(input));
  page.visibilityState = 'visible';
  said.length = 0;
  end = watchIdle((idle) => said.push(idle));
});
afterEach(() => {
  end();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const touch = (type: string) => dispatchEvent(new Event(type));

test('PRESENCE-05a nobody is idle before five minutes without input, and everybody is after them', () => {
  vi.advanceTimersByTime(idleAfterMs - 1);
  expect(said).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(said).toEqual([true]);
  vi.advanceTimersByTime(10 * idleAfterMs);
  expect(said).toEqual([true]);
});

test.each(['pointerdown', 'pointermove', 'keydown', 'touchstart', 'wheel'])(
  'PRESENCE-05b %s keeps one from being idle, and brings one back from it',
  (type) => {
    vi.advanceTimersByTime(idleAfterMs - 1);
    touch(type);
    vi.advanceTimersByTime(idleAfterMs - 1);
    expect(said).toEqual([]);
    vi.advanceTimersByTime(1);
    touch(type);
    expect(said).toEqual([true, false]);
    vi.advanceTimersByTime(idleAfterMs);
    expect(said).toEqual([true, false, true]);
  },
);

test('PRESENCE-05c whoever looks at the tab again is back, and whoever hides it is not', () => {
  vi.advanceTimersByTime(idleAfterMs);
  page.visibilityState = 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
  expect(said).toEqual([true]);
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  expect(said).toEqual([true, false]);
});

test('nothing is told any more once it has ended', () => {
  end();
  vi.advanceTimersByTime(idleAfterMs);
  touch('keydown');
  expect(said).toEqual([]);
});
