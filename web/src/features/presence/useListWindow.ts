/** Which part of a long list is in sight, kept in its place while people come and go above it. */
import { useCallback, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import type { Section } from './arrange.ts';
import { placeSections, shiftOf, spotOf, type Heights, type PlacedSection } from './listLayout.ts';

/** Rows are this high in rem, so that they grow with the reader's letters. */
export const rowRem = 3.75;
export const headRem = 2.5;

/** A scroll within so many pixels renders nothing anew. */
const grain = 240;

interface Window {
  readonly from: number;
  readonly to: number;
}

export interface ListWindow {
  /** What scrolls, and what the sections stand in. */
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly list: RefObject<HTMLDivElement | null>;
  readonly heights: Heights;
  readonly sections: readonly PlacedSection[];
  readonly window: Window;
  readonly onScroll: () => void;
  /** Whose row has the focus. */
  readonly focused: RefObject<string | undefined>;
  readonly noteFocus: (uid: string | undefined) => void;
  /** Brings a person's row into sight. */
  readonly reveal: (uid: string) => void;
}

const heightsNow = (): Heights => {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return { head: headRem * rem, row: rowRem * rem };
};

export interface ListWindowOptions {
  readonly arranged: readonly Section[];
  /** Another question begins at the top. */
  readonly question: string;
  /** What one points at stays where it is; else what has the focus. */
  readonly pointerY: RefObject<number | undefined>;
}

export function useListWindow({ arranged, question, pointerY }: ListWindowOptions): ListWindow {
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const focused = useRef<string>(undefined);
  const [heights] = useState(heightsNow);
  const sections = useMemo(() => placeSections(arranged, heights), [arranged, heights]);
  const [window, setWindow] = useState<Window>({ from: 0, to: 0 });

  const look = useCallback((): void => {
    const [outer, inner] = [scroller.current, list.current];
    if (!outer || !inner) return;
    const from = Math.floor((outer.scrollTop - inner.offsetTop) / grain) * grain;
    const to = from + Math.ceil(outer.clientHeight / grain + 1) * grain;
    setWindow((before) => (before.from === from && before.to === to ? before : { from, to }));
  }, []);

  useLayoutEffect(() => {
    look();
    const observer = new ResizeObserver(look);
    if (scroller.current) observer.observe(scroller.current);
    return () => observer.disconnect();
  }, [look]);

  const before = useRef({ sections, question });
  useLayoutEffect(() => {
    const last = before.current;
    before.current = { sections, question };
    const [outer, inner] = [scroller.current, list.current];
    if (!outer || !inner || last.sections === sections) return;
    if (last.question !== question) outer.scrollTop = 0;
    else keepPlace({ outer, inner, heights, pointerY, focused }, last.sections, sections);
    look();
  }, [sections, question, heights, pointerY, look]);

  const reveal = useCallback(
    (uid: string): void => {
      const spot = spotOf(sections, heights, uid);
      const [outer, inner] = [scroller.current, list.current];
      if (!spot || !outer || !inner) return;
      const top = inner.offsetTop + spot.top;
      const highest = top - heights.head;
      const lowest = top + heights.row - outer.clientHeight;
      outer.scrollTop = Math.min(Math.max(outer.scrollTop, lowest), highest);
      look();
    },
    [sections, heights, look],
  );

  const noteFocus = useCallback((uid: string | undefined): void => {
    focused.current = uid;
  }, []);
  return { scroller, list, heights, sections, window, onScroll: look, focused, noteFocus, reveal };
}

interface Place extends Pick<ListWindowOptions, 'pointerY'>, Pick<ListWindow, 'focused'> {
  readonly outer: HTMLElement;
  readonly inner: HTMLElement;
  readonly heights: Heights;
}

function keepPlace(
  { outer, inner, heights, pointerY, focused }: Place,
  before: readonly PlacedSection[],
  after: readonly PlacedSection[],
): void {
  const scrolled = outer.scrollTop - inner.offsetTop;
  const pointed =
    pointerY.current === undefined
      ? undefined
      : scrolled + pointerY.current - outer.getBoundingClientRect().top;
  const inFocus = focused.current === undefined ? undefined : spotOf(before, heights, focused.current)?.top;
  const anchor = pointed ?? inFocus;
  // Who looks at the beginning of the list sees who comes in there.
  if (anchor === undefined && scrolled <= 0) return;
  outer.scrollTop += shiftOf(before, after, heights, Math.max(0, anchor ?? scrolled + heights.head));
}
