/** Who is typing where, for as long as that holds; and that one is typing oneself. */
import { typeInChat, type ChatPerson } from '@foyer/contract';
import { chatTypingMs } from '@foyer/contract/limits';
import { realtime } from '../realtime/realtime.ts';
import { runAfter } from '../time/timers.ts';
import { chatData, learn, useChatData } from './chatData.ts';

/** A little longer than it is told again. */
const holdsMs = chatTypingMs + 1_000;

const put = (roomId: string, without: string, person?: ChatPerson): void => {
  const now = Date.now();
  const others = (chatData().typing.get(roomId) ?? []).filter(
    (typing) => typing.person.uid !== without && typing.until > now,
  );
  const all = person ? [...others, { person, until: now + holdsMs }] : others;
  useChatData.setState(({ typing }) => ({ typing: new Map(typing).set(roomId, all) }));
};

export function hearTyping(roomId: string, person: ChatPerson): void {
  if (chatData().blocked.has(person.uid)) return;
  learn([person]);
  put(roomId, person.uid, person);
  runAfter(holdsMs + 50, () => put(roomId, ''));
}

/** Who has said it types no more. */
export function stopTyping(roomId: string, uid: string): void {
  const isTyping =
    chatData()
      .typing.get(roomId)
      ?.some(({ person }) => person.uid === uid) ?? false;
  if (isTyping) put(roomId, uid);
}

const saidAt = new Map<string, number>();

/** Said while one types, and not more often than it holds. */
export function sayTyping(roomId: string): void {
  const now = Date.now();
  if (now - (saidAt.get(roomId) ?? 0) < chatTypingMs) return;
  saidAt.set(roomId, now);
  // A sign of the moment: where it meets no connection it is not made up for.
  realtime.sendCommand(typeInChat, { roomId }).catch(() => undefined);
}

/** What one sent is no typing: the next letter is told again. */
export const sentIn = (roomId: string): void => void saidAt.delete(roomId);
