/** New messages of others, said once to whoever hears the page instead of seeing it; in a lively room, how many. */
import type { ChatMessage } from '@foyer/contract';
import { useEffect, useRef, useState } from 'react';
import { useChatData } from '../../../platform/chat/chatData.ts';
import type { Timeline } from '../../../platform/chat/timeline.ts';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { runAfter } from '../../../platform/time/timers.ts';
import { useMessageSummary } from '../rooms/RoomRow.tsx';
import { useChatNames } from '../names/useChatNames.ts';
import { useOwnId } from '../useOwnId.ts';

export interface MessageAnnouncerProps {
  readonly timeline: Timeline;
}

/** What comes within this time after something was said is said together. */
const minIntervalMs = 4_000;

export function MessageAnnouncer({ timeline: { messages, newer } }: MessageAnnouncerProps) {
  const { t } = useTranslation('chat');
  const ownId = useOwnId();
  const { nameOf } = useChatNames();
  const line = useMessageSummary();
  const blocked = useChatData((data) => data.blocked);
  const [said, setSaid] = useState('');
  const known = useRef(messages.at(-1)?.seq ?? 0);
  const saidAt = useRef(-Infinity);
  const wordsFor = (news: readonly ChatMessage[]): string => {
    const [only] = news;
    if (!only || news.length > 1) return t('newCount', { count: news.length });
    return only.notice ? line(only) : t('said', { name: nameOf(only.authorId), text: line(only) });
  };
  useEffect(() => {
    if (newer) return undefined;
    const wait = Math.max(0, saidAt.current + minIntervalMs - performance.now());
    return runAfter(wait, () => {
      const from = messages.findLastIndex(({ seq }) => seq <= known.current) + 1;
      const news = messages
        .slice(from)
        .filter(({ authorId }) => authorId !== ownId && !blocked.has(authorId));
      known.current = messages.at(-1)?.seq ?? known.current;
      if (news.length === 0) return;
      saidAt.current = performance.now();
      setSaid(wordsFor(news));
    });
  });
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  );
}
