/** What a held post replies to, in one line. A press leads to it if the wall shows it. */
import type { ChatMessage, ChatRoom } from '@foyer/contract';
import { messageNoun } from '../message/messageNoun.ts';
import { useMessageSummary } from '../message/useMessageSummary.ts';
import { useChatNames } from '../names/useChatNames.ts';
import styles from './heldPosts.module.css';
import { useTexts } from './useTexts.ts';

interface Props {
  readonly room: ChatRoom | undefined;
  /** Null: no longer stored. Undefined: not known yet. */
  readonly message: ChatMessage | null | undefined;
  /** Undefined: the wall does not show it. */
  readonly onShow: (() => void) | undefined;
}

export function RepliedTo({ room, message, onShow }: Props) {
  const { t } = useTexts();
  const { nameOf } = useChatNames();
  const line = useMessageSummary(messageNoun(room));
  if (!message) return <p className={styles.state}>{t(message === null ? 'replyGone' : 'reply')}</p>;
  const content = (
    <>
      <bdi>{t('replyTo', { name: nameOf(message.authorId) })}</bdi> <bdi>{line(message)}</bdi>
    </>
  );
  if (!onShow) return <p className={styles.reply}>{content}</p>;
  return (
    <button type="button" onClick={onShow} className={`${styles.reply} press target`}>
      {content}
    </button>
  );
}
