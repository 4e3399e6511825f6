/** Why the server gives no access to a film. */
import { ApiError } from '../../platform/api/apiError.ts';

/** `gone`: the venue does not have the film, or not for this user now. `unplayable`: it has, but nothing can play it here. */
export type AccessFailure = 'unreachable' | 'gone' | 'unplayable';

export function accessFailureOf(error: unknown): AccessFailure {
  // Other errors are invalid input.
  if (!(error instanceof ApiError) || error.status === 409) return 'unplayable';
  // A retry helps if there was no response, or not the server's.
  const isRejected = error.status >= 400 && error.status < 500 && error.status !== 429;
  return isRejected ? 'gone' : 'unreachable';
}
