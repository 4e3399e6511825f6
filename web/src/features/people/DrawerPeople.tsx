/** A section of the phone's menu: some attendees of the current area, and a button that opens the whole list (HEAD-03). */
import type { AttendeePresence } from '@foyer/contract';
import { useId, useState } from 'react';
import { track } from '../../platform/analytics/track.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { useAttendeeListPanel } from './attendeeListPanel.ts';
import { useVenue } from '../../platform/state/venue.ts';
import type { MenuContext } from '../../extensions/menu.ts';
import { Face } from '../../ui/Face.tsx';
import { AttendeeCard } from './AttendeeCard.tsx';
import rowStyles from './list/personRow.module.css';
import { SectionHead } from './list/SectionHead.tsx';
import { useStaleAge } from './useStaleAge.ts';
import { useFaces } from './useFaces.ts';
import { useNumberFormat } from '../../platform/i18n/useNumberFormat.ts';
import { usePresence } from '../presence/index.ts';
import { statusOf, usePersonTexts } from './usePersonTexts.ts';

interface DrawerPersonProps {
  readonly attendee: AttendeePresence;
  readonly isChosen: boolean;
  readonly onChoose: (attendee: AttendeePresence) => void;
}

function DrawerPerson({ attendee, isChosen, onChoose }: DrawerPersonProps) {
  const { t } = useTranslation('presence');
  const { nameOf, roleOf } = usePersonTexts();
  return (
    <button
      type="button"
      data-person={attendee.uid}
      data-chosen={isChosen || undefined}
      aria-haspopup="dialog"
      aria-expanded={isChosen}
      onClick={() => onChoose(attendee)}
      className={`${rowStyles.button} press min-h-13 w-full not-data-chosen:hover:bg-raised`}
    >
      <Face person={attendee} name={nameOf(attendee)} size={36} status={statusOf(attendee)} />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-name font-strong">
          <bdi>{nameOf(attendee)}</bdi>
        </span>
        <span className="block truncate text-caption text-ink-2">
          <bdi>{roleOf(attendee)}</bdi>
        </span>
      </span>
      <span className="sr-only">{t(`status.${statusOf(attendee)}`)}</span>
    </button>
  );
}

const maxShown = 4;

export default function DrawerPeople({ closeMenu }: MenuContext) {
  const { t } = useTranslation('presence');
  const id = useId();
  const number = useNumberFormat();
  const age = useStaleAge();
  const currentAreaId = useVenue((state) => state.currentAreaId);
  const count = usePresence(({ counts }) => counts.areas.get(currentAreaId ?? '') ?? 0);
  const faces = useFaces();
  const { open: openList } = useAttendeeListPanel();
  const [chosen, setChosen] = useState<AttendeePresence | null>(null);
  const close = () => setChosen(null);
  const choose = (next: AttendeePresence): void => {
    const isOther = next.uid !== chosen?.uid;
    if (isOther) track('presence', 'select');
    setChosen(isOther ? next : null);
  };
  return (
    <section aria-labelledby={id} className="border-t border-line px-1.5 pb-1.5">
      <SectionHead id={id}>
        <span className="flex-1">{t('title')}</span> <span>{number(count)}</span>
      </SectionHead>
      {age !== undefined && (
        <p className="px-3 pb-1 text-caption text-ink-2">{t('age.disconnected', { age })}</p>
      )}
      {faces.length === 0 && <p className="px-3 py-1 text-caption text-ink-2">{t('none.alone')}</p>}
      <ul className={age === undefined ? undefined : 'opacity-65 grayscale'}>
        {faces.slice(0, maxShown).map((attendee) => (
          <li key={attendee.uid}>
            <DrawerPerson attendee={attendee} isChosen={chosen?.uid === attendee.uid} onChoose={choose} />
          </li>
        ))}
      </ul>
      <button
        type="button"
        onClick={() => {
          closeMenu();
          openList();
        }}
        className="press flex min-h-11 w-full items-center rounded-field px-3 text-start text-name hover:bg-raised"
      >
        {t('showAll')}
      </button>
      {chosen && (
        <AttendeeCard
          attendee={chosen}
          onClose={close}
          onLeave={() => {
            close();
            closeMenu();
          }}
        />
      )}
    </section>
  );
}
