import { setTimeout } from 'node:timers/promises';

/**
 * Returns the time in milliseconds since 1970. It is injected, so that tests can control it. An operator or NTP may set
 * the clock forward or back, so it is only for times that leave the process: in the database, in tokens, for clients.
 */
export type Clock = () => number;
export const systemClock: Clock = Date.now;

/**
 * Returns the milliseconds since an arbitrary moment. It never jumps, so durations are measured with it: timeouts, rate
 * limits, ages of cached values. Its times mean nothing in another process. It is injected like `Clock`.
 */
export type MonotonicClock = () => number;
export const systemMonotonicClock: MonotonicClock = () => performance.now();

/** How much the clocks of two nodes may differ, in milliseconds. */
export const maxClockDifferenceMs = 60_000;

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
