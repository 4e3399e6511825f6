import { ApiError } from '../../../platform/api/apiError.ts';

/** Why a call has ended or could not be joined. Each value has a text `ended.…`. */
export type EndReason =
  | 'ended'
  | 'noAnswer'
  | 'declined'
  | 'elsewhere'
  | 'full'
  | 'muted'
  | 'blocked'
  | 'notEnabled'
  | 'notFound'
  | 'problem';

const byErrorCode: Readonly<Partial<Record<string, EndReason>>> = {
  functionUnsupported: 'notEnabled',
  conflict: 'full',
  notFound: 'notFound',
  forbidden: 'notFound',
};

/** The end reason for an error of a request to start or join a call. */
export function endReasonOf(error: unknown): EndReason {
  if (!(error instanceof ApiError)) return 'problem';
  if (error.serverCode === 'cannotPost') {
    const { reason } = error.details as { reason?: string };
    return reason === 'blocked' ? 'blocked' : 'muted';
  }
  return byErrorCode[error.serverCode ?? ''] ?? 'problem';
}
