/** The visible part of a long list. Keeps the scroll position while rows are added and removed above it. */
import { useCallback, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { remPixels } from '../../../platform/remPixels.ts';
import type { PeopleSection } from '../directory/groupByArea.ts';
import { placeSections, scrollShift, positionOf, type Heights, type PlacedSection } from './listLayout.ts';

/** Heights in rem, so that they grow with the font size. They must match `sectionHead.module.css` and `personRow.module.css`. */
export const rowRem = 3.75;
const headRem = 2.5;

/** Scrolling by fewer pixels does not render again. */
const scrollStep = 240;

interface Window {
  readonly from: number;
  readonly to: number;
}

export interface ListWindow {
  /** The scroll container, and the element with the sections in it. */
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly list: RefObject<HTMLDivElement | null>;
  readonly heights: Heights;
  readonly sections: readonly PlacedSection[];
  readonly window: Window;
  readonly onScroll: () => void;
  /** The user whose row has the focus. */
  readonly focused: RefObject<string | undefined>;
  readonly setFocused: (uid: string | undefined) => void;
  /** Scrolls a user's row into view. */
  readonly reveal: (uid: string) => void;
}

const measureHeights = (): Heights => {
  const rem = remPixels();
  return { head: headRem * rem, row: rowRem * rem };
};

export interface ListWindowOptions {
  readonly groups: readonly PeopleSection[];
  /** Identifies the list; when it changes, the list is scrolled to the top. */
  readonly listKey: string;
  /** The row under the pointer stays in place, otherwise the row with the focus. */
  readonly pointerY: RefObject<number | undefined>;
}

export function useListWindow({ groups, listKey, pointerY }: ListWindowOptions): ListWindow {
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const focused = useRef<string>(undefined);
  const [heights] = useState(measureHeights);
  const sections = useMemo(() => placeSections(groups, heights), [groups, heights]);
  const [window, setWindow] = useState<Window>({ from: 0, to: 0 });

  const updateWindow = useCallback((): void => {
    const [outer, inner] = [scroller.current, list.current];
    if (!outer || !inner) return;
    const from = Math.floor((outer.scrollTop - inner.offsetTop) / scrollStep) * scrollStep;
    const to = from + Math.ceil(outer.clientHeight / scrollStep + 1) * scrollStep;
    setWindow((before) => (before.from === from && before.to === to ? before : { from, to }));
  }, []);

  useLayoutEffect(() => {
    updateWindow();
    const observer = new ResizeObserver(updateWindow);
    if (scroller.current) observer.observe(scroller.current);
    return () => observer.disconnect();
  }, [updateWindow]);

  const before = useRef({ sections, listKey });
  useLayoutEffect(() => {
    const last = before.current;
    before.current = { sections, listKey };
    const [outer, inner] = [scroller.current, list.current];
    if (!outer || !inner || last.sections === sections) return;
    if (last.listKey !== listKey) outer.scrollTop = 0;
    else keepScrollPosition({ outer, inner, heights, pointerY, focused }, last.sections, sections);
    updateWindow();
  }, [sections, listKey, heights, pointerY, updateWindow]);

  const reveal = useCallback(
    (uid: string): void => {
      const row = positionOf(sections, heights, uid);
      const [outer, inner] = [scroller.current, list.current];
      if (!row || !outer || !inner) return;
      const top = inner.offsetTop + row.top;
      const highest = top - heights.head;
      const lowest = top + heights.row - outer.clientHeight;
      outer.scrollTop = Math.min(Math.max(outer.scrollTop, lowest), highest);
      updateWindow();
    },
    [sections, heights, updateWindow],
  );

  const setFocused = useCallback((uid: string | undefined): void => {
    focused.current = uid;
  }, []);
  return { scroller, list, heights, sections, window, onScroll: updateWindow, focused, setFocused, reveal };
}

interface ScrollContext extends Pick<ListWindowOptions, 'pointerY'>, Pick<ListWindow, 'focused'> {
  readonly outer: HTMLElement;
  readonly inner: HTMLElement;
  readonly heights: Heights;
}

function keepScrollPosition(
  { outer, inner, heights, pointerY, focused }: ScrollContext,
  before: readonly PlacedSection[],
  after: readonly PlacedSection[],
): void {
  const scrolled = outer.scrollTop - inner.offsetTop;
  const pointed =
    pointerY.current === undefined
      ? undefined
      : scrolled + pointerY.current - outer.getBoundingClientRect().top;
  const inFocus =
    focused.current === undefined ? undefined : positionOf(before, heights, focused.current)?.top;
  const anchor = pointed ?? inFocus;
  // At the top of the list, new rows become visible instead.
  if (anchor === undefined && scrolled <= 0) return;
  outer.scrollTop += scrollShift(before, after, heights, Math.max(0, anchor ?? scrolled + heights.head));
}
