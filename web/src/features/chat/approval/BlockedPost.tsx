/**
 * A held post of a user whom the host has blocked. It is hidden as in the wall, but can be shown, because hosts must be able to
 * decide about it: reports show messages of blocked users, too.
 */
import type { ChatHeldPost } from '@foyer/contract';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { Button } from '../../../ui/Button.tsx';
import { messageNoun } from '../message/messageNoun.ts';
import { useChat } from '../useChat.ts';
import styles from './heldPosts.module.css';
import { useTexts } from './useTexts.ts';

interface Props {
  readonly roomId: string;
  readonly post: ChatHeldPost;
  readonly onShow: () => void;
}

export function BlockedPost({ roomId, post, onShow }: Props) {
  const { t } = useTexts();
  const { t: chat } = useTranslation('chat');
  const noun = useChat(({ rooms }) => messageNoun(rooms.get(roomId)));
  return (
    <li data-held={post.id} className={styles.post}>
      <div className={styles.body}>
        <p className={styles.state}>{chat(`${noun}.hidden`, { count: 1 })}</p>
        <div data-actions className={styles.actions}>
          <Button size="small" kind="quiet" onClick={onShow}>
            {t('show')}
          </Button>
        </div>
      </div>
    </li>
  );
}
