import type { ChatMessage } from '@foyer/contract';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { useChatNoticeText } from './useChatNoticeText.ts';
import { useChat } from '../useChat.ts';
import type { MessageNoun } from './messageNoun.ts';

/** Returns a function that summarizes a message in one line, and hides the text of blocked users. */
export function useMessageSummary(noun: MessageNoun = 'message'): (message: ChatMessage) => string {
  const { t } = useTranslation('chat');
  const noticeText = useChatNoticeText();
  const blocked = useChat((data) => data.blocked);
  return (message) => {
    if (message.deletedBy) return t(`${noun}.deleted`);
    if (blocked.has(message.authorId) && !message.notice) return t(`${noun}.hidden`, { count: 1 });
    if (message.notice) return noticeText(message);
    if (message.text !== '') return message.text;
    const isPicture = message.upload?.mediaType.startsWith('image/') ?? false;
    return isPicture ? t('message.picture') : (message.upload?.name ?? '');
  };
}
