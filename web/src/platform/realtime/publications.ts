/** Applies publications as soon as the server announces them, in the same way as a poll (VERSION-07). */
import { venueVersionChanged, type DataOf } from '@foyer/contract';
import { createConnectionState } from '../state/connection.ts';
import { useUi } from '../state/ui.ts';
import { venueOf } from '../state/venue.ts';
import { runAfter } from '../time/timers.ts';
import { effectiveVersion } from '../venue/versionChange.ts';
import { createPolling } from '../venue/versionPolling.ts';
import type { Visit } from '../visit/visit.ts';
import { createRealtime } from './realtime.ts';

export function watchPublications(visit: Visit, signal: AbortSignal): void {
  const realtime = visit.get(createRealtime);
  const polling = visit.get(createPolling);
  let cancel: (() => void) | undefined;
  const receive = ({ maxDelayMs, ...version }: DataOf<typeof venueVersionChanged>): void => {
    cancel?.();
    // A random delay, so that not all tabs request the venue at once.
    const delayMs = Math.random() * maxDelayMs;
    cancel = runAfter(delayMs, () => void polling.receive(version), signal);
  };
  realtime.on(venueVersionChanged, receive, signal);
  realtime.onOpen(({ venueVersion }) => {
    cancel?.();
    const current = venueOf(visit).venueVersion ?? useUi.getState().venueVersion;
    if (!current || effectiveVersion(current) === venueVersion) return;
    visit.get(createConnectionState).setState({ hasNewerVersion: venueVersion > effectiveVersion(current) });
    void polling.pollNow();
  }, signal);
}
