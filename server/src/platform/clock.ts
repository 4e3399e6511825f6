import { setTimeout } from 'node:timers/promises';

/** Returns the time in milliseconds since 1970. It is injected, so that tests can control it. */
export type Clock = () => number;
export const systemClock: Clock = Date.now;

/** Calls `run` at an interval in milliseconds, until the returned function is called. */
export type Every = (milliseconds: number, run: () => void) => () => void;
/** In real time. The timer does not keep the process alive. */
export const systemEvery: Every = (milliseconds, run) => {
  const timer = setInterval(run, milliseconds).unref();
  return () => clearInterval(timer);
};

/** Resolves after a time in milliseconds, or rejects with an `AbortError` when the signal aborts. */
export type Pause = (milliseconds: number, signal?: AbortSignal) => Promise<void>;
/** In real time. The timer keeps the process alive. */
export const systemPause: Pause = (milliseconds, signal) =>
  setTimeout(milliseconds, undefined, signal === undefined ? {} : { signal });
