import type { AttendeePresence } from '@foyer/contract';
import { useId, useMemo } from 'react';
import { rowsBetween, type PlacedSection } from './listLayout.ts';
import { PersonRow, type WayThere } from './PersonRow.tsx';
import type { ListWindow } from './useListWindow.ts';
import { useNumber } from './useNumber.ts';
import type { RovingFocus } from './useRovingFocus.ts';

export interface AreaSectionProps {
  readonly section: PlacedSection;
  readonly title: string;
  /** Undefined where one is already, and where nobody can go. */
  readonly way: WayThere | undefined;
  readonly heights: ListWindow['heights'];
  readonly window: ListWindow['window'];
  readonly focus: RovingFocus;
  /** Whose card is open; null: nobody's; undefined: rows open no cards. */
  readonly chosen: string | null | undefined;
  readonly onChoose: (person: AttendeePresence) => void;
}

/** The rows in sight, by their number; and the one that Tab leads to, wherever it is. */
function useRowsInPage({ section, heights, window, focus }: AreaSectionProps): readonly number[] {
  const [from, to] = rowsBetween(section, heights, window);
  const stop = useMemo(
    () => section.people.findIndex(({ person }) => person.uid === focus.active),
    [section, focus.active],
  );
  const rows = Array.from({ length: to - from }, (_, offset) => from + offset);
  if (stop >= 0 && (stop < from || stop >= to)) rows[stop < from ? 'unshift' : 'push'](stop);
  return rows;
}

export function AreaSection(props: AreaSectionProps) {
  const { section, title, way, heights, focus, chosen, onChoose } = props;
  const id = useId();
  const number = useNumber();
  const rows = useRowsInPage(props);
  const { people } = section;
  const { row } = heights;
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="people-head">
        <bdi className="min-w-0 flex-1 truncate">{title}</bdi> <span>{number(people.length)}</span>
      </h3>
      <ul className="relative" style={{ height: people.length * row }}>
        {rows.map((at) => {
          const listed = people[at];
          if (!listed) return null;
          const { uid } = listed.person;
          return (
            <li
              key={uid}
              aria-setsize={people.length}
              aria-posinset={at + 1}
              className="absolute inset-x-0 top-0"
              style={{ height: row, transform: `translateY(${at * row}px)` }}
            >
              <PersonRow
                listed={listed.person}
                way={way}
                isStop={focus.active === uid}
                isExpanded={chosen === undefined ? undefined : chosen === uid}
                onChoose={onChoose}
                handlers={focus.handlers}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
