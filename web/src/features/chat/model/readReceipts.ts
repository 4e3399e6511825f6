/** Reports to the server how far the user has read each room. Receipts that fail are sent after the next reconnect. */
import { markChatRead } from '@foyer/contract';
import { createRealtime } from '../../../platform/realtime/realtime.ts';
import { isTransient } from '../../../platform/realtime/onReconnect.ts';
import { runAfter } from '../../../platform/time/timers.ts';
import type { Visit } from '../../../platform/visit/visit.ts';
import { withRoom } from './changes.ts';
import { createChat } from './chat.ts';
import { withEntry, withoutEntry } from './chatState.ts';
import { createRetries } from './retries.ts';
import { withRead } from './roomReducer.ts';
import { createRooms } from './rooms.ts';

/**
 * Receipts are delayed and limited, because thousands of users read a busy room at once and the server stores every
 * receipt. Hiding the page sends the outstanding ones immediately.
 */
const minDelayMs = 300;
const intervalMs = 3_000;
/** Random addition to each delay, as a share of it, so that users do not report at the same moment. */
const jitter = 0.5;

export interface ReadReceipts {
  /** Marks a room as read up to a sequence number, locally at once and on the server after a delay. */
  readonly markRead: (roomId: string, seq: number) => void;
  /** Applies outstanding receipts to a new list of rooms and sends them. */
  readonly resend: () => void;
  /** Sends outstanding receipts when the page is hidden. */
  readonly sendWhenHidden: () => void;
}

export function createReadReceipts(visit: Visit): ReadReceipts {
  const { signal } = visit;
  const realtime = visit.get(createRealtime);
  const retries = visit.get(createRetries);
  const rooms = visit.get(createRooms);
  const { getState, setState } = visit.get(createChat).store;
  const sending = new Set<string>();
  /** By room, by `performance.now()`. */
  const sentAt = new Map<string, number>();
  /** By room: functions that cancel the scheduled receipt. */
  const scheduled = new Map<string, () => void>();
  /** Rooms that were listed with the server's older read position, and count from it. They are fetched after the receipt. */
  const uncounted = new Set<string>();
  const dueSeq = (roomId: string): number | undefined => getState().dueReceipts.get(roomId);
  const removeDue = (roomId: string): void =>
    setState(({ dueReceipts }) => ({ dueReceipts: withoutEntry(dueReceipts, roomId) }));

  /** @throws ApiError if the error is transient */
  async function sendReceipt(roomId: string): Promise<void> {
    scheduled.get(roomId)?.();
    scheduled.delete(roomId);
    const seq = dueSeq(roomId);
    if (seq === undefined || sending.has(roomId)) return;
    sending.add(roomId);
    sentAt.set(roomId, performance.now());
    try {
      await realtime.sendCommand(markChatRead, { roomId, seq });
      if (dueSeq(roomId) === seq) removeDue(roomId);
      else schedule(roomId);
    } catch (error) {
      // A permanent error means that the user has left the room.
      if (isTransient(error)) throw error;
      removeDue(roomId);
    } finally {
      sending.delete(roomId);
    }
  }

  /** @throws ApiError if the error is transient */
  async function sendAndRecount(roomId: string): Promise<void> {
    await sendReceipt(roomId);
    if (!uncounted.has(roomId)) return;
    await rooms.fetch({ roomId });
    uncounted.delete(roomId);
  }

  const send = (roomId: string): void =>
    void retries.run(`receipt of ${roomId}`, () => sendAndRecount(roomId));

  function schedule(roomId: string): void {
    if (scheduled.has(roomId)) return;
    const since = performance.now() - (sentAt.get(roomId) ?? -Infinity);
    const waitMs = Math.max(minDelayMs, intervalMs - since) * (1 + Math.random() * jitter);
    scheduled.set(
      roomId,
      runAfter(waitMs, () => send(roomId), signal),
    );
  }

  function markLocally(roomId: string, seq: number): void {
    setState((state) => {
      const room = state.rooms.get(roomId);
      return room ? withRoom(state, withRead(room, seq)) : {};
    });
  }

  return {
    markRead(roomId, seq) {
      const room = getState().rooms.get(roomId);
      if (!room || seq <= room.readSeq) return;
      markLocally(roomId, seq);
      setState(({ dueReceipts }) => ({ dueReceipts: withEntry(dueReceipts, roomId, seq) }));
      schedule(roomId);
    },
    resend() {
      for (const [roomId, seq] of getState().dueReceipts) {
        markLocally(roomId, seq);
        const { lastSeq = 0 } = getState().rooms.get(roomId) ?? {};
        if (seq < lastSeq) uncounted.add(roomId);
        send(roomId);
      }
    },
    sendWhenHidden() {
      const onChange = (): void => {
        if (document.visibilityState === 'hidden') for (const roomId of scheduled.keys()) send(roomId);
      };
      document.addEventListener('visibilitychange', onChange, { signal });
    },
  };
}
