import { useState } from 'react';
import type { Ranking } from './board.ts';
import type { LikesStatus } from './likes/mediaBoardSocialContent.ts';
import { useBoardLikes } from './likes/useBoardLikes.ts';

const noRanking: Ranking = { likes: new Map(), liked: new Set() };

/**
 * The likes that order the cards: those of the moment when they were first known, or when `refresh` was called last. So
 * cards stay where they are while likes arrive.
 */
export function useRanking(
  mediaBoardId: string,
  status: LikesStatus,
): {
  readonly ranking: Ranking;
  /** The likes as they are now. */
  readonly current: Ranking;
  readonly refresh: () => void;
} {
  const shown = useBoardLikes(mediaBoardId);
  const current: Ranking = {
    likes: new Map([...shown].map(([id, { likes }]) => [id, likes])),
    liked: new Set([...shown].flatMap(([id, { isLiked }]) => (isLiked ? [id] : []))),
  };
  const [ranking, setRanking] = useState<Ranking>();
  if (ranking === undefined && status === 'ready') setRanking(current);
  const refresh = (): void => {
    // Likes that are not known yet would order the cards until the next call.
    if (status === 'ready') setRanking(current);
  };
  return { ranking: ranking ?? noRanking, current, refresh };
}
