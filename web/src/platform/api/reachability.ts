/** Notices that a server that did not respond is back, so that calls need not wait for their full delay (ERROR-04). */
import { base } from '../base.ts';
import { firstLoadBackoff, retryTimer } from '../time/retryTimer.ts';
import type { ApiError } from './apiError.ts';
import { retryAllNow, useWaits } from './retry.ts';
import { send } from './send.ts';

/** Statuses of a proxy whose server does not respond. */
const gatewayStatuses = [502, 503, 504];

/** Whether a call failed because the server did not respond, and no server has asked for a delay. */
export const isUnreachable = ({ status, serverCode, retryAfter }: ApiError): boolean =>
  retryAfter === null && (status === 0 || (gatewayStatuses.includes(status) && serverCode === undefined));

/**
 * Any response but that of a gateway counts, also one that requires a login. A 503 does not count, not even one of the
 * API itself: its calls have delays of their own. With the fragment, which is not sent, no inlined response is taken.
 */
async function isReachable(): Promise<boolean> {
  try {
    return !gatewayStatuses.includes((await send(`${base}/api/venue/version#probe`)).status);
  } catch {
    return false;
  }
}

/** Probes the server while calls wait for it, and retries them at its first response. */
export function watchReachability(): void {
  const probe = async (): Promise<void> => {
    // Scheduled first, because a request may take longer than the delay.
    timer.schedule();
    if (await isReachable()) retryAllNow();
  };
  const timer = retryTimer(() => void probe(), firstLoadBackoff);
  useWaits.subscribe(({ list }) => {
    const isWaiting = list.some(({ untilReachable }) => untilReachable);
    if (!isWaiting) timer.reset();
    else if (!timer.isPending) timer.schedule();
  });
}
