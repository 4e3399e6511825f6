import { ApiError } from '../api/apiError.ts';

/** Why a like could not be stored, which decides what message the user sees. */
export type LikeError = 'gone' | 'tooMany' | 'offline' | 'other';

const errorsByStatus: Readonly<Record<number, LikeError>> = { 404: 'gone', 429: 'tooMany' };

export function likeErrorOf(error: unknown): LikeError {
  const status = error instanceof ApiError ? error.status : 0;
  // Without a response. While the browser is online, the user may simply try again.
  if (status === 0 && !navigator.onLine) return 'offline';
  return errorsByStatus[status] ?? 'other';
}
