/** A post that waits for the approval of a host, with what the user can do about it. */
import clock from '@phosphor-icons/core/regular/clock.svg?raw';
import type { ChatHeldPost } from '@foyer/contract';
import { useCallback, useState } from 'react';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { Icon } from '../../../platform/icons/Icon.tsx';
import { useShowSnackbar } from '../../../platform/snackbars.ts';
import { useVisit } from '../../../platform/visit/VisitProvider.tsx';
import { Button } from '../../../ui/Button.tsx';
import { MissingFile, Picture } from '../files/Picture.tsx';
import { useMentionedNames } from '../message/MessageContent.tsx';
import { MessageText } from '../message/MessageText.tsx';
import { createHeldFileUrls } from '../model/uploads.ts';
import { useChatNames } from '../names/useChatNames.ts';
import { useTimes } from '../names/useTimes.ts';
import { ChatFace } from '../people/ChatFace.tsx';
import { Foldable } from '../posts/Foldable.tsx';
import { createHeldPosts } from '../posts/model/heldPosts.ts';
import { useChat } from '../useChat.ts';
import { useOwnId } from '../useOwnId.ts';
import { HeldPostMenu } from './HeldPostMenu.tsx';
import styles from './heldPosts.module.css';
import { useTexts } from './useTexts.ts';

interface Props {
  readonly roomId: string;
  readonly post: ChatHeldPost;
}

export function HeldPost({ roomId, post }: Props) {
  const { t } = useTexts();
  const { t: chat } = useTranslation('chat');
  const heldPosts = useVisit().get(createHeldPosts);
  const showSnackbar = useShowSnackbar();
  const { nameOf } = useChatNames();
  const { short, moment } = useTimes();
  const ownId = useOwnId();
  const author = useChat(({ users }) => users.get(post.authorId)) ?? { uid: post.authorId };
  const room = useChat(({ rooms }) => rooms.get(roomId));
  const names = useMentionedNames(post.mentions);
  const [pending, setPending] = useState<'approve' | 'decline'>();
  const isOwn = post.authorId === ownId;
  const name = nameOf(post.authorId);
  const decide = async (decision: 'approve' | 'decline'): Promise<void> => {
    if (pending !== undefined) return;
    setPending(decision);
    try {
      const result = await heldPosts[decision](roomId, post);
      if (result !== 'done') showSnackbar(t(result), { tone: 'warning' });
    } catch {
      showSnackbar(chat('actionFailed'), { tone: 'warning' });
    }
    setPending(undefined);
  };
  const button = (decision: 'approve' | 'decline', label: string) => (
    <Button
      size="small"
      kind={decision === 'approve' ? 'secondary' : 'quiet'}
      busy={pending === decision}
      aria-label={isOwn ? undefined : t('of', { action: label, name })}
      onClick={() => void decide(decision)}
    >
      {label}
    </Button>
  );
  return (
    <li data-held={post.id} className={styles.post}>
      <ChatFace user={author} size={32} />
      <div className={styles.body}>
        <p className={styles.head}>
          <bdi className={styles.name}>{name}</bdi>
          <time dateTime={new Date(post.at).toISOString()} title={moment(post.at)} className={styles.time}>
            {short(post.at)}
          </time>
        </p>
        {isOwn && (
          <p className={styles.state}>
            <Icon svg={clock} size={14} />
            {t('waiting')}
          </p>
        )}
        {post.replyTo !== undefined && <p className={styles.state}>{t('reply')}</p>}
        <Foldable text={post.text} isTabStop>
          <HeldPicture roomId={roomId} post={post} />
          {post.text !== '' && <MessageText text={post.text} names={names} />}
        </Foldable>
        <div className={styles.actions}>
          {isOwn ? (
            button('decline', t('withdraw'))
          ) : (
            <>
              {button('approve', t('approve'))}
              {button('decline', t('decline'))}
              {room && <HeldPostMenu room={room} author={{ uid: post.authorId, name }} />}
            </>
          )}
        </div>
      </div>
    </li>
  );
}

function HeldPicture({ roomId, post: { id, upload } }: Props) {
  const getHeldFileUrl = useVisit().get(createHeldFileUrls);
  const getUrl = useCallback(() => getHeldFileUrl(roomId, id), [getHeldFileUrl, roomId, id]);
  if (!upload) return null;
  const { name, width, height } = upload;
  if (width === undefined || height === undefined) return <MissingFile name={name} />;
  return <Picture upload={upload} width={width} height={height} getUrl={getUrl} />;
}
