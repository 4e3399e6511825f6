/**
 * Downloads the tracker when the first page has had time to load completely, or with the first input, so that short visits
 * are counted too. A visit that ends before that, within some seconds and without any input, is not counted.
 */
import { importWithRetry } from '../loading/importWithRetry.ts';
import { retryUntilLoaded } from '../loading/retryUntilLoaded.ts';
import { runAfter } from '../time/timers.ts';
import { whenIdle } from '../time/whenIdle.ts';

const delayMs = 3_000;

const importTracker = () => import('./tracker.ts');

export function loadTrackerLater(): void {
  let isLoading = false;
  const load = (): void => {
    if (isLoading) return;
    isLoading = true;
    retryUntilLoaded(
      () => importWithRetry(importTracker),
      ({ startTracker }) => void startTracker(),
    );
  };
  runAfter(delayMs, () => whenIdle(load));
  for (const input of ['pointerdown', 'keydown']) addEventListener(input, load, true);
}
