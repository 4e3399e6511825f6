/** New messages of others, said once to whoever hears the page instead of seeing it. */
import { useState } from 'react';
import type { Timeline } from '../../platform/chat/timeline.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { useMessageLine } from './RoomRow.tsx';
import { useChatWords } from './useChatWords.ts';
import { useOwnId } from './useMe.ts';

export interface NewsForReadersProps {
  readonly timeline: Timeline;
}

export function NewsForReaders({ timeline }: NewsForReadersProps) {
  const { t } = useTranslation('chat');
  const ownId = useOwnId();
  const { nameOf } = useChatWords();
  const line = useMessageLine();
  const last = timeline.newer ? undefined : timeline.messages.at(-1);
  const [said, setSaid] = useState({ seq: last?.seq ?? 0, text: '' });
  if (last && last.seq > said.seq) {
    const isOwn = last.authorId === ownId;
    setSaid({
      seq: last.seq,
      text: isOwn
        ? ''
        : last.notice
          ? line(last)
          : t('said', { name: nameOf(last.authorId), text: line(last) }),
    });
  }
  return (
    <p role="status" className="sr-only">
      {said.text}
    </p>
  );
}
