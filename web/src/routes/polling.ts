/** Version polling and its effects on the page: leaving or reloading the venue, and faster polling while unpublished. */
import { noPublishedVersion, versionPollMs } from '@foyer/contract/limits';
import { useUi } from '../platform/state/ui.ts';
import { clearVenue, useVenue } from '../platform/state/venue.ts';
import { fetchVenue, fetchVersion } from '../platform/venue/loadVenue.ts';
import { activePolling, startPolling } from '../platform/venue/versionPolling.ts';

/** Fast enough that waiting users enter within seconds of the publication. */
const unpublishedPollMs = 10_000;
/** The part of the interval that is random, so that tabs that began to wait together do not poll together. */
const jitter = 0.3;

interface Navigator {
  /** Navigates to the root path. */
  leave(): Promise<void>;
  /** Runs the guards of the page again: the venue may be published now, or the current area removed. */
  rerunGuards(): Promise<void>;
}

export function startVersionPolling(navigator: Navigator): void {
  startPolling({
    fetchVersion,
    leave: async () => {
      // The page is left before the venue is cleared, because its components need the venue.
      await navigator.leave();
      const { venueVersion } = useUi.getState();
      const isLive = (venueVersion?.publishedVersion ?? noPublishedVersion) !== noPublishedVersion;
      // Another venue is live now, and '/' has opened it.
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

/**
 * Polls every seven to ten seconds while the venue is unpublished.
 * @returns restores the normal interval
 */
export function pollWhileUnpublished(): () => void {
  activePolling()?.setPollInterval(unpublishedPollMs * (1 - jitter * Math.random()));
  return () => activePolling()?.setPollInterval(versionPollMs);
}
