import { expect, test } from 'vitest';
import {
  noLikes,
  notStored,
  pressed,
  shownLikes,
  stored,
  withBoth,
  withCount,
  withOwn,
} from './pieceLikes.ts';

const count = (likes: number, changes: number) => ({ likes, changes });
const dawn = withCount(noLikes, count(4, 6));

test('BOARD-03m of two counts of a piece, the one with more changes is shown, in whichever order they arrive', () => {
  const newer = withCount(dawn, count(3, 7));
  expect(shownLikes(newer)).toEqual({ likes: 3, isLiked: false });
  for (const changes of [6, 7]) expect(withCount(newer, count(4, changes))).toBe(newer);
});

test('BOARD-03n a press is shown at once, and the own like is not shown twice when its count arrives before the response', () => {
  const once = pressed(dawn);
  expect(shownLikes(once)).toEqual({ likes: 5, isLiked: true });
  const live = withCount(once, count(6, 8));
  expect(shownLikes(live)).toEqual({ likes: 5, isLiked: true });
  // The response is older than the count that has arrived.
  expect(shownLikes(stored(live, true, count(5, 7)))).toEqual({ likes: 6, isLiked: true });
});

test('BOARD-03o a second press while the first is sent is shown, and stays chosen when the first is stored', () => {
  const twice = pressed(pressed(dawn));
  expect(shownLikes(twice)).toEqual({ likes: 4, isLiked: false });
  const first = stored(twice, true, count(9, 11));
  expect([first.isLiked, first.chosen]).toEqual([true, { likes: 8, isLiked: false }]);
  const done = stored(first, false, count(8, 12));
  expect([shownLikes(done), done.chosen]).toEqual([{ likes: 8, isLiked: false }, undefined]);
});

test('BOARD-03p what could not be stored is undone, with the counts that have arrived meanwhile', () => {
  const failed = notStored(withCount(pressed(dawn), count(5, 7)));
  expect(shownLikes(failed)).toEqual({ likes: 5, isLiked: false });
});

test('a like whose count is not known yet can be removed, and no number below 0 is shown', () => {
  const removed = pressed(withOwn(noLikes, true));
  expect(shownLikes(removed)).toEqual({ likes: 0, isLiked: false });
  expect(shownLikes(pressed(removed))).toEqual({ likes: 1, isLiked: true });
});

test('BOARD-08an an own like that was read before a newer count is shown, but not before a newer own choice', () => {
  const live = withCount(dawn, count(5, 7));
  expect(shownLikes(withBoth(live, count(4, 6), true))).toEqual({ likes: 5, isLiked: true });
  const done = stored(pressed(live), true, count(6, 8));
  expect(shownLikes(withBoth(done, count(5, 7), false))).toEqual({ likes: 6, isLiked: true });
});
