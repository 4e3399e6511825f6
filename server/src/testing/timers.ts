/** Timers that run only when the test advances them. */
import { setImmediate as turn } from 'node:timers/promises';
import { onTestFinished, vi } from 'vitest';

/**
 * Replaces `setTimeout` until the test ends; `vi.advanceTimersByTime` runs the due timers. Returns a function that
 * resolves when `count` timers with this duration have been set. Other code, such as a database client, sets timers
 * too.
 */
export function holdTimers(): (milliseconds: number, count?: number) => Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const delays: (number | undefined)[] = [];
  const fake = globalThis.setTimeout;
  // Not a spy: vitest restores spies again at the end of the file, which would bring the fake timers back.
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
