/** A publication is heard of at once, and acted on as a poll's answer is (VERSION-07). */
import { venuePublished } from '@foyer/contract';
import { useConnection } from '../state/connection.ts';
import { useUi } from '../state/ui.ts';
import { useVenue } from '../state/venue.ts';
import { runAfter } from '../time/timers.ts';
import { effectiveVersion } from '../venue/versionChange.ts';
import { activePolling } from '../venue/versionPolling.ts';
import { realtime } from './realtime.ts';

/** Returns what ends it. */
export function watchPublications(): () => void {
  let cancel: (() => void) | undefined;
  const ends = [
    realtime.on(venuePublished, ({ spreadMs, ...version }) => {
      cancel?.();
      // Not all who are here ask for the venue in the same moment.
      cancel = runAfter(Math.random() * spreadMs, () => void activePolling()?.receive(version));
    }),
    realtime.onOpen(({ venueVersion }) => {
      cancel?.();
      const known = useVenue.getState().venueVersion ?? useUi.getState().venueVersion;
      if (!known || effectiveVersion(known) === venueVersion) return;
      useConnection.setState({ hasNewerVersion: venueVersion > effectiveVersion(known) });
      void activePolling()?.pollNow();
    }),
  ];
  return () => {
    cancel?.();
    for (const end of ends) end();
  };
}
