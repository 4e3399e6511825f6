import crown from '@phosphor-icons/core/fill/crown-simple-fill.svg?raw';
import chatIcon from '@phosphor-icons/core/regular/chat-circle-dots.svg?raw';
import userIcon from '@phosphor-icons/core/regular/user.svg?raw';
import walk from '@phosphor-icons/core/regular/person-simple-walk.svg?raw';
import type { AttendeePresence } from '@foyer/contract';
import { memo } from 'react';
import { track } from '../../../platform/analytics/track.ts';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { Icon } from '../../../platform/icons/Icon.tsx';
import { AreaLink } from '../../../platform/navigation/AreaLink.tsx';
import { usePresence } from '../../presence/index.ts';
import { Face } from '../../../ui/Face.tsx';
import { useChatModel } from '../../chat/index.ts';
import { statusOf, usePersonTexts } from '../usePersonTexts.ts';
import styles from './personRow.module.css';
import type { RowHandlers } from './useRovingFocus.ts';

export interface AreaTarget {
  readonly areaId: string;
  readonly areaName: string;
}

export interface PersonRowProps {
  /** The data at the time of listing. The row shows newer data if there are any. */
  readonly listed: AttendeePresence;
  /** Undefined for the current area, and for attendees in no area. */
  readonly target: AreaTarget | undefined;
  /** Whether Tab reaches this row. The arrow keys reach the others. */
  readonly isTabStop: boolean;
  /** Whether the row's card is open; undefined if rows open no cards. */
  readonly isExpanded?: boolean | undefined;
  readonly onChoose: (attendee: AttendeePresence) => void;
  readonly handlers: RowHandlers;
}

function Status({ attendee, hasLeft }: { readonly attendee: AttendeePresence; readonly hasLeft: boolean }) {
  const { t } = useTranslation('presence');
  return (
    <span className={`${styles.status} text-smallest text-ink-3`}>
      {hasLeft ? t('left') : t(`status.${statusOf(attendee)}`)}
    </span>
  );
}

function PersonText({ attendee }: { readonly attendee: AttendeePresence }) {
  const { t } = useTranslation('presence');
  const { nameOf, roleOf } = usePersonTexts();
  const role = roleOf(attendee);
  return (
    <span className="min-w-0 flex-1">
      <span className="flex items-center gap-1.5 text-name font-strong">
        <bdi className="truncate">{nameOf(attendee)}</bdi>
        {attendee.host && <Icon svg={crown} size={14} label={t('host')} className="text-ink-2" />}
      </span>
      {role && (
        <span className="block truncate text-caption text-ink-2">
          <bdi>{role}</bdi>
        </span>
      )}
    </span>
  );
}

/** One attendee, with buttons to chat and to go to their area. */
export const PersonRow = memo(function PersonRow(props: PersonRowProps) {
  const { listed, target, isTabStop, isExpanded, onChoose, handlers } = props;
  const { t } = useTranslation('presence');
  const chat = useChatModel();
  const { nameOf } = usePersonTexts();
  const now = usePresence(({ attendees }) => attendees.get(listed.uid));
  const attendee = now ?? listed;
  const hasLeft = now === undefined;
  return (
    <div className={styles.row} data-left={hasLeft || undefined} data-chosen={isExpanded || undefined}>
      <button
        type="button"
        data-person={attendee.uid}
        tabIndex={isTabStop ? 0 : -1}
        aria-haspopup="dialog"
        aria-expanded={isExpanded}
        onClick={() => onChoose(attendee)}
        onKeyDown={(event) => handlers.onKeyDown(event, attendee.uid)}
        onFocus={() => handlers.onFocus(attendee.uid)}
        onBlur={handlers.onBlur}
        className={styles.button}
      >
        <Face
          person={attendee}
          name={nameOf(attendee)}
          size={44}
          status={hasLeft ? undefined : statusOf(attendee)}
        />
        <PersonText attendee={attendee} />
        <Status attendee={attendee} hasLeft={hasLeft} />
        <Icon svg={userIcon} size={20} className={styles.hint ?? ''} />
      </button>
      <button
        type="button"
        aria-label={t('chatWith', { name: nameOf(attendee) })}
        onClick={() => {
          track('presence', 'startChat');
          chat.startWith(attendee.uid);
        }}
        className={`${styles.action} press target`}
      >
        <Icon svg={chatIcon} size={20} />
      </button>
      {target && !hasLeft && (
        <AreaLink
          areaId={target.areaId}
          onClick={() => track('presence', 'goTo', { area: target.areaId })}
          aria-label={t('goToAttendee', { name: nameOf(attendee), area: target.areaName })}
          className={`${styles.action} press target`}
        >
          <Icon svg={walk} size={20} mirror />
        </AreaLink>
      )}
    </div>
  );
});
