import { useStore } from 'zustand';
import { useVisit } from '../../../platform/visit/VisitProvider.tsx';
import { createMediaBoardSocialContent, type SocialContentState } from './mediaBoardSocialContent.ts';

export const useSocialContent = <T>(selector: (state: SocialContentState) => T): T =>
  useStore(useVisit().get(createMediaBoardSocialContent).store, selector);
