/** One row is reached by Tab, the others by the arrow keys; and the focus stays on a person while the list changes. */
import { useCallback, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { Section } from './arrange.ts';
import type { ListWindow } from './useListWindow.ts';

const pageRows = 8;

const uidsOf = (sections: readonly Section[]): string[] =>
  sections.flatMap(({ people }) => people.map(({ person }) => person.uid));

const steps: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  PageDown: (at) => at + pageRows,
  PageUp: (at) => at - pageRows,
  Home: () => 0,
  End: (_, last) => last,
};

/** The next one who is still there, from where somebody was listed. */
function heirOf(uid: string, before: readonly Section[], after: readonly Section[]): string | undefined {
  const left = uidsOf(before);
  const here = new Set(uidsOf(after));
  const at = left.indexOf(uid);
  return (
    left.slice(at).find((next) => here.has(next)) ?? left.slice(0, at).findLast((next) => here.has(next))
  );
}

/** For the button of a row. */
export interface RowHandlers {
  readonly onFocus: (uid: string) => void;
  readonly onBlur: () => void;
  readonly onKeyDown: (event: KeyboardEvent, uid: string) => void;
}

export interface RovingFocus {
  /** Whose row Tab leads to. */
  readonly active: string | undefined;
  readonly handlers: RowHandlers;
}

export function useRovingFocus(
  list: Pick<ListWindow, 'sections' | 'scroller' | 'reveal' | 'focused' | 'noteFocus'>,
): RovingFocus {
  const { sections, scroller, reveal, focused, noteFocus } = list;
  const [chosen, setChosen] = useState<string>();
  const wanted = useRef<string>(undefined);
  const isListed = (uid: string) =>
    sections.some(({ people }) => people.some(({ person }) => person.uid === uid));
  const active = chosen !== undefined && isListed(chosen) ? chosen : sections[0]?.people[0]?.person.uid;

  const lead = useCallback(
    (uid: string | undefined): void => {
      if (uid === undefined) return;
      wanted.current = uid;
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
    // Rows that have gone took the focus with them.
    if (last === sections || uid === undefined || document.activeElement !== document.body) return;
    lead(heirOf(uid, last, sections));
  }, [sections, focused, lead]);

  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-person="${CSS.escape(wanted.current)}"]`);
    if (!row) return;
    wanted.current = undefined;
    row.focus({ preventScroll: true });
  });

  const onFocus = useCallback(
    (uid: string): void => {
      noteFocus(uid);
      setChosen(uid);
    },
    [noteFocus],
  );
  const onBlur = useCallback((): void => {
    noteFocus(undefined);
  }, [noteFocus]);
  const onKeyDown = useCallback(
    (event: KeyboardEvent, uid: string): void => {
      const step = steps[event.key];
      if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      const uids = uidsOf(sections);
      const last = uids.length - 1;
      lead(uids[Math.min(Math.max(0, step(uids.indexOf(uid), last)), last)]);
    },
    [sections, lead],
  );
  const handlers = useMemo(() => ({ onFocus, onBlur, onKeyDown }), [onFocus, onBlur, onKeyDown]);
  return { active, handlers };
}
