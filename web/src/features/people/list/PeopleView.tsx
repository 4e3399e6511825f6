import type { AttendeePresence } from '@foyer/contract';
import { useCallback, useRef, useState } from 'react';
import { track } from '../../../platform/analytics/track.ts';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { useMedia } from '../../../platform/media.ts';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import type { PeopleSection } from '../directory/groupByArea.ts';
import { useProfilesModel } from '../../profile/index.ts';
import { AttendeeCard } from '../AttendeeCard.tsx';
import { EmptyList } from './EmptyList.tsx';
import { OwnRow } from './OwnRow.tsx';
import { PeopleList } from './PeopleList.tsx';
import styles from './peopleList.module.css';
import { PeopleSearch } from './PeopleSearch.tsx';
import { AreaFilter } from './AreaFilter.tsx';
import { useAreaNames } from '../useAreaNames.ts';
import { useFrozen } from './usePointerHold.ts';
import { usePeople, type ListState } from './usePeople.ts';

const none: readonly PeopleSection[] = [];

/** A row opens the attendee's card on a phone, and the profile on larger screens (HEAD-04). */
function useChosen() {
  const { openAttendee } = useProfilesModel();
  const phone = useMedia('phone');
  const [chosen, setChosen] = useState<AttendeePresence | null>(null);
  const choose = useCallback(
    (attendee: AttendeePresence): void => {
      const closesCard = phone && chosen?.uid === attendee.uid;
      if (!closesCard) track('presence', 'select');
      if (phone) setChosen(closesCard ? null : attendee);
      else {
        track('presence', 'profile');
        openAttendee(attendee.uid);
      }
    },
    [openAttendee, phone, chosen],
  );
  const close = useCallback(() => setChosen(null), []);
  return { phone, chosen: phone ? chosen : null, choose, close };
}

interface ListStatusProps {
  readonly list: ListState;
  readonly nameOfArea: (areaId: string | undefined) => string;
}

/** Below the rows: a loading indicator while attendees are missing, or the reason why the list is empty. */
function ListStatus({ list, nameOfArea }: ListStatusProps) {
  const { t } = useTranslation('presence');
  const { grouped, isPartial, filter, query, currentAreaId, setFilter, setQuery } = list;
  if (!grouped || isPartial) return <RowsSkeleton rows={5} label={t('loading')} />;
  if (grouped.count > 0) return null;
  const areaId = filter.kind === 'here' ? currentAreaId : filter.kind === 'area' ? filter.areaId : null;
  return (
    <EmptyList
      areaName={areaId === null ? undefined : nameOfArea(areaId)}
      query={query}
      elsewhere={grouped.elsewhere}
      onShowEverywhere={() => setFilter({ kind: 'everywhere' })}
      onClear={() => setQuery('')}
    />
  );
}

/** @param isStale the page is not connected, so the list may be out of date */
export function PeopleView({ isStale }: { readonly isStale: boolean }) {
  const view = useRef<HTMLDivElement>(null);
  const { areaIds, nameOfArea } = useAreaNames();
  const list = usePeople(areaIds);
  const { currentAreaId, query, setQuery, filter, setFilter, listKey, grouped } = list;
  const { phone, chosen, choose, close } = useChosen();
  // Announced when the search changes, not each time an attendee arrives or leaves.
  const foundCount = useFrozen(grouped?.count, listKey, true);
  const focusFirstRow = () =>
    view.current?.querySelector<HTMLElement>('[data-person][tabindex="0"]')?.focus({ preventScroll: true });
  return (
    <div ref={view} data-stale={isStale || undefined} className={styles.view}>
      <div className="flex shrink-0 flex-col gap-3 px-4 pt-2 pb-1">
        <PeopleSearch
          query={query}
          onQueryChange={setQuery}
          foundCount={query.trim() === '' ? undefined : foundCount}
          onArrowDown={focusFirstRow}
        />
        <AreaFilter
          filter={filter}
          onChange={setFilter}
          currentAreaId={currentAreaId}
          areaIds={areaIds}
          nameOfArea={nameOfArea}
        />
      </div>
      <PeopleList
        sections={grouped?.sections ?? none}
        listKey={listKey}
        currentAreaId={currentAreaId}
        nameOfArea={nameOfArea}
        chosen={phone ? (chosen?.uid ?? null) : undefined}
        onChoose={choose}
        before={query.trim() === '' && <OwnRow />}
        after={<ListStatus list={list} nameOfArea={nameOfArea} />}
      />
      {chosen && <AttendeeCard attendee={chosen} onClose={close} onLeave={close} />}
    </div>
  );
}
