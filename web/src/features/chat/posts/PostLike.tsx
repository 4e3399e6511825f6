import { useStore } from 'zustand';
import { useNumberFormat } from '../../../platform/i18n/useNumberFormat.ts';
import { isAbort } from '../../../platform/api/abort.ts';
import { likeErrorOf } from '../../../platform/likes/likeErrorOf.ts';
import { noLikes, shownLikes } from '../../../platform/likes/pieceLikes.ts';
import { useShowSnackbar } from '../../../platform/snackbars.ts';
import { LikeToggle } from '../../../ui/LikeToggle.tsx';
import { keyOfPlace, type PostPlace } from './model/postsState.ts';
import { usePostsModel } from './usePosts.ts';
import { useTexts } from './useTexts.ts';

interface Props {
  readonly place: PostPlace;
  readonly seq: number;
  readonly isTabStop: boolean;
}

/** The heart of a post or a reply. It is rendered again only when its own number or heart changes. */
export function PostLike({ place, seq, isTabStop }: Props) {
  const { t } = useTexts();
  const number = useNumberFormat();
  const { store, toggleLike } = usePostsModel();
  const showSnackbar = useShowSnackbar();
  const key = keyOfPlace(place);
  const shown = ({ lists }: ReturnType<typeof store.getState>) =>
    shownLikes(lists.get(key)?.likes.get(seq) ?? noLikes);
  const likes = useStore(store, (state) => shown(state).likes);
  const isLiked = useStore(store, (state) => shown(state).isLiked);
  const toggle = (): void => {
    toggleLike(place, seq).catch((error: unknown) => {
      if (!isAbort(error)) showSnackbar(t(`likeFailed.${likeErrorOf(error)}`), { tone: 'warning' });
    });
  };
  return (
    <LikeToggle
      kind="small"
      label={t('like', { count: likes, number: number(likes) })}
      likes={likes === 0 ? undefined : likes}
      isLiked={isLiked}
      onToggle={toggle}
      tabIndex={isTabStop ? 0 : -1}
    />
  );
}
