/**
 * Runs the tasks of a visit's chat again after transient errors, with growing delays, while there is a connection. Without
 * one, the next connection runs all that is outstanding.
 */
import { ApiError } from '../../../platform/api/apiError.ts';
import { logError } from '../../../platform/log.ts';
import { commandBackoff, isTransient } from '../../../platform/realtime/onReconnect.ts';
import { createRealtime } from '../../../platform/realtime/realtime.ts';
import { retryTimer, type RetryTimer } from '../../../platform/time/retryTimer.ts';
import type { Visit } from '../../../platform/visit/visit.ts';

type Task = () => Promise<void>;

/** All tasks of a key must do the same. */
export interface Retries {
  /**
   * Runs a task now. Never rejects.
   * @param again starts the task after a transient error; by default as it was started before
   */
  readonly run: (key: string, task: Task, again?: () => void) => Promise<void>;
  /** Runs a task after the first delay, unless a retry of its key is pending. */
  readonly runLater: (key: string, task: Task) => void;
  /** After progress: the next retry of the key waits for the first delay again. */
  readonly reset: (key: string) => void;
}

export function createRetries(visit: Visit): Retries {
  const realtime = visit.get(createRealtime);
  const timers = new Map<string, RetryTimer>();

  function timerOf(key: string, again: () => void): RetryTimer {
    const attempt = (): void => {
      if (realtime.isOnline) again();
      else timers.delete(key);
    };
    const timer = timers.get(key) ?? retryTimer(attempt, commandBackoff, visit.signal);
    timers.set(key, timer);
    return timer;
  }

  function reset(key: string): void {
    timers.get(key)?.reset();
    timers.delete(key);
  }

  async function run(key: string, task: Task, again: () => void = () => void run(key, task)): Promise<void> {
    try {
      await task();
      reset(key);
    } catch (error) {
      if (visit.signal.aborted) return;
      if (!(error instanceof ApiError)) logError('CONNECTION', `chat task failed: ${key}`, error);
      if (isTransient(error) && realtime.isOnline) timerOf(key, again).schedule();
      else reset(key);
    }
  }

  return {
    run,
    runLater(key, task) {
      const timer = timerOf(key, () => void run(key, task));
      if (!timer.isPending) timer.schedule();
    },
    reset,
  };
}
