import type { AttendeePresence } from '@foyer/contract';
import { useId, useMemo } from 'react';
import { visibleRows, type PlacedSection } from './listLayout.ts';
import { PersonRow, type AreaTarget } from './PersonRow.tsx';
import { SectionHead } from './SectionHead.tsx';
import type { ListWindow } from './useListWindow.ts';
import { useNumberFormat } from '../../../platform/i18n/useNumberFormat.ts';
import type { RovingFocus } from './useRovingFocus.ts';

export interface AreaSectionProps {
  readonly section: PlacedSection;
  readonly title: string;
  /** Undefined for the current area, and for attendees in no area. */
  readonly target: AreaTarget | undefined;
  readonly heights: ListWindow['heights'];
  readonly window: ListWindow['window'];
  readonly focus: RovingFocus;
  /** The user whose card is open, or null; undefined: rows open no cards. */
  readonly chosen: string | null | undefined;
  readonly onChoose: (attendee: AttendeePresence) => void;
}

/** The indexes of the visible rows, and of the row that Tab reaches, wherever it is. */
function useRenderedRows({ section, heights, window, focus }: AreaSectionProps): readonly number[] {
  const [from, to] = visibleRows(section, heights, window);
  const tabStop = useMemo(
    () => section.attendees.findIndex(({ attendee }) => attendee.uid === focus.active),
    [section, focus.active],
  );
  const rows = Array.from({ length: to - from }, (_, offset) => from + offset);
  if (tabStop >= 0 && (tabStop < from || tabStop >= to)) rows[tabStop < from ? 'unshift' : 'push'](tabStop);
  return rows;
}

export function AreaSection(props: AreaSectionProps) {
  const { section, title, target, heights, focus, chosen, onChoose } = props;
  const id = useId();
  const number = useNumberFormat();
  const rows = useRenderedRows(props);
  const { attendees } = section;
  const { row } = heights;
  return (
    <section aria-labelledby={id}>
      <SectionHead id={id} isSticky>
        <bdi className="min-w-0 flex-1 truncate">{title}</bdi> <span>{number(attendees.length)}</span>
      </SectionHead>
      <ul className="relative" style={{ height: attendees.length * row }}>
        {rows.map((at) => {
          const listed = attendees[at];
          if (!listed) return null;
          const { uid } = listed.attendee;
          return (
            <li
              key={uid}
              aria-setsize={attendees.length}
              aria-posinset={at + 1}
              className="absolute inset-x-0 top-0"
              style={{ height: row, transform: `translateY(${at * row}px)` }}
            >
              <PersonRow
                listed={listed.attendee}
                target={target}
                isTabStop={focus.active === uid}
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
