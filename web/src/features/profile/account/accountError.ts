/** Maps API errors to errors of the account forms. */
import { parseRetryAfter } from '@foyer/contract/retryAfter';
import * as z from 'zod/mini';
import { ApiError } from '../../../platform/api/client.ts';

export type AccountError =
  | { readonly kind: 'wrongPassword' | 'weak' | 'taken' | 'conflict' | 'other' }
  | { readonly kind: 'mismatch' | 'lastAdministrator' }
  | { readonly kind: 'tooMany'; readonly minutes: number };

const minuteMs = 60_000;
/** The longest time that the form mentions. It does not wait itself, so the limit of automatic retries does not apply. */
const dayMs = 86_400_000;
const minutesOf = (ms = minuteMs): number => Math.max(1, Math.ceil(ms / minuteMs));

const reason = z.object({ reason: z.string() });

export function toAccountError(error: unknown): AccountError {
  if (!(error instanceof ApiError)) return { kind: 'other' };
  switch (error.serverCode) {
    case 'conflict': {
      const details = z.safeParse(reason, error.details);
      if (details.data?.reason === 'password') return { kind: 'wrongPassword' };
      if (details.data?.reason === 'lastAdministrator') return { kind: 'lastAdministrator' };
      return { kind: details.data?.reason === 'email' ? 'mismatch' : 'conflict' };
    }
    case 'weakPassword':
      return { kind: 'weak' };
    case 'duplicateAccount':
      return { kind: 'taken' };
    case 'tooManyAttempts':
    case 'tooManyRequests':
      return { kind: 'tooMany', minutes: minutesOf(parseRetryAfter(error.retryAfter, Date.now(), dayMs)) };
    default:
      return { kind: 'other' };
  }
}
