import type { ChatHeldPost } from '@foyer/contract';
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { useVisit } from '../../../platform/visit/VisitProvider.tsx';
import { createHeldPosts, noHeldPosts, type HeldPostList } from '../posts/model/heldPosts.ts';
import { useChat } from '../useChat.ts';

/** The held and declined posts of a wall, which are kept current while the component is mounted; without those that are being sent. */
export function useHeldPosts(roomId: string): HeldPostList {
  const { store, open } = useVisit().get(createHeldPosts);
  useEffect(() => open(roomId), [open, roomId]);
  const list = useStore(store, ({ lists }) => lists.get(roomId)) ?? noHeldPosts;
  const outbox = useChat((state) => state.outbox);
  return useMemo(() => {
    const sending = new Set(outbox.map(({ clientId }) => clientId));
    const isConfirmed = ({ clientId }: ChatHeldPost): boolean => !sending.has(clientId);
    return { ...list, held: list.held.filter(isConfirmed), declined: list.declined.filter(isConfirmed) };
  }, [list, outbox]);
}
