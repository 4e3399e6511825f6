/** Repeats the first load until it succeeds (ERROR-09): after a delay, when the browser is online, and on demand. */
import { parseRetryAfter } from '@foyer/contract/retryAfter';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../platform/api/apiError.ts';
import { useWaits, type Wait } from '../../platform/api/retry.ts';
import { backoffDelay, firstLoadBackoff } from '../../platform/time/retryTimer.ts';
import { onVisible, runAfter } from '../../platform/time/timers.ts';

export interface AutomaticRetry {
  /** The wait for the next attempt; undefined while an attempt is running. */
  readonly wait: Pick<Wait, 'startedAt' | 'until'> | undefined;
  readonly tryNow: () => void;
}

interface PlannedWait extends Pick<Wait, 'startedAt' | 'until'> {
  /** Whether the server has asked for a delay, which only the user may shorten. */
  readonly isRequested: boolean;
}

function planWait({ cause }: Error): PlannedWait {
  const startedAt = Date.now();
  const atLeastMs = cause instanceof ApiError ? parseRetryAfter(cause.retryAfter, startedAt) : undefined;
  const until = startedAt + backoffDelay(firstLoadBackoff, 0, { atLeastMs });
  return { startedAt, until, isRequested: atLeastMs !== undefined };
}

export interface FirstLoad {
  /** A new object for each failed attempt. */
  readonly error: Error;
  /** Starts the next attempt. */
  readonly retry: () => void;
  readonly isRunning: boolean;
}

/** @param enabled false for errors that a retry cannot fix */
export function useAutomaticRetry({ error, retry, isRunning }: FirstLoad, enabled: boolean): AutomaticRetry {
  const latestRetry = useRef(retry);
  useEffect(() => {
    latestRetry.current = retry;
  });
  const [planned, setPlanned] = useState(() => ({ error, isRunning, wait: planWait(error) }));
  if (planned.error !== error || planned.isRunning !== isRunning)
    setPlanned({ error, isRunning, wait: planWait(error) });
  // A call of the running attempt may wait for a retry of its own.
  const callWait = useWaits(({ list }) => list.find(({ place }) => place === 'page'));
  const { wait } = planned;
  useEffect(() => {
    if (!enabled || isRunning) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const start = () => latestRetry.current();
    runAfter(wait.until - Date.now(), start, signal);
    if (!wait.isRequested) {
      window.addEventListener('online', start, { signal });
      onVisible(start, signal);
    }
    return () => controller.abort();
  }, [enabled, isRunning, wait]);
  if (isRunning) return { wait: callWait, tryNow: () => callWait?.tryNow() };
  return { wait, tryNow: retry };
}
