import { useEffect, useState } from 'react';
import { runEvery } from './timers.ts';

/** Whole seconds until a moment, counted down. `until` is milliseconds by `Date.now()`. */
export function useSecondsLeft(until: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => runEvery(250, () => setNow(Date.now())), []);
  return Math.max(0, Math.ceil((until - now) / 1000));
}
