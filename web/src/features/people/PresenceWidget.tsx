/** The header's widget: faces and numbers of the attendees; opens the list of all attendees (HEAD-06). */
import caretDown from '@phosphor-icons/core/bold/caret-down-bold.svg?raw';
import usersIcon from '@phosphor-icons/core/regular/users-three.svg?raw';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import { importWithRetry } from '../../platform/loading/importWithRetry.ts';
import { useMedia } from '../../platform/media.ts';
import { useAttendeeListPanel } from './attendeeListPanel.ts';
import { importPresencePanel } from './importPresencePanel.ts';
import { useIsSidePanelOpen } from '../../platform/sidePanels.ts';
import { useVenue } from '../../platform/state/venue.ts';
import { Face } from '../../ui/Face.tsx';
import styles from './presenceWidget.module.css';
import { useStaleAge } from './useStaleAge.ts';
import { useFaces } from './useFaces.ts';
import { useNumberFormat } from '../../platform/i18n/useNumberFormat.ts';
import { usePresence } from '../presence/index.ts';
import { usePersonTexts } from './usePersonTexts.ts';

interface Counts {
  /** Undefined outside of all areas. */
  readonly here: number | undefined;
  readonly total: number;
}

function useCounts(): Counts {
  const currentAreaId = useVenue((state) => state.currentAreaId);
  const { total, areas } = usePresence((state) => state.counts);
  return { here: currentAreaId === null ? undefined : (areas.get(currentAreaId) ?? 0), total };
}

function Faces() {
  const faces = useFaces();
  const { nameOf } = usePersonTexts();
  if (faces.length === 0) return <Icon svg={usersIcon} size={22} className="ms-3" />;
  return (
    <span className={styles.faces}>
      {faces.map((attendee) => (
        <Face
          key={attendee.uid}
          person={attendee}
          name={nameOf(attendee)}
          size={40}
          className={styles.face ?? ''}
        />
      ))}
    </span>
  );
}

function useCountTexts({ here, total }: Counts) {
  const { t } = useTranslation('presence');
  const number = useNumberFormat();
  const event = t('widget.event', { count: total, number: number(total) });
  const first = here === undefined ? undefined : t('widget.here', { count: here, number: number(here) });
  return {
    first,
    event,
    label:
      first === undefined ? t('widget.labelEvent', { event }) : t('widget.label', { here: first, event }),
  };
}

function WideContent({ counts, age }: { readonly counts: Counts; readonly age: string | undefined }) {
  const { t } = useTranslation('presence');
  const { first, event } = useCountTexts(counts);
  return (
    <>
      <Faces />
      <span className="text-start tabular-nums">
        <span className="block text-name font-strong">{first ?? event}</span>
        {(first !== undefined || age !== undefined) && (
          <span className="block text-caption text-ink-2">
            {age === undefined ? event : t('age.short', { age })}
          </span>
        )}
      </span>
      <Icon svg={caretDown} size={16} />
    </>
  );
}

function NarrowContent({ counts: { here, total } }: { readonly counts: Counts }) {
  const number = useNumberFormat();
  return (
    <>
      <Icon svg={usersIcon} size={20} />
      <span className="text-button font-strong tabular-nums">{number(here ?? total)}</span>
    </>
  );
}

export default function PresenceWidget() {
  const phone = useMedia('phone');
  const counts = useCounts();
  const age = useStaleAge();
  const { label } = useCountTexts(counts);
  const { t } = useTranslation('presence');
  const panel = useAttendeeListPanel();
  const isOpen = useIsSidePanelOpen(panel.id);
  // Preloads the panel. An error is shown when it is opened.
  const preload = () => void importWithRetry(importPresencePanel).catch(() => undefined);
  return (
    <button
      type="button"
      data-opens="presence"
      data-stale={age === undefined ? undefined : true}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      aria-label={age === undefined ? label : `${label}, ${t('age.short', { age })}`}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={isOpen ? panel.close : panel.open}
      className={`${styles.widget} island press ${phone ? 'h-11 gap-2 px-4' : 'h-15.5 gap-3 ps-2 pe-5'}`}
    >
      {phone ? <NarrowContent counts={counts} /> : <WideContent counts={counts} age={age} />}
    </button>
  );
}
