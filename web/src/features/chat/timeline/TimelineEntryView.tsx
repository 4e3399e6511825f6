import type { ChatRoom } from '@foyer/contract';
import { memo } from 'react';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import type { TimelineEntry } from './timelineEntries.ts';
import { MessageRow, WaitingRow } from '../message/MessageRow.tsx';
import { useTimes } from '../names/useTimes.ts';
import { useChatNoticeText } from '../message/useChatNoticeText.ts';
import styles from './chatTimeline.module.css';

export interface TimelineEntryViewProps {
  readonly room: ChatRoom;
  readonly entry: TimelineEntry;
  /** Number of new messages, for the separator above them. */
  readonly newCount: number;
  /** Whether the entry is reachable by Tab; the others are reached by the arrow keys. */
  readonly isTabStop: boolean;
}

const areShallowEqual = <T extends object>(one: T, other: T): boolean =>
  Object.keys(one).every((key) => one[key as keyof T] === other[key as keyof T]);

/** Every new message creates new entry and room objects, so entries are compared by content to avoid rendering all. */
const isUnchanged = (before: TimelineEntryViewProps, now: TimelineEntryViewProps): boolean =>
  before.isTabStop === now.isTabStop &&
  // The label of a day changes at midnight.
  now.entry.kind !== 'day' &&
  (now.entry.kind !== 'new' || before.newCount === now.newCount) &&
  before.room.id === now.room.id &&
  before.room.readOnlyReason === now.room.readOnlyReason &&
  before.entry.kind === now.entry.kind &&
  areShallowEqual(before.entry, now.entry);

/** One entry of a room's timeline. */
export const TimelineEntryView = memo(function EntryView({
  room,
  entry,
  newCount,
  isTabStop,
}: TimelineEntryViewProps) {
  const { t } = useTranslation('chat');
  const { day } = useTimes();
  const noticeText = useChatNoticeText();
  switch (entry.kind) {
    case 'message':
      return <MessageRow room={room} entry={entry} isTabStop={isTabStop} />;
    case 'waiting':
      return <WaitingRow entry={entry} isTabStop={isTabStop} />;
    case 'day':
      return (
        <div className={styles.separator}>
          <span>{day(entry.at)}</span>
        </div>
      );
    case 'new':
      return (
        <div className={`${styles.separator} ${styles.newMessages}`}>
          <span>{newCount > 0 ? t('newCount', { count: newCount }) : t('new')}</span>
        </div>
      );
    case 'hidden':
      return <p className={styles.notice}>{t('message.hidden', { count: entry.count })}</p>;
    default:
      return <p className={styles.notice}>{noticeText(entry.message)}</p>;
  }
}, isUnchanged);
