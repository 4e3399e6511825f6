/** The server's clock (TIME-01): taken from the Date header of answers that no cache kept, and ticked on between them. */
import { serverTimeTickMs } from '@foyer/contract/limits';
import { useUi } from '../state/ui.ts';
import { runEvery } from './timers.ts';

/** A date that lies further back than this comes out of a cache that does not say so. */
const implausibleMs = 300_000;
const agreementMs = 60_000;

export interface ServerClock {
  /** Takes the time of an answer; without a usable Date header, or out of a cache, nothing changes. */
  note(headers: Headers): void;
  /** Milliseconds since 1970 by the server's clock; this machine's clock until the server has answered. */
  now(): number;
}

/** @param clock this machine's clock, milliseconds */
export function serverClock(clock: () => number): ServerClock {
  let offset: number | undefined;
  let doubted: number | undefined;
  return {
    note(headers) {
      const date = Date.parse(headers.get('date') ?? '');
      if (!Number.isFinite(date) || !isFresh(headers)) return;
      const next = date - clock();
      const jumpsBack = offset !== undefined && next < offset - implausibleMs;
      // Twice the same surprise is no cache: somebody set the server's clock.
      const confirmed = doubted !== undefined && Math.abs(next - doubted) < agreementMs;
      if (jumpsBack && !confirmed) {
        doubted = next;
        return;
      }
      doubted = undefined;
      offset = next;
    },
    now: () => clock() + (offset ?? 0),
  };
}

/** Uncached, or revalidated with the server: no Age, and no permission to keep it. */
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

/** Ticks `ui.serverTime` on every 10 s; returns what stops it. */
export const startServerTime = (): (() => void) => runEvery(serverTimeTickMs, publish);

/** The server's time, renewed every 10 s: what begins or ends by the clock changes without anything else happening. */
export const useServerTime = (): number => useUi((state) => state.serverTime) || clock.now();
