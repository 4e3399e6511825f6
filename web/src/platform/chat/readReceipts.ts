/** Reports to the server how far the user has read each room. Receipts that fail are sent after the next reconnect. */
import { markChatRead } from '@foyer/contract';
import { isOnline, isTransient } from '../realtime/onReconnect.ts';
import { currentRealtime } from '../realtime/realtime.ts';
import { runAfter } from '../time/timers.ts';
import { chatData, putRoom } from './chatData.ts';
import { withRead } from './roomReducer.ts';

/**
 * Receipts are delayed and limited, because thousands of users read a busy room at once and the server stores every
 * receipt. Hiding the page sends the outstanding ones immediately.
 */
const minDelayMs = 300;
const intervalMs = 3_000;
/** Random addition to each delay, as a share of it, so that users do not report at the same moment. */
const jitter = 0.5;

/** By room: the `readSeq` that the server has not confirmed. */
const pending = new Map<string, number>();
const sending = new Set<string>();
const sentAt = new Map<string, number>();
/** By room: functions that cancel the scheduled receipt. */
const scheduled = new Map<string, () => void>();

async function sendReceipt(roomId: string): Promise<void> {
  scheduled.get(roomId)?.();
  scheduled.delete(roomId);
  const seq = pending.get(roomId);
  if (seq === undefined || sending.has(roomId)) return;
  sending.add(roomId);
  sentAt.set(roomId, performance.now());
  try {
    await currentRealtime().sendCommand(markChatRead, { roomId, seq });
    if (pending.get(roomId) === seq) pending.delete(roomId);
  } catch (error) {
    // While offline it waits for the next connection. A permanent error means that the user has left the room.
    if (!isTransient(error)) pending.delete(roomId);
    else if (!isOnline()) return;
  } finally {
    sending.delete(roomId);
  }
  if (pending.has(roomId)) scheduleReceipt(roomId);
}

function scheduleReceipt(roomId: string): void {
  if (scheduled.has(roomId)) return;
  const since = performance.now() - (sentAt.get(roomId) ?? -Infinity);
  const waitMs = Math.max(minDelayMs, intervalMs - since) * (1 + Math.random() * jitter);
  scheduled.set(
    roomId,
    runAfter(waitMs, () => void sendReceipt(roomId)),
  );
}

/** Sends outstanding receipts when the page is hidden. */
export function sendReceiptsWhenHidden(signal: AbortSignal): void {
  const onChange = (): void => {
    if (document.visibilityState === 'hidden')
      for (const roomId of scheduled.keys()) void sendReceipt(roomId);
  };
  document.addEventListener('visibilitychange', onChange, { signal });
}

/** Marks a room as read up to a sequence number, locally at once and on the server after a delay. */
export function markRead(roomId: string, seq: number): void {
  const room = chatData().rooms.get(roomId);
  if (!room || seq <= room.readSeq) return;
  putRoom(withRead(room, seq));
  pending.set(roomId, seq);
  scheduleReceipt(roomId);
}

/** Applies outstanding receipts to a new list of rooms and sends them. */
export function resendReceipts(): void {
  for (const [roomId, seq] of pending) {
    const room = chatData().rooms.get(roomId);
    if (room) putRoom(withRead(room, seq));
    void sendReceipt(roomId);
  }
}

export function clearReceipts(): void {
  for (const cancel of scheduled.values()) cancel();
  for (const map of [scheduled, pending, sentAt]) map.clear();
}
