import { useEffect } from 'react';
import { useVisit } from '../../../platform/visit/VisitProvider.tsx';
import { createBoardCommentCounts } from './commentCounts.ts';

/** Receives the number of comments of each card of a board while the component is mounted and the board has discussions. */
export function useCommentCounts(mediaBoardId: string, hasDiscussions: boolean): void {
  const { open } = useVisit().get(createBoardCommentCounts);
  useEffect(() => (hasDiscussions ? open(mediaBoardId) : undefined), [open, mediaBoardId, hasDiscussions]);
}
