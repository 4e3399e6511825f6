/** Which pages of a book are shown, and what a swipe does. Pages are counted from 1. Pure. */
import { clamp, type Point } from '../../platform/panZoom/plane.ts';

/** A book that lies open shows two pages; its first page is the cover, which is shown alone. */
export type Layout = 'single' | 'double';

/** The pages that are shown together with a page, in reading order; none for a book without pages. */
export function pagesWith(page: number, count: number, layout: Layout): readonly number[] {
  if (count === 0) return [];
  if (layout === 'single' || page === 1) return [page];
  const first = page - (page % 2);
  return first < count ? [first, first + 1] : [first];
}

/** The page to turn to; undefined at the end of the book. */
export function nextPage(page: number, count: number, layout: Layout): number | undefined {
  const last = pagesWith(page, count, layout).at(-1) ?? count;
  return last < count ? last + 1 : undefined;
}

/** The page to turn back to, the first of those that are shown then; undefined at the beginning of the book. */
export function previousPage(page: number, count: number, layout: Layout): number | undefined {
  const [first = 1] = pagesWith(page, count, layout);
  return first > 1 ? pagesWith(first - 1, count, layout)[0] : undefined;
}

/** The page that a URL names: the nearest one of the book, and the first if it names none. */
export const pageIn = (named: number | undefined, count: number): number => clamp(named ?? 1, 1, count);

export interface OpenPage {
  readonly page: number;
  /** The page that the URL has named last. */
  readonly inUrl: number;
  /** What the book has written and the URL does not have yet. */
  readonly written?: number;
}

/** Follows the URL, unless it now has what the book has written: the user may have turned on since then. */
export const followUrl = ({ page, written }: OpenPage, inUrl: number): OpenPage => ({
  page: inUrl === written ? page : inUrl,
  inUrl,
});

export type Turn = 'next' | 'previous';

/** Share of the book's width that a slow swipe covers. */
const swipeShare = 0.2;
/** Pixels per millisecond of a fast swipe, and pixels that it covers. */
const fastSpeed = 0.4;
const fastPixels = 24;

/**
 * Which way a swipe turns. The next page lies to the right in a language that is written from left to right, and is pulled
 * to the left.
 * @param by pixels that the pointer has moved
 * @param speed pixels per millisecond when it was lifted; undefined if it rested before
 * @returns undefined if the swipe was too short, mostly vertical, or taken back
 */
export function turnOfSwipe(
  by: Point,
  speed: Point | undefined,
  { width, direction }: { readonly width: number; readonly direction: 'ltr' | 'rtl' },
): Turn | undefined {
  if (Math.abs(by.x) <= Math.abs(by.y)) return undefined;
  const isFast = speed !== undefined && Math.abs(speed.x) >= fastSpeed;
  const isTakenBack = isFast && Math.sign(speed.x) !== Math.sign(by.x);
  const isEnough = Math.abs(by.x) >= (isFast ? fastPixels : swipeShare * width);
  if (isTakenBack || !isEnough) return undefined;
  return turnTowards(by.x < 0 ? 'right' : 'left', direction);
}

/** The turn to the page that lies on a side. */
export const turnTowards = (side: 'left' | 'right', direction: 'ltr' | 'rtl'): Turn =>
  (side === 'right') === (direction === 'ltr') ? 'next' : 'previous';
