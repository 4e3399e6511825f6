/** What a background does that lost its answer: it is asked for again, by itself. */
import { useEffect } from 'react';
import { authorizationFor } from '../../../platform/api/client.ts';
import { AssetFailure } from '../../../platform/assets/loadAsset.ts';
import { runAfter } from '../../../platform/time/timers.ts';

/** `away`: no answer, asking again may help. `missing`: there is nothing, or nothing that can be drawn. */
export type WhyFailed = 'away' | 'missing';

const askAgainMs = 10_000;

/** @param status of the answer, 0 without one */
export const whyStatus = (status: number): WhyFailed =>
  status === 0 || status === 429 || status >= 500 ? 'away' : 'missing';

export const whyOf = (error: unknown): WhyFailed =>
  error instanceof AssetFailure ? whyStatus(error.status) : 'missing';

/** Pictures and videos do not say why they failed, so their address is asked once more for its status; 0 without an answer. */
export async function statusOf(url: string): Promise<number> {
  try {
    return (await fetch(url, { method: 'HEAD', headers: authorizationFor(url) })).status;
  } catch {
    return 0;
  }
}

/**
 * Asks again after ten seconds, or at once when the network is back.
 * @param failure undefined while nothing is away; each failure is an object of its own, so every one waits anew
 * @param again does not change between renders
 */
export function useAskAgain(failure: object | undefined, again: () => void): void {
  useEffect(() => {
    if (!failure) return undefined;
    const ended = new AbortController();
    const { signal } = ended;
    runAfter(askAgainMs, again, signal);
    window.addEventListener('online', again, { signal });
    return () => ended.abort();
  }, [failure, again]);
}
