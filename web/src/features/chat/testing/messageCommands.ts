/** The commands about messages: reading, posting, changing and searching. */
import {
  deleteChatMessage,
  editChatMessage,
  markChatRead,
  readChatHistory,
  resumeChat,
  searchChat,
  sendChatMessage,
  typeInChat,
  type ChatMessage,
  type InputOf,
  type ResultOf,
} from '@foyer/contract';
import { chatPageMessages } from '@foyer/contract/limits';
import type { FakeChatStore } from './fakeChatStore.ts';

function readHistory(
  chat: FakeChatStore,
  { roomId, before, after, around }: InputOf<typeof readChatHistory>,
): ResultOf<typeof readChatHistory> {
  const { messages: all, firstSeq, lastSeq } = chat.room(roomId);
  const messages = all.filter(({ seq }) => seq >= firstSeq);
  const older = (seq: number, limit = chatPageMessages) =>
    messages.filter((each) => each.seq < seq).slice(-limit);
  const newer = (seq: number, limit = chatPageMessages) =>
    messages.filter((each) => each.seq > seq).slice(0, limit);
  const half = chatPageMessages / 2;
  const page =
    around !== undefined
      ? [...older(around, half), ...newer(around - 1, half)]
      : after !== undefined
        ? newer(after)
        : older(before ?? Infinity);
  return {
    ...chat.pageOf(page),
    older: (page[0]?.seq ?? 0) > (messages[0]?.seq ?? 0),
    newer: (page.at(-1)?.seq ?? 0) < (messages.at(-1)?.seq ?? 0),
    upTo: lastSeq,
  };
}

/** Handles the commands about messages. */
export function answerMessageCommands(chat: FakeChatStore): void {
  chat.handle(readChatHistory, (input) => readHistory(chat, input));
  chat.handle(resumeChat, ({ roomId, after }) => {
    const { messages, lastSeq, firstSeq } = chat.room(roomId);
    const changeOf = ({ seq, changeSeq = seq }: ChatMessage) => changeSeq;
    const missed = messages
      .filter((each) => changeOf(each) > after && each.seq >= firstSeq)
      .toSorted((one, other) => changeOf(one) - changeOf(other));
    return { ...chat.pageOf(missed), upTo: lastSeq, more: false };
  });
  chat.handle(sendChatMessage, (input) => ({ message: chat.send(input) }));
  chat.handle(editChatMessage, ({ roomId, seq, text, mentions }) => ({
    message: chat.room(roomId).edit(seq, text, mentions),
  }));
  chat.handle(deleteChatMessage, ({ roomId, seq }) => {
    const room = chat.room(roomId);
    const isOwn = room.messages.some((each) => each.seq === seq && each.authorId === chat.ownId);
    room.delete(seq, isOwn ? 'author' : 'host');
    return undefined;
  });
  chat.handle(markChatRead, ({ roomId, seq }) => {
    const room = chat.room(roomId);
    room.readSeq = Math.max(room.readSeq, seq);
    return undefined;
  });
  chat.handle(typeInChat, () => undefined);
  chat.handle(searchChat, ({ roomId, words }) => {
    const wanted = words.toLowerCase().split(/\s+/);
    const found = chat
      .room(roomId)
      .messages.filter(({ text }) => wanted.every((word) => text.toLowerCase().includes(word)));
    return { ...chat.pageOf(found.toReversed()), older: false };
  });
}
