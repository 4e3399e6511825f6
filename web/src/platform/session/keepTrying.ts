import { logWarning } from '../log.ts';

const againMs = 30_000;

/** Gives a visitor an identity; one who could not be given it is asked for again after 30 s, or when the network is back. */
export function keepTrying(enter: () => Promise<void>): void {
  enter().catch(() => {
    logWarning('SESSION', 'a visitor got no identity yet');
    const again = () => {
      clearTimeout(timer);
      window.removeEventListener('online', again);
      keepTrying(enter);
    };
    const timer = setTimeout(again, againMs);
    window.addEventListener('online', again);
  });
}
