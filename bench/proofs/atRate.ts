/** Sends requests at a fixed rate, whether or not earlier ones have completed. */
import { setTimeout as pause } from 'node:timers/promises';

/** Calls `act` at a rate per second for a number of seconds. Returns the durations in milliseconds. */
export async function atRate(
  perSecond: number,
  seconds: number,
  act: (n: number) => Promise<void>,
): Promise<number[]> {
  const took: number[] = [];
  const running: Promise<void>[] = [];
  const begin = performance.now();
  for (let n = 0; n < perSecond * seconds; n++) {
    const due = begin + (n * 1_000) / perSecond;
    const early = due - performance.now();
    if (early > 0) await pause(early);
    // Measured from the scheduled time, so that a late start counts as waiting time.
    running.push(act(n).then(() => void took.push(performance.now() - due)));
  }
  await Promise.all(running);
  return took;
}
