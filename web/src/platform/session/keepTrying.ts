import { logWarning } from '../log.ts';

const againMs = 30_000;

export const noIdentity = 'a visitor got no identity yet';

/** Does what may fail for want of a network: again after 30 s, or when the network is back. */
export function keepTrying(attempt: () => Promise<void>, failure: string): void {
  attempt().catch(() => {
    logWarning('SESSION', failure);
    const again = () => {
      clearTimeout(timer);
      window.removeEventListener('online', again);
      keepTrying(attempt, failure);
    };
    const timer = setTimeout(again, againMs);
    window.addEventListener('online', again);
  });
}
