/** Why a picture or video did not load, and retries after no response. */
import { useEffect } from 'react';
import { AssetFailure } from '../../../platform/assets/assetFailure.ts';
import { retryTimer, type Backoff } from '../../../platform/time/retryTimer.ts';

/** `unreachable`: no response, a retry may help. `missing`: the file does not exist or cannot be decoded. */
export type LoadFailure = 'unreachable' | 'missing';

const backoff: Backoff = { firstMs: 10_000 };

/** @param status HTTP status, 0 without a response */
export const failureOfStatus = (status: number): LoadFailure =>
  status === 0 || status === 429 || status >= 500 ? 'unreachable' : 'missing';

export const failureOf = (error: unknown): LoadFailure =>
  error instanceof AssetFailure ? failureOfStatus(error.status) : 'missing';

/**
 * Retries after ten seconds, or at once when the browser is online again.
 * @param failure undefined if there is nothing to retry; a new object for each failure, so that each waits again
 * @param retry does not change between renders
 */
export function useRetry(failure: object | undefined, retry: () => void): void {
  useEffect(() => {
    if (!failure) return undefined;
    const timer = retryTimer(retry, backoff);
    timer.schedule({ untilOnline: true });
    return timer.reset;
  }, [failure, retry]);
}
