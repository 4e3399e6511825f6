import type { Like } from '@foyer/contract';
import { create } from 'zustand';

export interface MediaBoardSocialContentState {
  readonly myLikes: readonly Like[];
  /** Likes by content piece. */
  readonly likeCounts: ReadonlyMap<string, number>;
}

export const useMediaBoardSocialContent = create<MediaBoardSocialContentState>(() => ({
  myLikes: [],
  likeCounts: new Map(),
}));
