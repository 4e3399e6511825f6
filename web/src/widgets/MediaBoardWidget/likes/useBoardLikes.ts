import { useMemo } from 'react';
import { shownLikes, type ShownLikes } from '../../../platform/likes/pieceLikes.ts';
import { useSocialContent } from './useSocialContent.ts';

/**
 * The likes of all content pieces of a board by their ids, for sorting and filtering. Pieces that were never liked may be
 * missing. The component is rendered again when any of them changes, at most a few times a second.
 */
export function useBoardLikes(mediaBoardId: string): ReadonlyMap<string, ShownLikes> {
  const board = useSocialContent(({ boards }) => boards.get(mediaBoardId));
  return useMemo(
    () => new Map([...(board ?? [])].map(([contentPieceId, likes]) => [contentPieceId, shownLikes(likes)])),
    [board],
  );
}
