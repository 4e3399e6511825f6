/** The attendees in sections by area. Only visible rows are rendered; the arrow keys move between rows. */
import type { AttendeePresence } from '@foyer/contract';
import { useMemo, type ReactNode } from 'react';
import type { PeopleSection } from '../directory/groupByArea.ts';
import { AreaSection } from './AreaSection.tsx';
import styles from './peopleList.module.css';
import type { AreaTarget } from './PersonRow.tsx';
import { useFrozen, usePointerHold } from './usePointerHold.ts';
import { useListWindow } from './useListWindow.ts';
import { useRovingFocus } from './useRovingFocus.ts';

export interface PeopleListProps {
  readonly sections: readonly PeopleSection[];
  /** Changes with the search and the filter; the list is then scrolled to the top. */
  readonly listKey: string;
  readonly currentAreaId: string | null;
  readonly nameOfArea: (areaId: string | undefined) => string;
  /** The user whose card is open, or null; undefined: rows open no cards. */
  readonly chosen: string | null | undefined;
  readonly onChoose: (attendee: AttendeePresence) => void;
  /** Above the first section; scrolls with it. */
  readonly before: ReactNode;
  /** Below the last one. */
  readonly after: ReactNode;
}

export function PeopleList(props: PeopleListProps) {
  const { sections: latest, listKey, currentAreaId, nameOfArea, chosen, onChoose, before, after } = props;
  const { isHeld, pointerY, handlers } = usePointerHold();
  const groups = useFrozen(latest, listKey, isHeld);
  const { scroller, list, heights, sections, window, onScroll, ...focusing } = useListWindow({
    groups,
    listKey,
    pointerY,
  });
  const focus = useRovingFocus({ scroller, sections, ...focusing });
  const targets = useMemo(
    () =>
      new Map(
        groups.flatMap(({ areaId }): [string, AreaTarget][] =>
          areaId === undefined || areaId === currentAreaId
            ? []
            : [[areaId, { areaId, areaName: nameOfArea(areaId) }]],
        ),
      ),
    [groups, currentAreaId, nameOfArea],
  );
  return (
    <div ref={scroller} onScroll={onScroll} {...handlers} className={`${styles.scroller} fade-end`}>
      {before}
      <div ref={list} className="relative">
        {sections.map((section) => (
          <AreaSection
            key={section.areaId ?? ''}
            section={section}
            title={nameOfArea(section.areaId)}
            target={targets.get(section.areaId ?? '')}
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
