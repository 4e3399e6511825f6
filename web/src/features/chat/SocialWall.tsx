/** A social wall, and its posts on a big screen: downloaded when they are first shown. */
import { lazyOptional } from '../../platform/loading/lazyOptional.tsx';
import { PostsSkeleton } from '../../ui/PostsSkeleton.tsx';
import { FeedFailed } from './PostFeed.tsx';
import type { PresentedPostsProps } from './wall/PresentedPosts.tsx';
import type { WallProps } from './wall/Wall.tsx';

/** The posts of a wall with a message field, and those that wait for approval. */
export const SocialWall = lazyOptional<WallProps>(
  () => import('./wall/Wall.tsx'),
  ['chat', 'presence'],
  FeedFailed,
  () => <PostsSkeleton rows={6} />,
);

export const PresentedPosts = lazyOptional<PresentedPostsProps>(
  () => import('./wall/PresentedPosts.tsx'),
  ['chat', 'presence'],
  FeedFailed,
);
