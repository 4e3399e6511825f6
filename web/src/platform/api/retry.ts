/** Retries of failed calls (ERROR-04): the delays, and the waits, which users can see, skip or cancel. */
import { httpRetries, httpRetryDelayMs, httpRetryMethods, isRetriedStatus } from '@foyer/contract/limits';
import { parseRetryAfter } from '@foyer/contract/retryAfter';
import type { GlobalErrorCode } from '@foyer/contract';
import { create } from 'zustand';
import { runAfter } from '../time/timers.ts';

/** Where a wait of more than a second is shown: in the error dialog, on the page that is loading, or nowhere. */
export type WaitPlace = 'dialog' | 'page' | 'nowhere';

export interface Wait {
  readonly id: number;
  readonly code: GlobalErrorCode;
  readonly status: number;
  readonly place: WaitPlace;
  readonly requestId: string | undefined;
  /** Whether the server did not respond and has not asked for a delay: the wait ends as soon as it responds again. */
  readonly untilReachable: boolean;
  /** Milliseconds by `Date.now()`. */
  readonly startedAt: number;
  readonly until: number;
  readonly tryNow: () => void;
  readonly cancel: () => void;
}

export const useWaits = create<{ readonly list: readonly Wait[] }>(() => ({ list: [] }));

export interface Failure {
  readonly method: string;
  /** 0 without a response. */
  readonly status: number;
  readonly retryAfter: string | null;
  /** Number of retries so far. */
  readonly retries: number;
}

/** Milliseconds before the next retry, or undefined if the call is not retried. */
export function retryDelay(
  { method, status, retryAfter, retries }: Failure,
  now = Date.now(),
): number | undefined {
  if (retries >= httpRetries) return undefined;
  if (!(httpRetryMethods as readonly string[]).includes(method)) return undefined;
  if (status !== 0 && !isRetriedStatus(status)) return undefined;
  return parseRetryAfter(retryAfter, now) ?? httpRetryDelayMs;
}

const shownFromMs = 1_000;
let count = 0;

/**
 * Waits for the delay, or until the user presses "try now".
 * @returns false if the user cancels
 * @throws the signal's reason if the call is aborted
 */
export function waitForRetry(
  ms: number,
  about: Pick<Wait, 'code' | 'status' | 'place' | 'requestId' | 'untilReachable'>,
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

/** Retries at once all calls that wait for the server. Called when the network is back or the server responds again. */
export function retryAllNow(): void {
  for (const wait of useWaits.getState().list) if (wait.untilReachable) wait.tryNow();
}
