/** Announces new messages of others to screen readers; in a busy room, only their number. */
import type { ChatMessage } from '@foyer/contract';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { runAfter } from '../../../platform/time/timers.ts';
import { useMessageSummary } from '../message/useMessageSummary.ts';
import { useChatNames } from '../names/useChatNames.ts';
import { useOwnId } from '../useOwnId.ts';
import type { Timeline } from '../model/timeline.ts';
import { useChat } from '../useChat.ts';

export interface MessageAnnouncerProps {
  readonly timeline: Timeline;
}

/** Least time between two announcements; messages in between are announced together. */
const minIntervalMs = 4_000;

export function MessageAnnouncer({ timeline: { messages, hasNewer } }: MessageAnnouncerProps) {
  const { t } = useTranslation('chat');
  const ownId = useOwnId();
  const { nameOf } = useChatNames();
  const line = useMessageSummary();
  const blocked = useChat((data) => data.blocked);
  const [announcement, setAnnouncement] = useState('');
  const lastSeq = useRef(messages.at(-1)?.seq ?? 0);
  const announcedAt = useRef(-Infinity);
  const textFor = (added: readonly ChatMessage[]): string => {
    const [only] = added;
    if (!only || added.length > 1) return t('newCount', { count: added.length });
    return only.notice ? line(only) : t('authorAndText', { name: nameOf(only.authorId), text: line(only) });
  };
  useEffect(() => {
    if (hasNewer) return undefined;
    const wait = Math.max(0, announcedAt.current + minIntervalMs - performance.now());
    return runAfter(wait, () => {
      const from = messages.findLastIndex(({ seq }) => seq <= lastSeq.current) + 1;
      const added = messages
        .slice(from)
        .filter(({ authorId }) => authorId !== ownId && !blocked.has(authorId));
      lastSeq.current = messages.at(-1)?.seq ?? lastSeq.current;
      if (added.length === 0) return;
      announcedAt.current = performance.now();
      setAnnouncement(textFor(added));
    });
  });
  return (
    <p role="status" className="sr-only">
      {announcement}
    </p>
  );
}
