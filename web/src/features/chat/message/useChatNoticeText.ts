/** Returns a function that translates a notice, such as "Ada joined". */
import type { ChatMessage } from '@foyer/contract';
import { useCallback } from 'react';
import { isolate } from '../../../platform/i18n/texts.ts';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { useChatNames } from '../names/useChatNames.ts';
import { useOwnId } from '../useOwnId.ts';

const minuteMs = 60_000;

export function useChatNoticeText(): (message: ChatMessage) => string {
  const { t, language } = useTranslation('chat');
  const { nameOf } = useChatNames();
  const ownId = useOwnId();
  return useCallback(
    ({ notice, authorId }) => {
      if (!notice) return '';
      const { kind, uids = [], name = '', durationMs = 0 } = notice;
      const who = (uid: string): string => (uid === ownId ? t('person.you') : nameOf(uid));
      const whom = uids.map((uid) => isolate(who(uid), language)).join(t('comma'));
      const minutes = Math.max(1, Math.round(durationMs / minuteMs));
      return t(`notice.${kind}`, { who: who(authorId), whom, name, count: minutes });
    },
    [t, language, nameOf, ownId],
  );
}
