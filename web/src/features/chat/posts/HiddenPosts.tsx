import type { ChatRoom } from '@foyer/contract';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { messageNoun } from '../message/messageNoun.ts';
import styles from './post.module.css';

interface Props {
  readonly room: ChatRoom;
  readonly seqs: readonly number[];
}

/** In place of posts or replies of blocked users. A report of one of them leads to it. */
export function HiddenPosts({ room, seqs }: Props) {
  const { t } = useTranslation('chat');
  return (
    <p tabIndex={-1} data-seq={seqs.join(' ')} className={styles.hiddenPosts}>
      {t(`${messageNoun(room)}.hidden`, { count: seqs.length })}
    </p>
  );
}
