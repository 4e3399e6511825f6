/** Why a change of the account was refused, in the terms of the form that asked for it. */
import * as z from 'zod/mini';
import { ApiError } from '../../../platform/api/client.ts';
import { retryAfterMs } from '../../../platform/api/retry.ts';

export type AccountFault =
  | { readonly kind: 'wrongPassword' | 'weak' | 'taken' | 'conflict' | 'other' }
  | { readonly kind: 'mismatch' | 'lastAdministrator' }
  | { readonly kind: 'tooMany'; readonly minutes: number };

const minuteMs = 60_000;
const minutesOf = (ms = minuteMs): number => Math.max(1, Math.ceil(ms / minuteMs));

const reason = z.object({ reason: z.string() });

export function accountFault(error: unknown): AccountFault {
  if (!(error instanceof ApiError)) return { kind: 'other' };
  switch (error.serverCode) {
    case 'conflict': {
      const why = z.safeParse(reason, error.details);
      if (why.data?.reason === 'password') return { kind: 'wrongPassword' };
      if (why.data?.reason === 'lastAdministrator') return { kind: 'lastAdministrator' };
      return { kind: why.data?.reason === 'email' ? 'mismatch' : 'conflict' };
    }
    case 'weakPassword':
      return { kind: 'weak' };
    case 'duplicateAccount':
      return { kind: 'taken' };
    case 'tooManyAttempts':
    case 'tooManyRequests':
      return { kind: 'tooMany', minutes: minutesOf(retryAfterMs(error.retryAfter, Date.now())) };
    default:
      return { kind: 'other' };
  }
}
