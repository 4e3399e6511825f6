/** Roving tabindex: Tab reaches one row, the arrow keys the others. The focus follows the row's user when the list changes. */
import { useCallback, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { PeopleSection } from '../directory/groupByArea.ts';
import type { ListWindow } from './useListWindow.ts';

const pageRows = 8;

const uidsOf = (sections: readonly PeopleSection[]): string[] =>
  sections.flatMap(({ attendees }) => attendees.map(({ attendee }) => attendee.uid));

const steps: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  PageDown: (at) => at + pageRows,
  PageUp: (at) => at - pageRows,
  Home: () => 0,
  End: (_, last) => last,
};

/** The row that gets the focus when the row of `uid` is removed: the next one that is still listed, else the previous one. */
function nextFocus(
  uid: string,
  before: readonly PeopleSection[],
  after: readonly PeopleSection[],
): string | undefined {
  const uids = uidsOf(before);
  const listed = new Set(uidsOf(after));
  const at = uids.indexOf(uid);
  return (
    uids.slice(at).find((next) => listed.has(next)) ?? uids.slice(0, at).findLast((next) => listed.has(next))
  );
}

/** For the button of a row. */
export interface RowHandlers {
  readonly onFocus: (uid: string) => void;
  readonly onBlur: () => void;
  readonly onKeyDown: (event: KeyboardEvent, uid: string) => void;
}

export interface RovingFocus {
  /** The user whose row has `tabindex="0"`. */
  readonly active: string | undefined;
  readonly handlers: RowHandlers;
}

export function useRovingFocus(
  list: Pick<ListWindow, 'sections' | 'scroller' | 'reveal' | 'focused' | 'setFocused'>,
): RovingFocus {
  const { sections, scroller, reveal, focused, setFocused } = list;
  const [chosen, setChosen] = useState<string>();
  const pendingFocus = useRef<string>(undefined);
  const isListed = (uid: string) =>
    sections.some(({ attendees }) => attendees.some(({ attendee }) => attendee.uid === uid));
  const active = chosen !== undefined && isListed(chosen) ? chosen : sections[0]?.attendees[0]?.attendee.uid;

  const moveFocus = useCallback(
    (uid: string | undefined): void => {
      if (uid === undefined) return;
      pendingFocus.current = uid;
      setChosen(uid);
      reveal(uid);
    },
    [reveal],
  );

  const before = useRef(sections);
  useLayoutEffect(() => {
    const last = before.current;
    before.current = sections;
    const uid = focused.current;
    // The focused row was removed, so the browser has moved the focus to the body.
    if (last === sections || uid === undefined || document.activeElement !== document.body) return;
    moveFocus(nextFocus(uid, last, sections));
  }, [sections, focused, moveFocus]);

  useLayoutEffect(() => {
    if (pendingFocus.current === undefined) return;
    const row = scroller.current?.querySelector<HTMLElement>(
      `[data-person="${CSS.escape(pendingFocus.current)}"]`,
    );
    if (!row) return;
    pendingFocus.current = undefined;
    row.focus({ preventScroll: true });
  });

  const onFocus = useCallback(
    (uid: string): void => {
      setFocused(uid);
      setChosen(uid);
    },
    [setFocused],
  );
  const onBlur = useCallback((): void => {
    setFocused(undefined);
  }, [setFocused]);
  const onKeyDown = useCallback(
    (event: KeyboardEvent, uid: string): void => {
      const step = steps[event.key];
      if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      const uids = uidsOf(sections);
      const last = uids.length - 1;
      moveFocus(uids[Math.min(Math.max(0, step(uids.indexOf(uid), last)), last)]);
    },
    [sections, moveFocus],
  );
  const handlers = useMemo(() => ({ onFocus, onBlur, onKeyDown }), [onFocus, onBlur, onKeyDown]);
  return { active, handlers };
}
