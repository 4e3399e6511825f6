import type { ChatHeldPost } from '@foyer/contract';
import type { RefObject } from 'react';
import { useShowSnackbar } from '../../../platform/snackbars.ts';
import { useVisit } from '../../../platform/visit/VisitProvider.tsx';
import { createChat } from '../model/chat.ts';
import { createDrafts } from '../model/drafts.ts';
import { filesOf } from '../model/trayFile.ts';
import { useTexts } from './useTexts.ts';

/** Whether a text contains another one as whole lines. */
const hasLines = (text: string, lines: string): boolean => `\n${text}\n`.includes(`\n${lines}\n`);

/**
 * Returns a function that puts the text of a declined post into the message field, after what the user has written there. If
 * that is a reply to another message, the user has to send or cancel it first: a message cannot reply to two.
 * @param wall contains the message field, which receives the focus
 */
export function useWriteAgain(roomId: string, wall: RefObject<HTMLElement | null>) {
  const { t } = useTexts();
  const visit = useVisit();
  const showSnackbar = useShowSnackbar();
  /** @param isReply whether the post is to reply to the same message again */
  return ({ text, mentions = [], replyTo: repliedTo }: ChatHeldPost, isReply: boolean): void => {
    const drafts = visit.get(createDrafts);
    const { users, files } = visit.get(createChat).store.getState();
    drafts.endEdit(roomId);
    const draft = drafts.get(roomId);
    const replyTo = isReply ? repliedTo : undefined;
    const hasText = draft.text.trim() !== '';
    const isReplyToOther = draft.replyTo !== undefined && draft.replyTo !== replyTo;
    if (isReplyToOther && (hasText || filesOf(files, roomId).length > 0)) {
      showSnackbar(t('otherReply'), { tone: 'warning' });
    } else {
      // After the button was pressed twice.
      const isThere = hasLines(draft.text, text);
      drafts.set(roomId, {
        replyTo,
        text: !hasText ? text : isThere ? draft.text : `${draft.text}\n${text}`,
        named: [...draft.named, ...mentions.flatMap((uid) => users.get(uid) ?? [])],
      });
    }
    wall.current?.querySelector('textarea')?.focus();
  };
}
