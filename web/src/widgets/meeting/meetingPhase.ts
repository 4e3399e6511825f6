/** Where a meeting is in its time window. */
import { useEffect, useReducer } from 'react';
import { now, useServerTime } from '../../platform/time/serverTime.ts';
import { runAfter } from '../../platform/time/timers.ts';
import { maxTimerMs } from '../registry/activeWidgets.ts';

export interface MeetingWindow {
  readonly begin?: string | undefined;
  readonly end?: string | undefined;
}

/** All times are milliseconds; `at` and `endsAt` since 1970. */
export type MeetingPhase =
  /** @property inMs until it begins */
  | { readonly kind: 'before'; readonly at: number; readonly inMs: number }
  /** @property leftMs until it ends; undefined if it has no end */
  | { readonly kind: 'open'; readonly endsAt: number | undefined; readonly leftMs: number | undefined }
  /** @property endedAt undefined for a window that never opens */
  | { readonly kind: 'over'; readonly endedAt: number | undefined };

/** @param time by the server's clock, milliseconds since 1970 */
export function meetingPhaseAt({ begin, end }: MeetingWindow, time: number): MeetingPhase {
  const from = begin === undefined ? Number.NEGATIVE_INFINITY : Date.parse(begin);
  const to = end === undefined ? Number.POSITIVE_INFINITY : Date.parse(end);
  if (to <= from) return { kind: 'over', endedAt: undefined };
  if (time >= to) return { kind: 'over', endedAt: to };
  if (time < from) return { kind: 'before', at: from, inMs: from - time };
  return end === undefined
    ? { kind: 'open', endsAt: undefined, leftMs: undefined }
    : { kind: 'open', endsAt: to, leftMs: to - time };
}

/** From here on, the time until the begin is counted in seconds, and the end is announced. */
export const countdownMs = 5 * 60_000;

/** Whether users are notified that the meeting ends. */
export const endsSoon = (
  phase: MeetingPhase,
): phase is Extract<MeetingPhase, { kind: 'open' }> & { readonly endsAt: number } =>
  phase.kind === 'open' && phase.leftMs !== undefined && phase.leftMs <= countdownMs;

/** When the phase looks different next, in milliseconds; undefined if it stays. */
function nextChangeIn(phase: MeetingPhase): number | undefined {
  if (phase.kind === 'over') return undefined;
  if (phase.kind === 'open')
    return phase.leftMs === undefined || endsSoon(phase) ? phase.leftMs : phase.leftMs - countdownMs;
  return phase.inMs <= countdownMs ? phase.inMs % 1_000 || 1_000 : phase.inMs - countdownMs;
}

/** The phase by the server's clock; the component renders again when it changes, and in the last minutes each second. */
export function useMeetingPhase(openTimes: MeetingWindow): MeetingPhase {
  // Also renders after the clock was corrected, and after the computer was asleep.
  useServerTime();
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  const phase = meetingPhaseAt(openTimes, now());
  // Each render has another phase object, so that the timer follows the clock.
  useEffect(() => {
    const changeMs = nextChangeIn(phase);
    return changeMs === undefined ? undefined : runAfter(Math.min(changeMs, maxTimerMs), rerender);
  }, [phase]);
  return phase;
}
