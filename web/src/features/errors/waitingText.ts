import type { Wait } from '../../platform/api/retry.ts';

/** The text key for a running retry. */
export function waitingText({ code, status }: Pick<Wait, 'code' | 'status'>) {
  if (code === 'NOT_REACHABLE') return 'error.waiting.NOT_REACHABLE';
  return status === 429 ? 'error.waiting.BUSY' : 'error.waiting.PROCESSING_ERROR';
}
