/** The virtualized messages of a room. Pages added above or below do not move the visible messages. */
import arrowDown from '@phosphor-icons/core/regular/arrow-down.svg?raw';
import type { ChatRoom } from '@foyer/contract';
import { Icon } from '../../../platform/icons/Icon.tsx';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { TimelineEntryView } from './TimelineEntryView.tsx';
import { MessageAnnouncer } from './MessageAnnouncer.tsx';
import { PageEdge } from './PageEdge.tsx';
import { UnreadBadge } from '../rooms/UnreadBadge.tsx';
import { useTimelineEntries } from './useTimelineEntries.ts';
import { useMessageFocus } from './useMessageFocus.ts';
import { useMessageScroll } from './useMessageScroll.ts';
import { useMarkRead } from './useMarkRead.ts';
import type { Timeline } from '../model/timeline.ts';
import listStyles from '../panel/chatList.module.css';
import styles from './chatTimeline.module.css';

export interface MessageListProps {
  readonly room: ChatRoom;
  readonly timeline: Timeline;
}

export function MessageList({ room, timeline }: MessageListProps) {
  const { t } = useTranslation('chat');
  const { entries, newCount } = useTimelineEntries(room, timeline);
  const { scroller, virtualizer, isAtEnd, toLatest } = useMessageScroll({ room, timeline, entries });
  useMarkRead(room, timeline, isAtEnd);
  const { onKeyDown, onFocus, tabStop } = useMessageFocus(entries, virtualizer);
  return (
    <div
      role="presentation"
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      className="relative flex min-h-0 flex-1 flex-col"
    >
      <div
        ref={scroller}
        role="log"
        aria-live="off"
        aria-label={t('log')}
        className={`${styles.log} ${listStyles.scroller}`}
      >
        <PageEdge roomId={room.id} side="older" hasMore={timeline.hasOlder} />
        <div className="relative w-full shrink-0" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, key, start }) => {
            const entry = entries[index];
            return (
              entry && (
                <div
                  key={key}
                  ref={virtualizer.measureElement}
                  data-index={index}
                  className="absolute inset-x-0 top-0"
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <TimelineEntryView
                    room={room}
                    entry={entry}
                    newCount={newCount}
                    isTabStop={entry.key === tabStop}
                  />
                </div>
              )
            );
          })}
        </div>
        <PageEdge roomId={room.id} side="newer" hasMore={timeline.hasNewer} />
      </div>
      {(isAtEnd === false || timeline.hasNewer) && (
        <button
          type="button"
          aria-label={t('toLatest')}
          onClick={toLatest}
          className={`${styles.toLatest} island press`}
        >
          <UnreadBadge count={room.unreadCount} />
          <Icon svg={arrowDown} size={20} />
        </button>
      )}
      <MessageAnnouncer timeline={timeline} />
    </div>
  );
}
