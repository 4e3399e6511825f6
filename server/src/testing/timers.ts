/** Timers that run only when the test moves them on. */
import { setImmediate as turn } from 'node:timers/promises';
import { onTestFinished, vi } from 'vitest';

/**
 * Replaces `setTimeout` until the test ends; `vi.advanceTimersByTime` runs what is due. Returns a function that
 * resolves once so many timers of that many milliseconds have been set: others set timers as well, a database's client
 * among them.
 */
export function holdTimers(): (milliseconds: number, count?: number) => Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const delays: (number | undefined)[] = [];
  const fake = globalThis.setTimeout;
  // Not a spy: vitest restores those once more at the end of the file, which would bring the fake back.
  globalThis.setTimeout = Object.assign((...parameters: Parameters<typeof fake>) => {
    delays.push(parameters[1]);
    return fake(...parameters);
  }, fake);
  const test = { isOver: false };
  onTestFinished(() => {
    test.isOver = true;
    globalThis.setTimeout = fake;
    vi.useRealTimers();
  });
  return async (milliseconds, count = 1) => {
    while (!test.isOver && delays.filter((delay) => delay === milliseconds).length < count) await turn();
  };
}
