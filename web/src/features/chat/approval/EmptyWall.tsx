import chatsIcon from '@phosphor-icons/core/regular/chats-circle.svg?raw';
import { Statement } from '../../../ui/Statement.tsx';
import { useIsHost } from '../useOwnId.ts';
import { useHeldPosts } from './useHeldPosts.ts';
import { useTexts } from './useTexts.ts';

/**
 * Shown instead of the posts while a wall with approval has none. Asks the user to be the first to post, unless there are held
 * or declined posts.
 */
export function EmptyWall({ roomId }: { readonly roomId: string }) {
  const { t } = useTexts();
  const isHost = useIsHost();
  const { status, held, declined } = useHeldPosts(roomId);
  if (status === 'loading') return null;
  if (held.length > 0 || declined.length > 0)
    return isHost ? <Statement svg={chatsIcon} level={3} title={t('noneApproved')} /> : null;
  return (
    <Statement
      svg={chatsIcon}
      level={3}
      title={t('first')}
      text={t(isHost ? 'everyoneReads' : 'hostReadsFirst')}
    />
  );
}
