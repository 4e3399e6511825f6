/** The banner about the network and the realtime connection. */
import { useEffect, useState } from 'react';
import { useConnection, type Missed } from './state/connection.ts';
import { runAfter } from './time/timers.ts';

/** Shorter interruptions are not shown. */
const minLossMs = 2_000;
const backOnlineMs = 5_000;
/** The longest time to wait for what was missed, and for the texts about it. */
const catchUpMs = 20_000;

export interface ConnectionBanner {
  /**
   * `offline`: the browser has no network; `lost`: the connection is being restored; `back`: it is restored;
   * `tooManyTabs`: the user has to restore it.
   */
  readonly kind: 'offline' | 'lost' | 'back' | 'tooManyTabs';
  /** Milliseconds since 1970. */
  readonly since: number;
  /** Set if the user has to restore the connection. */
  readonly reconnect?: (() => void) | undefined;
}

/** When the browser went offline; undefined while it is online. */
function useOfflineSince(): number | undefined {
  const [since, setSince] = useState(() => (navigator.onLine ? undefined : Date.now()));
  useEffect(() => {
    const update = () => setSince(navigator.onLine ? undefined : Date.now());
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener('offline', update, { signal });
    window.addEventListener('online', update, { signal });
    return () => listening.abort();
  }, []);
  return since;
}

/** True from `minLossMs` after the loss until the user has had time to read about the reconnection. */
function useWasLost(lost: boolean, isCaughtUp: boolean): boolean {
  const [wasLost, setWasLost] = useState(false);
  useEffect(() => {
    return runAfter(lost ? minLossMs : isCaughtUp ? backOnlineMs : catchUpMs, () => setWasLost(lost));
  }, [lost, isCaughtUp]);
  return wasLost;
}

export interface ConnectionBannerState {
  /** Undefined while there is nothing to show. */
  readonly banner: ConnectionBanner | undefined;
  /** Called when the list of missed changes is shown. */
  readonly onCaughtUp: (missed: Missed) => void;
}

export function useConnectionBanner(): ConnectionBannerState {
  const offlineSince = useOfflineSince();
  const { status, since, missed, reconnect } = useConnection();
  const [shown, onCaughtUp] = useState<Missed>();
  const lost = status === 'reconnecting';
  const wasLost = useWasLost(lost, missed !== undefined && shown === missed);
  const currentBanner = (): ConnectionBanner | undefined => {
    if (offlineSince !== undefined) return { kind: 'offline', since: offlineSince };
    if (status === 'tooManyTabs') return { kind: status, since, reconnect };
    if (!wasLost || (!lost && status !== 'online')) return undefined;
    return { kind: lost ? 'lost' : 'back', since };
  };
  return { banner: currentBanner(), onCaughtUp };
}
