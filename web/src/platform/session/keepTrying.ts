import { ApiError } from '../api/apiError.ts';
import { retryAfterMs } from '../api/retry.ts';
import { logWarning } from '../log.ts';

const shortestMs = 30_000;
const longestMs = 300_000;

export const noIdentity = 'a visitor got no identity yet';

/** Longer each time, never shorter than the server asks for, and not at one moment for all that were refused at one. */
function waitMs(tries: number, error: unknown): number {
  const asked = error instanceof ApiError ? retryAfterMs(error.retryAfter, Date.now()) : undefined;
  const patient = Math.min(shortestMs * 2 ** tries, longestMs);
  return Math.max(patient, asked ?? 0) * (1 + Math.random() / 4);
}

/** After a while; at once when the network is back, where that was what was missing. */
export function tryLater(attempt: () => Promise<void>, failure: string, tries = 0, error?: unknown): void {
  const again = () => {
    clearTimeout(timer);
    window.removeEventListener('online', again);
    keepTrying(attempt, failure, tries + 1);
  };
  const timer = setTimeout(again, waitMs(tries, error));
  const wasAnswered = error instanceof ApiError && error.status !== 0;
  if (!wasAnswered) window.addEventListener('online', again);
}

/** Does what may fail, and again until it does not. */
export function keepTrying(attempt: () => Promise<void>, failure: string, tries = 0): void {
  attempt().catch((error: unknown) => {
    logWarning('SESSION', failure);
    tryLater(attempt, failure, tries, error);
  });
}
