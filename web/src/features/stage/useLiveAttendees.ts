import { countLiveAttendees } from '@foyer/contract';
import { useEffect, useState } from 'react';
import { call } from '../../platform/api/client.ts';
import { logWarning } from '../../platform/log.ts';
import { runEvery } from '../../platform/time/timers.ts';

const refreshEveryMs = 5_000;

/** How many people are in the live venue right now; undefined until it is known. */
export function useLiveAttendees(): number | 'unknown' | undefined {
  const [count, setCount] = useState<number | 'unknown'>();
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const load = async (): Promise<void> => {
      try {
        const result = await call(countLiveAttendees, { report: 'console', retry: false, signal });
        setCount(result.count);
      } catch {
        if (signal.aborted) return;
        logWarning('VERSION', 'the attendees of the live venue could not be counted');
        setCount('unknown');
      }
    };
    void load();
    const stop = runEvery(refreshEveryMs, () => void load());
    return () => {
      stop();
      controller.abort();
    };
  }, []);
  return count;
}
