import { countLiveAttendees } from '@foyer/contract';
import { useEffect, useState } from 'react';
import { call } from '../../platform/api/client.ts';
import { logWarning } from '../../platform/log.ts';
import { runAfter } from '../../platform/time/timers.ts';

/** From a response to the next request. */
const refreshAfterMs = 5_000;

export interface LiveAttendees {
  /** How many people are in the live venue; the last number if a request fails, undefined before the first response. */
  readonly count: number | 'unknown' | undefined;
  /** Whether an earlier count has been shown. */
  readonly isUpdate: boolean;
}

const afterResponse = (last: LiveAttendees, count: number): LiveAttendees => ({
  count,
  isUpdate: typeof last.count === 'number',
});
const afterFailure = (last: LiveAttendees): LiveAttendees =>
  typeof last.count === 'number' ? last : { count: 'unknown', isUpdate: false };

export function useLiveAttendees(): LiveAttendees {
  const [attendees, setAttendees] = useState<LiveAttendees>({ count: undefined, isUpdate: false });
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const load = async (): Promise<void> => {
      try {
        const result = await call(countLiveAttendees, { report: 'console', retry: false, signal });
        setAttendees((last) => afterResponse(last, result.count));
      } catch (error) {
        if (signal.aborted) return;
        logWarning('VERSION', 'the attendees of the live venue could not be counted', error);
        setAttendees(afterFailure);
      }
      if (!signal.aborted) runAfter(refreshAfterMs, () => void load(), signal);
    };
    void load();
    return () => controller.abort();
  }, []);
  return attendees;
}
