import { expect, test } from 'vitest';
import { followUrl, nextPage, pageIn, pagesWith, previousPage, turnOfSwipe, type Layout } from './pages.ts';

/** All positions of a book, by turning from its first page to its end. */
function leafThrough(count: number, layout: Layout): (readonly number[])[] {
  const shown: (readonly number[])[] = [];
  for (let page: number | undefined = 1; page !== undefined; page = nextPage(page, count, layout))
    shown.push(pagesWith(page, count, layout));
  return shown;
}

/** The same backwards. */
function leafBack(count: number, layout: Layout): (readonly number[])[] {
  const shown: (readonly number[])[] = [];
  for (let page: number | undefined = count; page !== undefined; page = previousPage(page, count, layout))
    shown.unshift(pagesWith(page, count, layout));
  return shown;
}

test.each([
  [1, [[1]]],
  [2, [[1], [2]]],
  [3, [[1], [2, 3]]],
  [6, [[1], [2, 3], [4, 5], [6]]],
] as const)(
  'WIDGET-06a an open book of %i pages shows its cover alone and then pairs, both ways',
  (count, pairs) => {
    expect(leafThrough(count, 'double')).toEqual(pairs);
    expect(leafBack(count, 'double')).toEqual(pairs);
  },
);

test('WIDGET-06b one page at a time turns through all pages and back', () => {
  expect(leafThrough(3, 'single')).toEqual([[1], [2], [3]]);
  expect(leafBack(3, 'single')).toEqual([[1], [2], [3]]);
  expect(leafThrough(500, 'single')).toHaveLength(500);
});

test('WIDGET-06c a page on the right side is shown with the one before it', () => {
  expect(pagesWith(7, 24, 'double')).toEqual([6, 7]);
  expect(previousPage(7, 24, 'double')).toBe(4);
  expect(nextPage(7, 24, 'double')).toBe(8);
  expect(pagesWith(1, 0, 'double')).toEqual([]);
});

test.each([
  [undefined, 1],
  [7, 7],
  [24, 24],
  [25, 24],
])('WIDGET-06d a URL with the page %s opens page %i of 24', (named, page) => {
  expect(pageIn(named, 24)).toBe(page);
});

test.each([
  ['a long slow swipe to the left', { x: -120, y: 10 }, undefined, 'next'],
  ['a long slow swipe to the right', { x: 120, y: 10 }, undefined, 'previous'],
  ['a short slow swipe', { x: -60, y: 0 }, { x: -0.1, y: 0 }, undefined],
  ['a short fast swipe', { x: -40, y: 5 }, { x: -0.8, y: 0 }, 'next'],
  ['a twitch', { x: -10, y: 0 }, { x: -0.8, y: 0 }, undefined],
  ['a swipe that is mostly vertical', { x: -120, y: 200 }, { x: -0.8, y: 1 }, undefined],
  ['a swipe that is taken back', { x: -120, y: 0 }, { x: 0.8, y: 0 }, undefined],
] as const)('WIDGET-06e %s turns as expected, and the other way from right to left', (_, by, speed, turn) => {
  expect(turnOfSwipe(by, speed, { width: 400, direction: 'ltr' })).toBe(turn);
  const mirrored = { next: 'previous', previous: 'next' } as const;
  expect(turnOfSwipe(by, speed, { width: 400, direction: 'rtl' })).toBe(turn && mirrored[turn]);
});

test('WIDGET-06p a book follows its URL, but does not turn back to a page that it has written', () => {
  const turnedOn = { page: 5, inUrl: 1, written: 4 };
  const arrived = followUrl(turnedOn, 4);
  expect(arrived.page).toBe(5);
  // From now on such a page in the URL is a link, Back or Forward.
  const elsewhere = followUrl(arrived, 2);
  expect(elsewhere.page).toBe(2);
  expect(followUrl(elsewhere, 4).page).toBe(4);
});
