/** What the user can do about a held or declined post. */
import type { ChatHeldPost, ChatRoom } from '@foyer/contract';
import { useState } from 'react';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { useShowSnackbar } from '../../../platform/snackbars.ts';
import { useVisit } from '../../../platform/visit/VisitProvider.tsx';
import { Button } from '../../../ui/Button.tsx';
import { createHeldPosts } from '../posts/model/heldPosts.ts';
import { HeldPostMenu } from './HeldPostMenu.tsx';
import styles from './heldPosts.module.css';
import { useTexts } from './useTexts.ts';

type Decision = 'approve' | 'decline';

interface Props {
  readonly roomId: string;
  readonly room: ChatRoom | undefined;
  readonly post: ChatHeldPost;
  /** The name of the author. */
  readonly name: string;
  readonly isOwn: boolean;
  readonly isDeclined: boolean;
  /** Undefined: the user cannot write the post again. */
  readonly onWriteAgain: (() => void) | undefined;
}

export function HeldPostActions({ roomId, room, post, name, isOwn, isDeclined, onWriteAgain }: Props) {
  const { t } = useTexts();
  const { t: chat } = useTranslation('chat');
  const heldPosts = useVisit().get(createHeldPosts);
  const showSnackbar = useShowSnackbar();
  const [pending, setPending] = useState<Decision>();
  const decide = async (decision: Decision): Promise<void> => {
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
  const button = (decision: Decision, label: string) => (
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
    <div data-actions className={styles.actions}>
      {isOwn ? (
        <>
          {onWriteAgain && (
            <Button size="small" kind="secondary" onClick={onWriteAgain}>
              {t('writeAgain')}
            </Button>
          )}
          {button('decline', t(isDeclined ? 'remove' : 'withdraw'))}
        </>
      ) : (
        <>
          {button('approve', t('approve'))}
          {button('decline', t('decline'))}
          {room && <HeldPostMenu room={room} author={{ uid: post.authorId, name }} />}
        </>
      )}
    </div>
  );
}
