import { getFigures, type Figures } from '@foyer/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../platform/api/client.ts';
import { useVenue } from '../../platform/state/venue.ts';
import { now } from '../../platform/time/serverTime.ts';
import { optionalBackoff, retryTimer } from '../../platform/time/retryTimer.ts';
import { onVisible, runEvery } from '../../platform/time/timers.ts';
import { minuteMs } from './range/zonedTime.ts';
import type { TimeRange } from './range/range.ts';

export interface FiguresState {
  /** Those of the previous range until the new ones are loaded or have failed to load. */
  readonly figures: Figures | undefined;
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

interface Loaded {
  readonly key: string;
  readonly figures?: Figures | undefined;
  /** What the figures are of. */
  readonly shownAs?: string | undefined;
  readonly hasFailed: boolean;
}

const refreshMs = minuteMs;
/** The page shows failures itself. A role that has been withdrawn does not end the session. */
const quiet = { report: 'console', retry: false, keepsSession: true } as const;

/**
 * The figures of a range. They are loaded again once a minute while the range is not over and the page is visible.
 * @param name stays the same while a range moves on with the time: its last figures are kept when newer ones fail to load
 */
export function useFigures({ from, to }: TimeRange, name: string): FiguresState {
  const architectureId = useVenue(({ architecture }) => architecture?.id);
  const key = `${architectureId} ${from} ${to}`;
  const shownAs = `${architectureId} ${name}`;
  const [loaded, setLoaded] = useState<Loaded>();
  const loadNow = useRef<() => void>(undefined);
  useEffect(() => {
    if (architectureId === undefined) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const query = {
      architectureId,
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
    };
    const load = async (): Promise<void> => {
      try {
        const figures = await call(getFigures, { query, signal, ...quiet });
        setLoaded({ key, figures, shownAs, hasFailed: false });
        retries.reset();
      } catch {
        if (signal.aborted) return;
        // Figures of another range would be taken for those of the chosen one.
        setLoaded((before) => ({ ...(before?.shownAs === shownAs && before), key, hasFailed: true }));
        retries.schedule({ untilOnline: true });
      }
    };
    loadNow.current = () => void load();
    const retries = retryTimer(() => void load(), optionalBackoff);
    const refresh = (): void => {
      if (document.visibilityState === 'visible' && !retries.isPending && now() - refreshMs < to) void load();
    };
    void load();
    const endRefresh = runEvery(refreshMs, refresh);
    onVisible(refresh, signal);
    return () => {
      controller.abort();
      retries.reset();
      endRefresh();
    };
  }, [key, shownAs, architectureId, from, to]);
  const isCurrent = loaded?.key === key;
  const retry = useCallback(() => {
    setLoaded((before) => before && { ...before, key: '', hasFailed: false });
    loadNow.current?.();
  }, []);
  return {
    figures: loaded?.figures,
    isLoading: !isCurrent,
    hasFailed: isCurrent && loaded.hasFailed,
    retry,
  };
}
