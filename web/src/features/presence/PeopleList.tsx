/** Everybody in sections by area: only the rows in sight stand in the page, and the arrow keys lead from one to the next. */
import type { AttendeePresence } from '@foyer/contract';
import { useMemo, type ReactNode } from 'react';
import type { Section } from './arrange.ts';
import { AreaSection } from './AreaSection.tsx';
import type { WayThere } from './PersonRow.tsx';
import { useHeld, useHold } from './useHeld.ts';
import { useListWindow } from './useListWindow.ts';
import { useRovingFocus } from './useRovingFocus.ts';

export interface PeopleListProps {
  readonly sections: readonly Section[];
  /** What the sections answer; another one starts at the top. */
  readonly question: string;
  readonly hereId: string | null;
  readonly nameOfArea: (areaId: string | undefined) => string;
  /** Whose card is open; null: nobody's; undefined: rows open no cards. */
  readonly chosen: string | null | undefined;
  readonly onChoose: (person: AttendeePresence) => void;
  /** Above the first section; scrolls with it. */
  readonly before: ReactNode;
  /** Below the last one. */
  readonly after: ReactNode;
}

export function PeopleList(props: PeopleListProps) {
  const { sections: latest, question, hereId, nameOfArea, chosen, onChoose, before, after } = props;
  const { isHeld, pointerY, handlers } = useHold();
  const arranged = useHeld(latest, question, isHeld);
  const { scroller, list, heights, sections, window, onScroll, ...focusing } = useListWindow({
    arranged,
    question,
    pointerY,
  });
  const focus = useRovingFocus({ scroller, sections, ...focusing });
  const ways = useMemo(
    () =>
      new Map(
        arranged.flatMap(({ areaId }): [string, WayThere][] =>
          areaId === undefined || areaId === hereId
            ? []
            : [[areaId, { areaId, areaName: nameOfArea(areaId) }]],
        ),
      ),
    [arranged, hereId, nameOfArea],
  );
  return (
    <div ref={scroller} onScroll={onScroll} {...handlers} className="people-scroller">
      {before}
      <div ref={list} className="relative">
        {sections.map((section) => (
          <AreaSection
            key={section.areaId ?? ''}
            section={section}
            title={nameOfArea(section.areaId)}
            way={ways.get(section.areaId ?? '')}
            heights={heights}
            window={window}
            focus={focus}
            chosen={chosen}
            onChoose={onChoose}
          />
        ))}
      </div>
      {after}
    </div>
  );
}
