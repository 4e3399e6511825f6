/** Where a meeting is in its time window. */
import { useEffect, useReducer } from 'react';
import { now } from '../../platform/time/serverTime.ts';
import { runAfter } from '../../platform/time/timers.ts';

interface Window {
  readonly begin?: string | undefined;
  readonly end?: string | undefined;
}

export type MeetingPhase =
  /** @property inMs until it begins */
  | { readonly kind: 'before'; readonly at: number; readonly inMs: number }
  /** @property leftMs until it ends; undefined if it has no end */
  | { readonly kind: 'open'; readonly leftMs: number | undefined }
  | { readonly kind: 'over' };

/** @param time by the server's clock, milliseconds since 1970 */
export function meetingPhaseAt({ begin, end }: Window, time: number): MeetingPhase {
  const [from, to] = [begin, end].map((instant) => (instant === undefined ? undefined : Date.parse(instant)));
  if (to !== undefined && time >= to) return { kind: 'over' };
  if (from !== undefined && time < from) return { kind: 'before', at: from, inMs: from - time };
  return { kind: 'open', leftMs: to === undefined ? undefined : to - time };
}

/** From here on, the time until the begin is counted in seconds. */
export const countdownMs = 5 * 60_000;
/** Browsers store timer delays in 31 bits. */
const maxTimerMs = 2_000_000_000;

/** When the phase looks different next, in milliseconds; undefined if it stays. */
function nextChangeIn(phase: MeetingPhase): number | undefined {
  if (phase.kind === 'over') return undefined;
  if (phase.kind === 'open') return phase.leftMs;
  return phase.inMs <= countdownMs ? phase.inMs % 1_000 || 1_000 : phase.inMs - countdownMs;
}

/** The phase by the server's clock; the component renders again when it changes, and in the last minutes each second. */
export function useMeetingPhase(window: Window): MeetingPhase {
  const [count, rerender] = useReducer((previous: number) => previous + 1, 0);
  const phase = meetingPhaseAt(window, now());
  const changeMs = nextChangeIn(phase);
  const isSettled = changeMs === undefined;
  useEffect(() => {
    if (isSettled) return undefined;
    const next = nextChangeIn(meetingPhaseAt(window, now())) ?? 0;
    return runAfter(Math.min(next, maxTimerMs), rerender);
  }, [count, isSettled, window]);
  return phase;
}
