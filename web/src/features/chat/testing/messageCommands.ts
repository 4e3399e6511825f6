/** The commands about messages: reading, posting, changing and searching. */
import {
  deleteChatMessage,
  editChatMessage,
  markChatRead,
  getChatMessages,
  getChatChanges,
  searchChatMessages,
  sendChatMessage,
  sendChatTyping,
  type ChatMessage,
  type InputOf,
  type ResultOf,
} from '@foyer/contract';
import { chatPageSize } from '@foyer/contract/limits';
import type { FakeChatStore } from './fakeChatStore.ts';

function readHistory(
  chat: FakeChatStore,
  { roomId, before, after, around }: InputOf<typeof getChatMessages>,
): ResultOf<typeof getChatMessages> {
  const { messages: all, firstSeq, lastSeq } = chat.room(roomId);
  const messages = all.filter(({ seq }) => seq >= firstSeq);
  const older = (seq: number, limit = chatPageSize) =>
    messages.filter((each) => each.seq < seq).slice(-limit);
  const newer = (seq: number, limit = chatPageSize) =>
    messages.filter((each) => each.seq > seq).slice(0, limit);
  const half = chatPageSize / 2;
  const page =
    around !== undefined
      ? [...older(around, half), ...newer(around - 1, half)]
      : after !== undefined
        ? newer(after)
        : older(before ?? Infinity);
  return {
    ...chat.pageOf(page),
    hasOlder: (page[0]?.seq ?? 0) > (messages[0]?.seq ?? 0),
    hasNewer: (page.at(-1)?.seq ?? 0) < (messages.at(-1)?.seq ?? 0),
    throughSeq: lastSeq,
  };
}

/** Handles the commands about messages. */
export function answerMessageCommands(chat: FakeChatStore): void {
  chat.handle(getChatMessages, (input) => readHistory(chat, input));
  chat.handle(getChatChanges, ({ roomId, after }) => {
    const { messages, lastSeq, firstSeq } = chat.room(roomId);
    const changeOf = ({ seq, updatedSeq = seq }: ChatMessage) => updatedSeq;
    const missed = messages
      .filter((each) => changeOf(each) > after && each.seq >= firstSeq)
      .toSorted((a, b) => changeOf(a) - changeOf(b));
    return { ...chat.pageOf(missed), throughSeq: lastSeq, hasMore: false };
  });
  chat.handle(sendChatMessage, (input) => {
    const room = chat.writableRoom(input.roomId);
    if (!room.approval || chat.isHost) return { message: chat.send(input) };
    const known = room.held.find(({ clientId }) => clientId === input.clientId);
    return { held: known ?? chat.hold(room, input) };
  });
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
  chat.handle(sendChatTyping, () => undefined);
  chat.handle(searchChatMessages, ({ roomId, query, before = Infinity }) => {
    const words = query.toLowerCase().split(/\s+/);
    const found = chat
      .room(roomId)
      .messages.filter(
        ({ seq, text }) => seq < before && words.every((word) => text.toLowerCase().includes(word)),
      )
      .toReversed();
    return { ...chat.pageOf(found.slice(0, chatPageSize)), hasOlder: found.length > chatPageSize };
  });
}
