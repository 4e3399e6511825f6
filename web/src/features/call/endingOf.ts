/** Why there is no call, by what the server refused it with. */
import { ApiError } from '../../platform/api/apiError.ts';
import type { Ending } from './session.ts';

const failures: Readonly<Partial<Record<string, Ending>>> = {
  functionUnsupported: 'notEnabled',
  conflict: 'full',
  notFound: 'gone',
  forbidden: 'gone',
};

export function endingOf(fault: unknown): Ending {
  if (!(fault instanceof ApiError)) return 'problem';
  if (fault.serverCode === 'cannotPublish') {
    const { reason } = fault.details as { reason?: string };
    return reason === 'blocked' ? 'blocked' : 'silenced';
  }
  return failures[fault.serverCode ?? ''] ?? 'problem';
}
