/** Why a change of the account was refused, in the terms of the form that asked for it. */
import * as z from 'zod/mini';
import { ApiError } from '../../../platform/api/client.ts';

export type AccountFault =
  | { readonly kind: 'wrongPassword' | 'weak' | 'taken' | 'conflict' | 'other' }
  | { readonly kind: 'mismatch' }
  | { readonly kind: 'tooMany'; readonly minutes: number };

const reason = z.object({ reason: z.string() });

export function accountFault(error: unknown): AccountFault {
  if (!(error instanceof ApiError)) return { kind: 'other' };
  switch (error.refusal) {
    case 'conflict': {
      const why = z.safeParse(reason, error.details);
      if (why.data?.reason === 'password') return { kind: 'wrongPassword' };
      return { kind: why.data?.reason === 'email' ? 'mismatch' : 'conflict' };
    }
    case 'weakPassword':
      return { kind: 'weak' };
    case 'duplicateAccount':
      return { kind: 'taken' };
    case 'tooManyAttempts':
    case 'tooManyRequests':
      return { kind: 'tooMany', minutes: Math.max(1, Math.ceil(Number(error.retryAfter ?? 60) / 60)) };
    default:
      return { kind: 'other' };
  }
}
