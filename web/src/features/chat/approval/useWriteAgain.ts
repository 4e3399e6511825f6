import type { ChatHeldPost } from '@foyer/contract';
import type { RefObject } from 'react';
import { useVisit } from '../../../platform/visit/VisitProvider.tsx';
import { createChat } from '../model/chat.ts';
import { createDrafts } from '../model/drafts.ts';

/**
 * Returns a function that puts the text of a declined post into the message field, after what the user has written there.
 * @param wall contains the message field, which receives the focus
 */
export function useWriteAgain(roomId: string, wall: RefObject<HTMLElement | null>) {
  const visit = useVisit();
  /** @param isReply whether the post is to reply to the same message again */
  return ({ text, mentions = [], replyTo }: ChatHeldPost, isReply: boolean): void => {
    const drafts = visit.get(createDrafts);
    const { users } = visit.get(createChat).store.getState();
    drafts.endEdit(roomId);
    const draft = drafts.get(roomId);
    const isEmpty = draft.text.trim() === '';
    // After the button was pressed twice.
    const isThere = draft.text.includes(text);
    drafts.set(roomId, {
      ...(isEmpty && { replyTo: isReply ? replyTo : undefined }),
      text: isEmpty ? text : isThere ? draft.text : `${draft.text}\n${text}`,
      named: [...draft.named, ...mentions.flatMap((uid) => users.get(uid) ?? [])],
    });
    wall.current?.querySelector('textarea')?.focus();
  };
}
