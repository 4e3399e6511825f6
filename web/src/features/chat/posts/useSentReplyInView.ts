import { useEffect, useRef, type RefObject } from 'react';
import type { WaitingMessage } from '../model/chatState.ts';
import type { Replies } from './model/postsState.ts';
import { keyOfMessage } from './postEntries.ts';

interface Shown {
  /** Oldest first. */
  readonly waiting: readonly WaitingMessage[];
  readonly replies: Replies | undefined;
  readonly ownId: string;
  /** Replies that were sent before are not scrolled to. By the local clock in milliseconds. */
  readonly openedAt: number;
}

/**
 * Scrolls to a reply that the user has just sent, again when it is moved down by older replies, which are read meanwhile, until it
 * is one of the replies that were read.
 */
export function useSentReplyInView(
  list: RefObject<HTMLElement | null>,
  { waiting, replies, ownId, openedAt }: Shown,
): void {
  const sent = useRef<{ readonly clientId: string; isSettled: boolean }>(undefined);
  useEffect(() => {
    const newest = waiting.findLast(({ at }) => at > openedAt)?.clientId;
    if (newest !== undefined && newest !== sent.current?.clientId)
      sent.current = { clientId: newest, isSettled: false };
    const { current } = sent;
    if (!current || current.isSettled) return;
    const { clientId } = current;
    const key = keyOfMessage({ authorId: ownId, clientId });
    list.current?.querySelector(`[data-key="${CSS.escape(key)}"]`)?.scrollIntoView({ block: 'nearest' });
    current.isSettled =
      replies?.status === 'ready' && replies.messages.some((message) => keyOfMessage(message) === key);
  }, [list, waiting, replies, ownId, openedAt]);
}
