import { useCallback, useEffect } from 'react';
import { useVisit } from '../../../platform/visit/VisitProvider.tsx';
import { createMediaBoardSocialContent, type LikesStatus } from './mediaBoardSocialContent.ts';
import { useSocialContent } from './useSocialContent.ts';

/** Receives the likes of a board while the component is mounted. */
export function useMediaBoardLikes(mediaBoardId: string): {
  /** `failed`: the likes are not known, or do not arrive live. */
  readonly status: LikesStatus;
  readonly retry: () => void;
} {
  const { open, retry } = useVisit().get(createMediaBoardSocialContent);
  useEffect(() => open(mediaBoardId), [open, mediaBoardId]);
  const status = useSocialContent(({ countsStatus, ownStatus }) => {
    const both = [countsStatus, ownStatus].map((each) => each.get(mediaBoardId) ?? 'loading');
    return both.find((each) => each === 'failed') ?? both.find((each) => each === 'loading') ?? 'ready';
  });
  return { status, retry: useCallback(() => retry(mediaBoardId), [retry, mediaBoardId]) };
}
