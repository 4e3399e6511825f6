/** How far one has read, told to the server once it has been seen; what could not be told is told over the next connection. */
import { markChatRead } from '@foyer/contract';
import { isOnline, isTransient } from '../realtime/onReconnect.ts';
import { realtime } from '../realtime/realtime.ts';
import { runAfter } from '../time/timers.ts';
import { chatData, putRoom } from './chatData.ts';
import { withRead } from './roomReducer.ts';

/**
 * Told a moment after it was seen, and at most so often: thousands read a lively room at once, and each read place is
 * written down. Whoever looks away tells what is left.
 */
const soonMs = 300;
const everyMs = 3_000;
/** Nobody tells in step with the others: up to so much later. */
const spread = 0.5;

const untold = new Map<string, number>();
const telling = new Set<string>();
const toldAt = new Map<string, number>();
/** By room: what cancels it. */
const planned = new Map<string, () => void>();

async function tell(roomId: string): Promise<void> {
  planned.get(roomId)?.();
  planned.delete(roomId);
  const seq = untold.get(roomId);
  if (seq === undefined || telling.has(roomId)) return;
  telling.add(roomId);
  toldAt.set(roomId, performance.now());
  try {
    await realtime.sendCommand(markChatRead, { roomId, seq });
    if (untold.get(roomId) === seq) untold.delete(roomId);
  } catch (fault) {
    // Without a connection it is told over the next one; of a room that one is in no more nothing is.
    if (!isTransient(fault)) untold.delete(roomId);
    else if (!isOnline()) return;
  } finally {
    telling.delete(roomId);
  }
  if (untold.has(roomId)) tellSoon(roomId);
}

function tellSoon(roomId: string): void {
  if (planned.has(roomId)) return;
  const since = performance.now() - (toldAt.get(roomId) ?? -Infinity);
  const waitMs = Math.max(soonMs, everyMs - since) * (1 + Math.random() * spread);
  planned.set(
    roomId,
    runAfter(waitMs, () => void tell(roomId)),
  );
}

/** Tells what is left as soon as the page is looked at no more. Returns what ends it. */
export function tellWhenHidden(): () => void {
  const onChange = (): void => {
    if (document.visibilityState === 'hidden') for (const roomId of planned.keys()) void tell(roomId);
  };
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}

/** Everything up to this number of the room was seen. */
export function markRead(roomId: string, seq: number): void {
  const room = chatData().rooms.get(roomId);
  if (!room || seq <= room.readSeq) return;
  putRoom(withRead(room, seq));
  untold.set(roomId, seq);
  tellSoon(roomId);
}

/** After the rooms were listed anew: what was read here before counts. */
export function tellRead(): void {
  for (const [roomId, seq] of untold) {
    const room = chatData().rooms.get(roomId);
    if (room) putRoom(withRead(room, seq));
    void tell(roomId);
  }
}

export function forgetUntold(): void {
  for (const cancel of planned.values()) cancel();
  for (const known of [planned, untold, toldAt]) known.clear();
}
