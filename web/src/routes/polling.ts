/** The poll with what it does to the page: leaving, reloading, and a closer watch at the door. */
import { publishedVersionNone, versionPollMs } from '@foyer/contract/limits';
import { useUi } from '../platform/state/ui.ts';
import { clearVenue, useVenue } from '../platform/state/venue.ts';
import { fetchVenue, fetchVersion } from '../platform/venue/loadVenue.ts';
import { activePolling, startPolling } from '../platform/venue/versionPolling.ts';

/** Whoever waits before the doors is let in within seconds, not minutes. */
const doorPollMs = 10_000;

interface Navigator {
  /** To the root path. */
  leave(): Promise<void>;
  /** Runs the guards of the page again: a venue opened, or the area that one is in is gone. */
  rerunGuards(): Promise<void>;
}

export function startVersionPolling(navigator: Navigator): void {
  startPolling({
    fetchVersion,
    leave: async () => {
      // The page goes first: one that lost its venue under its feet would ask for what is no longer there.
      await navigator.leave();
      const { venueVersion } = useUi.getState();
      const isLive = (venueVersion?.publishedVersion ?? publishedVersionNone) !== publishedVersionNone;
      // Another house is live now, and '/' has led to it.
      if (isLive && useVenue.getState().architecture?.id === venueVersion?.publishedArchitectureId) return;
      clearVenue();
    },
    reloadVenue: async (venueVersion) => {
      const open = useVenue.getState().architecture?.id;
      const architectureId = open ?? venueVersion.publishedArchitectureId;
      if (open !== undefined && architectureId) await fetchVenue(architectureId, venueVersion);
      useUi.setState({ venueVersion });
      await navigator.rerunGuards();
    },
  });
}

/** Asks every ten seconds while somebody stands before closed doors; returns what ends that. */
export function pollWhileUnpublished(): () => void {
  activePolling()?.setPollInterval(doorPollMs);
  return () => activePolling()?.setPollInterval(versionPollMs);
}
