/** The server's clock (TIME-01): set from the Date header of uncached responses; runs on between them. */
import { serverTimeTickMs } from '@foyer/contract/limits';
import { useUi } from '../state/ui.ts';
import { runEvery } from './timers.ts';

/** A date that is further back than this is assumed to come from a cache that does not declare itself. */
const implausibleMs = 300_000;
const agreementMs = 60_000;

export interface ServerClock {
  /** Sets the clock from the headers of a response. Ignores cached responses and unusable Date headers. */
  note(headers: Headers): void;
  /** Milliseconds since 1970 by the server's clock; by this machine's clock before the first response. */
  now(): number;
}

/** @param clock this machine's clock, milliseconds */
export function serverClock(clock: () => number): ServerClock {
  let offset: number | undefined;
  let suspectOffset: number | undefined;
  return {
    note(headers) {
      const date = Date.parse(headers.get('date') ?? '');
      if (!Number.isFinite(date) || !isFresh(headers)) return;
      const next = date - clock();
      const jumpsBack = offset !== undefined && next < offset - implausibleMs;
      // The same jump twice is not a cache: the server's clock was changed.
      const confirmed = suspectOffset !== undefined && Math.abs(next - suspectOffset) < agreementMs;
      if (jumpsBack && !confirmed) {
        suspectOffset = next;
        return;
      }
      suspectOffset = undefined;
      offset = next;
    },
    now: () => clock() + (offset ?? 0),
  };
}

/** Whether a response was not cached, or was revalidated: no Age, and no permission to store it. */
export function isFresh(headers: Headers): boolean {
  if (Number(headers.get('age') ?? 0) > 0) return false;
  const control = headers.get('cache-control');
  return control === null || /no-cache|no-store/.test(control);
}

const clock = serverClock(() => Date.now());

const publish = (): void => useUi.setState({ serverTime: clock.now() });

/** Milliseconds since 1970 by the server's clock. */
export const now = (): number => clock.now();

export function noteServerTime(response: Response): void {
  const before = clock.now();
  clock.note(response.headers);
  if (useUi.getState().serverTime === 0 || Math.abs(clock.now() - before) > agreementMs) publish();
}

/**
 * Updates `ui.serverTime` every 10 s.
 * @returns stops it
 */
export const startServerTime = (): (() => void) => runEvery(serverTimeTickMs, publish);

/** The server's time, updated every 10 s, so that a component rerenders when something begins or ends by the clock. */
export const useServerTime = (): number => useUi((state) => state.serverTime) || clock.now();
