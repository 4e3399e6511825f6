/** Applies publications as soon as the server announces them, in the same way as a poll (VERSION-07). */
import { venueVersionChanged } from '@foyer/contract';
import { useConnection } from '../state/connection.ts';
import { useUi } from '../state/ui.ts';
import { useVenue } from '../state/venue.ts';
import { runAfter } from '../time/timers.ts';
import { effectiveVersion } from '../venue/versionChange.ts';
import { activePolling } from '../venue/versionPolling.ts';
import { realtime } from './realtime.ts';

/** @returns stops it */
export function watchPublications(): () => void {
  let cancel: (() => void) | undefined;
  const ends = [
    realtime.on(venueVersionChanged, ({ maxDelayMs, ...version }) => {
      cancel?.();
      // A random delay, so that not all tabs request the venue at once.
      cancel = runAfter(Math.random() * maxDelayMs, () => void activePolling()?.receive(version));
    }),
    realtime.onOpen(({ venueVersion }) => {
      cancel?.();
      const current = useVenue.getState().venueVersion ?? useUi.getState().venueVersion;
      if (!current || effectiveVersion(current) === venueVersion) return;
      useConnection.setState({ hasNewerVersion: venueVersion > effectiveVersion(current) });
      void activePolling()?.pollNow();
    }),
  ];
  return () => {
    cancel?.();
    for (const end of ends) end();
  };
}
