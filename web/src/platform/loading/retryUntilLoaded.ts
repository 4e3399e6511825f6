import { optionalBackoff, retryTimer } from '../time/retryTimer.ts';

/**
 * Loads what the page works without. After a failure it tries again with increasing delays, and at once when the browser
 * is online again.
 * @param onFailure called after each failure
 * @returns what ends it; nothing is called any more
 */
export function retryUntilLoaded<T>(
  load: () => Promise<T>,
  onLoaded: (loaded: T) => void,
  onFailure?: () => void,
): () => void {
  let isEnded = false;
  const attempt = (): void =>
    void load().then(
      (loaded) => (isEnded ? undefined : onLoaded(loaded)),
      () => {
        if (isEnded) return;
        onFailure?.();
        retry.schedule({ untilOnline: true });
      },
    );
  const retry = retryTimer(attempt, optionalBackoff);
  attempt();
  return () => {
    isEnded = true;
    retry.reset();
  };
}
