import { useCallback, useContext } from 'react';
import { isAbort } from '../../../platform/api/abort.ts';
import { useShowSnackbar } from '../../../platform/snackbars.ts';
import { useVisit } from '../../../platform/visit/VisitProvider.tsx';
import { WidgetSubject } from '../../host/widgetSubject.ts';
import { useTexts } from '../useTexts.ts';
import { createMediaBoardSocialContent, type SocialContentState } from './mediaBoardSocialContent.ts';
import { likeErrorOf } from '../../../platform/likes/likeErrorOf.ts';
import { noLikes, shownLikes, type ShownLikes } from '../../../platform/likes/pieceLikes.ts';
import { useSocialContent } from './useSocialContent.ts';

/**
 * The likes of a content piece, of a board that a component receives with `useMediaBoardLikes`. The component is rendered
 * again only when its own number or heart changes.
 */
export function useLike(
  mediaBoardId: string,
  contentPieceId: string,
): ShownLikes & {
  /** Likes the piece, or removes the like. Shown at once, and undone with a message if it could not be stored. */
  readonly toggle: () => void;
} {
  const { t } = useTexts();
  const social = useVisit().get(createMediaBoardSocialContent);
  const showSnackbar = useShowSnackbar();
  const subject = useContext(WidgetSubject);
  const shown = ({ boards }: SocialContentState) =>
    shownLikes(boards.get(mediaBoardId)?.get(contentPieceId) ?? noLikes);
  const likes = useSocialContent((state) => shown(state).likes);
  const isLiked = useSocialContent((state) => shown(state).isLiked);
  const toggle = useCallback(() => {
    social.toggle({ mediaBoardId, contentPieceId }, subject).catch((error: unknown) => {
      if (!isAbort(error)) showSnackbar(t(`likeFailed.${likeErrorOf(error)}`), { tone: 'warning' });
    });
  }, [social, mediaBoardId, contentPieceId, subject, showSnackbar, t]);
  return { likes, isLiked, toggle };
}
