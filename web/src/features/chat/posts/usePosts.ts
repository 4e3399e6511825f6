import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useVisit } from '../../../platform/visit/VisitProvider.tsx';
import { createPosts, keyOfPlace, type Posts } from './model/posts.ts';
import { emptyPostList, placeOfKey, type PostList, type PostPlace } from './model/postsState.ts';

/** The discussions and walls of the visit, for actions. */
export const usePostsModel = (): Posts => useVisit().get(createPosts);

/** The posts of a place, which are shown live while the component is mounted. */
export function usePosts(place: PostPlace): PostList {
  const { store, open } = usePostsModel();
  const key = keyOfPlace(place);
  // The place may be another object at each rendering.
  useEffect(() => open(placeOfKey(key)), [open, key]);
  return useStore(store, ({ lists }) => lists.get(key)) ?? emptyPostList;
}
