/** Shows the message that a reply refers to; a click scrolls to it. */
import type { ChatMessage } from '@foyer/contract';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { useMessageSummary } from './useMessageSummary.ts';
import { useChatNames } from '../names/useChatNames.ts';
import { useChat } from '../useChat.ts';
import { createChatView } from '../model/view.ts';
import { useVisit } from '../../../platform/visit/VisitProvider.tsx';
import styles from './chatMessage.module.css';

/** A loaded message of a room; undefined if it is not among the loaded ones. */
const useMessage = (roomId: string, seq: number | undefined): ChatMessage | undefined =>
  useChat(({ messagesByRoom }) =>
    messagesByRoom.get(roomId)?.timeline?.messages.find((message) => message.seq === seq),
  );

export function Quote({ roomId, seq }: { readonly roomId: string; readonly seq: number }) {
  const view = useVisit().get(createChatView);
  const { t } = useTranslation('chat');
  const { nameOf } = useChatNames();
  const line = useMessageSummary();
  const message = useMessage(roomId, seq);
  return (
    <button type="button" onClick={() => view.showMessage({ roomId, seq })} className={styles.quote}>
      <bdi className="block truncate font-strong">
        {message ? nameOf(message.authorId) : t('reply.earlier')}
      </bdi>
      <span dir="auto" className="block truncate">
        {message ? line(message) : t('reply.show')}
      </span>
    </button>
  );
}
