/** Applies publications as soon as the server announces them, in the same way as a poll (VERSION-07). */
import { venueVersionChanged, type DataOf } from '@foyer/contract';
import { useConnection } from '../state/connection.ts';
import { useUi } from '../state/ui.ts';
import { useVenue } from '../state/venue.ts';
import { runAfter } from '../time/timers.ts';
import { effectiveVersion } from '../venue/versionChange.ts';
import { activePolling } from '../venue/versionPolling.ts';
import { realtime } from './realtime.ts';

export function watchPublications(signal: AbortSignal): void {
  let cancel: (() => void) | undefined;
  const receive = ({ maxDelayMs, ...version }: DataOf<typeof venueVersionChanged>): void => {
    cancel?.();
    // A random delay, so that not all tabs request the venue at once.
    const delayMs = Math.random() * maxDelayMs;
    cancel = runAfter(delayMs, () => void activePolling()?.receive(version), signal);
  };
  realtime.on(venueVersionChanged, receive, signal);
  realtime.onOpen(({ venueVersion }) => {
    cancel?.();
    const current = useVenue.getState().venueVersion ?? useUi.getState().venueVersion;
    if (!current || effectiveVersion(current) === venueVersion) return;
    useConnection.setState({ hasNewerVersion: venueVersion > effectiveVersion(current) });
    void activePolling()?.pollNow();
  }, signal);
}
