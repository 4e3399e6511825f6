/** Discussions and walls: a `PostFeed` is downloaded when it is first shown. */
import warningIcon from '@phosphor-icons/core/regular/warning-circle.svg?raw';
import { lazyOptional } from '../../platform/loading/lazyOptional.tsx';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Statement } from '../../ui/Statement.tsx';
import type { PostFeedProps } from './posts/PostFeed.tsx';

/** In place of a feed that could not be downloaded, until it is. */
export function FeedFailed() {
  const { t } = useTranslation('widgets');
  return <Statement svg={warningIcon} level={3} title={t('failed.title')} />;
}

/** The posts of a discussion or a wall, with a message field. */
export const PostFeed = lazyOptional<PostFeedProps>(
  () => import('./posts/PostFeed.tsx'),
  ['chat', 'presence'],
  FeedFailed,
);
