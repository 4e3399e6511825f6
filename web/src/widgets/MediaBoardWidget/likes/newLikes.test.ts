import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStore } from 'zustand';
import type { SocialContentState } from './mediaBoardSocialContent.ts';
import { watchNewLikes } from './newLikes.ts';
import { noLikes, pressed, stored, withCount, type PieceLikes } from '../../../platform/likes/pieceLikes.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  const store = createStore<SocialContentState>(() => ({
    boards: new Map(),
    countsStatus: new Map(),
    ownStatus: new Map(),
  }));
  const announced: number[] = [];
  const stop = watchNewLikes(store, 'posters', (count) => announced.push(count));
  const set = (pieces: Record<string, PieceLikes>): void =>
    store.setState({ boards: new Map([['posters', new Map(Object.entries(pieces))]]) });
  const ready = (): void =>
    store.setState({
      countsStatus: new Map([['posters', 'ready']]),
      ownStatus: new Map([['posters', 'ready']]),
    });
  return { announced, stop, set, ready };
}
const piece = (likes: number, changes = likes): PieceLikes => withCount(noLikes, { likes, changes });

test('BOARD-03v new likes of others are announced together, at most every ten seconds', () => {
  const { announced, set, ready, stop } = setUp();
  set({ dawn: piece(4) });
  ready();
  set({ dawn: piece(5) });
  vi.advanceTimersByTime(5_000);
  set({ dawn: piece(7), dusk: piece(1) });
  expect(announced).toEqual([]);
  vi.advanceTimersByTime(5_000);
  expect(announced).toEqual([4]);
  vi.advanceTimersByTime(60_000);
  set({ dawn: piece(8), dusk: piece(1) });
  vi.advanceTimersByTime(9_999);
  expect(announced).toEqual([4]);
  vi.advanceTimersByTime(1);
  expect(announced).toEqual([4, 1]);
  set({ dawn: piece(9), dusk: piece(1) });
  stop();
  vi.advanceTimersByTime(60_000);
  expect(announced).toEqual([4, 1]);
});

test('the own like, removed likes and the likes that a board opens with are not announced', () => {
  const { announced, set, ready } = setUp();
  set({ dawn: piece(4) });
  vi.advanceTimersByTime(20_000);
  ready();
  const liked = pressed(piece(4));
  set({ dawn: liked });
  vi.advanceTimersByTime(10_000);
  set({ dawn: withCount(liked, { likes: 5, changes: 5 }) });
  vi.advanceTimersByTime(10_000);
  set({ dawn: stored(liked, true, { likes: 5, changes: 5 }) });
  vi.advanceTimersByTime(10_000);
  set({ dawn: piece(2, 8) });
  vi.advanceTimersByTime(10_000);
  expect(announced).toEqual([]);
  set({ dawn: piece(3, 9) });
  vi.advanceTimersByTime(10_000);
  expect(announced).toEqual([1]);
});
