import { useStore } from 'zustand';
import { useVisit } from '../../../platform/visit/VisitProvider.tsx';
import { commentsOf, createBoardCommentCounts } from './commentCounts.ts';

/**
 * How many comments a card has, of a board that a component receives with `useCommentCounts`; undefined until they are known.
 * The component is rendered again only when its own number changes.
 */
export const useCommentCount = (mediaBoardId: string, contentPieceId: string): number | undefined =>
  useStore(useVisit().get(createBoardCommentCounts).store, (state) =>
    commentsOf(state, mediaBoardId, contentPieceId),
  );
