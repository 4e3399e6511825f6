import type { AttendeePresence } from '@foyer/contract';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { useMedia } from '../../platform/media.ts';
import { openAttendeeProfile } from '../../platform/profile/profilePanel.ts';
import { RowsSkeleton } from '../../ui/RowsSkeleton.tsx';
import type { Section } from './arrange.ts';
import { AttendeeCard } from './AttendeeCard.tsx';
import { NobodyFound } from './NobodyFound.tsx';
import { OwnRow } from './OwnRow.tsx';
import { PeopleList } from './PeopleList.tsx';
import { PeopleSearch } from './PeopleSearch.tsx';
import { PlaceFilter } from './PlaceFilter.tsx';
import { useAreaNames } from './useAreaNames.ts';
import { useHeld } from './useHeld.ts';
import { usePeople, type People } from './usePeople.ts';

const none: readonly Section[] = [];

/** On a phone a person's card opens, elsewhere their profile (HEAD-04). */
function useChosen() {
  const phone = useMedia('phone');
  const [chosen, setChosen] = useState<AttendeePresence | null>(null);
  const choose = useCallback(
    (person: AttendeePresence): void => {
      if (phone) setChosen((before) => (before?.uid === person.uid ? null : person));
      else openAttendeeProfile(person.uid);
    },
    [phone],
  );
  const close = useCallback(() => setChosen(null), []);
  return { phone, chosen: phone ? chosen : null, choose, close };
}

interface Asking {
  readonly people: People;
  readonly nameOfArea: (areaId: string | undefined) => string;
}

/** In place of people, or after the few that have come already. */
function Missing({ people, nameOfArea }: Asking) {
  const { t } = useTranslation('presence');
  const { arrangement, isPartial, place, typed, hereId, setPlace, setTyped } = people;
  if (!arrangement || isPartial) return <RowsSkeleton rows={5} label={t('loading')} />;
  if (arrangement.count > 0) return null;
  const areaId = place.kind === 'here' ? hereId : place.kind === 'area' ? place.areaId : null;
  return (
    <NobodyFound
      areaName={areaId === null ? undefined : nameOfArea(areaId)}
      typed={typed}
      elsewhere={arrangement.elsewhere}
      onShowEverywhere={() => setPlace({ kind: 'everywhere' })}
      onClear={() => setTyped('')}
    />
  );
}

/** @param isOld what is shown was so once, and may be so no more */
export function PeopleView({ isOld }: { readonly isOld: boolean }) {
  const view = useRef<HTMLDivElement>(null);
  const { areaIds, nameOfArea } = useAreaNames();
  const people = usePeople(areaIds);
  const { hereId, typed, setTyped, place, setPlace, question, arrangement } = people;
  const { phone, chosen, choose, close } = useChosen();
  // Said when it is asked, and not again whenever somebody comes or goes.
  const found = useHeld(arrangement?.count, question, true);
  const toFirstRow = () =>
    view.current?.querySelector<HTMLElement>('[data-person][tabindex="0"]')?.focus({ preventScroll: true });
  return (
    <div ref={view} data-old={isOld || undefined} className="people-view">
      <div className="flex shrink-0 flex-col gap-3 px-4 pt-2 pb-1">
        <PeopleSearch
          typed={typed}
          onType={setTyped}
          found={typed.trim() === '' ? undefined : found}
          onArrowDown={toFirstRow}
        />
        <PlaceFilter
          place={place}
          onChange={setPlace}
          hereId={hereId}
          areaIds={areaIds}
          nameOfArea={nameOfArea}
        />
      </div>
      <PeopleList
        sections={arrangement?.sections ?? none}
        question={question}
        hereId={hereId}
        nameOfArea={nameOfArea}
        chosen={phone ? (chosen?.uid ?? null) : undefined}
        onChoose={choose}
        before={typed.trim() === '' && <OwnRow />}
        after={<Missing people={people} nameOfArea={nameOfArea} />}
      />
      {chosen && <AttendeeCard person={chosen} onClose={close} onLeave={close} />}
    </div>
  );
}
