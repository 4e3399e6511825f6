import type { ChatMessage } from '@foyer/contract';
import { useCallback, type RefObject } from 'react';
import { useVisit } from '../../../platform/visit/VisitProvider.tsx';
import { createChat } from '../model/chat.ts';
import { createDrafts } from '../model/drafts.ts';
import { mentionedIds } from '../model/mention.ts';

const focusField = (feed: RefObject<HTMLElement | null>): void =>
  feed.current?.querySelector('textarea')?.focus();

/** Begins a reply to a post, or to one of its replies. */
export type Reply = (post: ChatMessage, reply?: ChatMessage) => void;

/**
 * All replies of a post reply to the post itself. Who replies to a reply mentions its author instead.
 * @param feed contains the message field, which receives the focus
 */
export function useReply(roomId: string, feed: RefObject<HTMLElement | null>): Reply {
  const visit = useVisit();
  return useCallback(
    (post, reply) => {
      const drafts = visit.get(createDrafts);
      const { users, ownId } = visit.get(createChat).store.getState();
      drafts.beginReply(roomId, post.seq);
      const author = reply && reply.authorId !== ownId ? users.get(reply.authorId) : undefined;
      const { text, named } = drafts.get(roomId);
      // A guest has no name.
      if (author?.name !== undefined && !mentionedIds(text, named).includes(author.uid))
        drafts.set(roomId, { text: `@${author.name} ${text}`, named: [...named, author] });
      focusField(feed);
      // The message field grows by the beginning of the message, and would cut it off at the end of the list.
      requestAnimationFrame(() => {
        const replied = feed.current?.querySelector(`[data-seq="${(reply ?? post).seq}"]`);
        replied?.scrollIntoView({ block: 'nearest' });
      });
    },
    [visit, roomId, feed],
  );
}
