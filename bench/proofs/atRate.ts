/** Calls that arrive at their rate, whether or not earlier ones were answered. */
import { setTimeout as pause } from 'node:timers/promises';

/** Calls `act` so many times a second for so many seconds; gives how long each took, in milliseconds. */
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
    // Counted from when it was due: a late start is part of the wait.
    running.push(act(n).then(() => void took.push(performance.now() - due)));
  }
  await Promise.all(running);
  return took;
}
