/** Typing indicators: who is typing in which room, and reporting that the user is typing. */
import { sendChatTyping, type ChatUser } from '@foyer/contract';
import { chatTypingMs } from '@foyer/contract/limits';
import { currentRealtime } from '../realtime/realtime.ts';
import { runAfter } from '../time/timers.ts';
import { chatData, rememberUsers, useChatData } from './chatData.ts';

/** Slightly longer than the interval at which a sender repeats the indicator. */
const visibleMs = chatTypingMs + 1_000;

/** Removes a user's indicator in a room and the expired ones, and adds one for `user`. */
const updateTyping = (roomId: string, removedUid: string, user?: ChatUser): void => {
  const now = performance.now();
  const others = (chatData().typing.get(roomId) ?? []).filter(
    (typing) => typing.user.uid !== removedUid && typing.until > now,
  );
  const all = user ? [...others, { user, until: now + visibleMs }] : others;
  useChatData.setState(({ typing }) => ({ typing: new Map(typing).set(roomId, all) }));
};

export function onTyping(roomId: string, user: ChatUser, signal: AbortSignal): void {
  if (chatData().blocked.has(user.uid)) return;
  rememberUsers([user]);
  updateTyping(roomId, user.uid, user);
  runAfter(visibleMs + 50, () => updateTyping(roomId, ''), signal);
}

/** Removes the indicator of a user who has posted. */
export function clearTyping(roomId: string, uid: string): void {
  const isTyping =
    chatData()
      .typing.get(roomId)
      ?.some(({ user }) => user.uid === uid) ?? false;
  if (isTyping) updateTyping(roomId, uid);
}

const sentAt = new Map<string, number>();

/** Reports that the user is typing, at most once per `chatTypingMs`. */
export function sendTyping(roomId: string): void {
  const now = performance.now();
  if (now - (sentAt.get(roomId) ?? -Infinity) < chatTypingMs) return;
  sentAt.set(roomId, now);
  // Only relevant at this moment: not repeated after a failure.
  currentRealtime()
    .sendCommand(sendChatTyping, { roomId })
    .catch(() => undefined);
}

/** After a message was sent: the next character is reported immediately. */
export const resetTyping = (roomId: string): void => void sentAt.delete(roomId);
