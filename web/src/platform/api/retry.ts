/** When a failed call is tried again, and the wait until then, which a person can see, cut short or end (ERROR-04). */
import {
  httpRetries,
  httpRetryAfterMaxMs,
  httpRetryDelayMs,
  httpRetryMethods,
  isRetriedStatus,
} from '@foyer/contract/limits';
import type { GlobalErrorCode } from '@foyer/contract';
import { create } from 'zustand';
import { runAfter } from '../time/timers.ts';

/** Where a wait of over a second is told: in the error dialog, on the page that is loading, or nowhere. */
export type WaitPlace = 'dialog' | 'page' | 'nowhere';

export interface Wait {
  readonly id: number;
  readonly code: GlobalErrorCode;
  readonly status: number;
  readonly place: WaitPlace;
  readonly requestId: string | undefined;
  /** Milliseconds by `Date.now()`. */
  readonly startedAt: number;
  readonly until: number;
  readonly tryNow: () => void;
  readonly cancel: () => void;
}

export const useWaits = create<{ readonly list: readonly Wait[] }>(() => ({ list: [] }));

export interface Failure {
  readonly method: string;
  /** 0 without an answer. */
  readonly status: number;
  readonly retryAfter: string | null;
  /** How often the call was repeated already. */
  readonly retries: number;
}

/** Milliseconds of a Retry-After header, in seconds or as a date; undefined where it says nothing usable. */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null || header.trim() === '') return undefined;
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

/** Milliseconds to wait before the next try, or undefined where there is none. */
export function retryDelay(
  { method, status, retryAfter, retries }: Failure,
  now = Date.now(),
): number | undefined {
  if (retries >= httpRetries) return undefined;
  if (!(httpRetryMethods as readonly string[]).includes(method)) return undefined;
  if (status !== 0 && !isRetriedStatus(status)) return undefined;
  const asked = retryAfterMs(retryAfter, now);
  if (asked === undefined) return httpRetryDelayMs;
  return asked <= httpRetryAfterMaxMs ? asked : undefined;
}

const shownFromMs = 1_000;
let count = 0;

/**
 * Waits, or until "try now".
 * @returns false where a person gave up
 * @throws the signal's reason where the call was aborted
 */
export function waitForRetry(
  ms: number,
  about: Pick<Wait, 'code' | 'status' | 'place' | 'requestId'>,
  signal?: AbortSignal,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    count += 1;
    const id = count;
    const end = (settle: () => void) => {
      cancelTimer();
      signal?.removeEventListener('abort', abort);
      useWaits.setState(({ list }) => ({ list: list.filter((wait) => wait.id !== id) }));
      settle();
    };
    const abort = () =>
      end(() => reject(signal?.reason instanceof Error ? signal.reason : new Error('aborted')));
    const cancelTimer = runAfter(ms, () => end(() => resolve(true)));
    signal?.addEventListener('abort', abort);
    const startedAt = Date.now();
    const wait: Wait = {
      ...about,
      id,
      place: ms > shownFromMs ? about.place : 'nowhere',
      startedAt,
      until: startedAt + ms,
      tryNow: () => end(() => resolve(true)),
      cancel: () => end(() => resolve(false)),
    };
    useWaits.setState(({ list }) => ({ list: [...list, wait] }));
  });
}

/** The network is back: whatever waited for it goes on at once. */
export function retryAllNow(): void {
  for (const wait of useWaits.getState().list) if (wait.code === 'NOT_REACHABLE') wait.tryNow();
}
