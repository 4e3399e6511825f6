/** Typing indicators: who is typing in which room, and reporting that the user is typing. */
import { sendChatTyping, type ChatUser } from '@foyer/contract';
import { chatTypingMs } from '@foyer/contract/limits';
import { createRealtime } from '../../../platform/realtime/realtime.ts';
import { runAfter } from '../../../platform/time/timers.ts';
import type { Visit } from '../../../platform/visit/visit.ts';
import { withUsers } from './changes.ts';
import { createChat } from './chat.ts';
import { withEntry } from './chatState.ts';

/** Slightly longer than the interval at which a sender repeats the indicator. */
const visibleMs = chatTypingMs + 1_000;

export interface Typing {
  /** Shows for a moment that a user is typing in a room. */
  readonly show: (roomId: string, user: ChatUser) => void;
  /** Removes the indicator of a user who has posted. */
  readonly clear: (roomId: string, uid: string) => void;
  /** Reports that the user is typing, at most once per `chatTypingMs`. */
  readonly report: (roomId: string) => void;
  /** After a message was sent: the next character is reported immediately. */
  readonly reset: (roomId: string) => void;
}

export function createTyping(visit: Visit): Typing {
  const realtime = visit.get(createRealtime);
  const { getState, setState } = visit.get(createChat).store;
  /** By room. */
  const reportedAt = new Map<string, number>();

  /** Removes a user's indicator in a room and the expired ones, and adds one for `user`. */
  function update(roomId: string, removedUid: string, user?: ChatUser): void {
    const now = performance.now();
    const others = (getState().typing.get(roomId) ?? []).filter(
      (typing) => typing.user.uid !== removedUid && typing.until > now,
    );
    const all = user ? [...others, { user, until: now + visibleMs }] : others;
    setState(({ typing }) => ({ typing: withEntry(typing, roomId, all) }));
  }

  return {
    show(roomId, user) {
      if (getState().blocked.has(user.uid)) return;
      setState((state) => withUsers(state, [user]));
      update(roomId, user.uid, user);
      runAfter(visibleMs + 50, () => update(roomId, ''), visit.signal);
    },
    clear(roomId, uid) {
      const isTyping = getState()
        .typing.get(roomId)
        ?.some(({ user }) => user.uid === uid);
      if (isTyping) update(roomId, uid);
    },
    report(roomId) {
      const now = performance.now();
      if (now - (reportedAt.get(roomId) ?? -Infinity) < chatTypingMs) return;
      reportedAt.set(roomId, now);
      // Only relevant at this moment: not repeated after a failure.
      realtime.sendCommand(sendChatTyping, { roomId }).catch(() => undefined);
    },
    reset: (roomId) => void reportedAt.delete(roomId),
  };
}
