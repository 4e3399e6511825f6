import { setTimeout } from 'node:timers/promises';

/** Time is passed in, so that tests move it and nothing sleeps. Milliseconds since 1970. */
export type Clock = () => number;
export const systemClock: Clock = Date.now;

/** Runs something at an interval of so many milliseconds until the returned function is called. */
export type Every = (milliseconds: number, run: () => void) => () => void;
/** In real time; a process does not stay alive for it. */
export const systemEvery: Every = (milliseconds, run) => {
  const timer = setInterval(run, milliseconds).unref();
  return () => clearInterval(timer);
};

/** Resolves after so many milliseconds, or rejects with an `AbortError` when the signal aborts. */
export type Pause = (milliseconds: number, signal?: AbortSignal) => Promise<void>;
/** In real time; a process stays alive for it. */
export const systemPause: Pause = (milliseconds, signal) =>
  setTimeout(milliseconds, undefined, signal === undefined ? {} : { signal });
