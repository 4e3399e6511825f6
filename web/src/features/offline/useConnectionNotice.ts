/** What is to be told of the network and of the connection over it. */
import { useEffect, useState } from 'react';
import { useConnection, type Missed } from '../../platform/state/connection.ts';
import { runAfter } from '../../platform/time/timers.ts';

/** A line that is back sooner is worth no words. */
const blinkMs = 2_000;
const backMs = 5_000;
/** So long it may take to be told what was missed, and so long to fetch the words for it. */
const catchUpMs = 20_000;

export interface LineMark {
  /** `offline`: the browser has no network; `lost`: the connection is tried again; `back`: it stands again. */
  readonly kind: 'offline' | 'lost' | 'back';
  /** Milliseconds since 1970. */
  readonly since: number;
}

/** Since when the browser has no network; undefined while it has. */
function useOfflineSince(): number | undefined {
  const [since, setSince] = useState(() => (navigator.onLine ? undefined : Date.now()));
  useEffect(() => {
    const look = () => setSince(navigator.onLine ? undefined : Date.now());
    window.addEventListener('offline', look);
    window.addEventListener('online', look);
    return () => {
      window.removeEventListener('offline', look);
      window.removeEventListener('online', look);
    };
  }, []);
  return since;
}

/** From when the loss is worth words until what there is to say of it has been read. */
function useWasLost(lost: boolean, isCaughtUp: boolean): boolean {
  const [wasLost, setWasLost] = useState(false);
  useEffect(() => {
    return runAfter(lost ? blinkMs : isCaughtUp ? backMs : catchUpMs, () => setWasLost(lost));
  }, [lost, isCaughtUp]);
  return wasLost;
}

export interface Telling {
  /** Undefined while there is nothing to tell. */
  readonly mark: LineMark | undefined;
  /** What was missed stands there to be read. */
  readonly onCaughtUp: (what: Missed) => void;
}

export function useLineMark(): Telling {
  const offlineSince = useOfflineSince();
  const { status, since, missed } = useConnection();
  const [read, onCaughtUp] = useState<Missed>();
  const lost = status === 'reconnecting';
  const wasLost = useWasLost(lost, missed !== undefined && read === missed);
  const markOf = (): LineMark | undefined => {
    if (offlineSince !== undefined) return { kind: 'offline', since: offlineSince };
    if (!wasLost || (!lost && status !== 'online')) return undefined;
    return { kind: lost ? 'lost' : 'back', since };
  };
  return { mark: markOf(), onCaughtUp };
}
