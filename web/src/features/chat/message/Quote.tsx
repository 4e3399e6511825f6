/** Shows the message that a reply refers to; a click scrolls to it. */
import type { ChatMessage } from '@foyer/contract';
import { useChatData } from '../../../platform/chat/chatData.ts';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { showTargetMessage } from '../panel/panelView.ts';
import { useMessageSummary } from './useMessageSummary.ts';
import { useChatNames } from '../names/useChatNames.ts';

/** A loaded message of a room; undefined if it is not among the loaded ones. */
export const useMessage = (roomId: string, seq: number | undefined): ChatMessage | undefined =>
  useChatData(({ messagesByRoom }) =>
    messagesByRoom.get(roomId)?.timeline?.messages.find((message) => message.seq === seq),
  );

export function Quote({ roomId, seq }: { readonly roomId: string; readonly seq: number }) {
  const { t } = useTranslation('chat');
  const { nameOf } = useChatNames();
  const line = useMessageSummary();
  const message = useMessage(roomId, seq);
  return (
    <button type="button" onClick={() => showTargetMessage(roomId, seq)} className="message-quote">
      <bdi className="block truncate font-strong">
        {message ? nameOf(message.authorId) : t('reply.earlier')}
      </bdi>
      <span dir="auto" className="block truncate">
        {message ? line(message) : t('reply.show')}
      </span>
    </button>
  );
}
