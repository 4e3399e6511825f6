import { runAfter } from './timers.ts';

/** Milliseconds of work before the page may render and respond. */
const sliceMs = 8;

/**
 * Runs long work in slices.
 * @param work yields at least every few milliseconds
 * @returns a function that stops it
 */
export function runInSlices<Result>(
  work: Iterator<unknown, Result>,
  onDone: (result: Result) => void,
): () => void {
  const continueWork = (): void => {
    const until = performance.now() + sliceMs;
    do {
      const step = work.next();
      if (step.done) {
        onDone(step.value);
        return;
      }
    } while (performance.now() < until);
    stop = runAfter(0, continueWork);
  };
  let stop = runAfter(0, continueWork);
  return () => stop();
}
