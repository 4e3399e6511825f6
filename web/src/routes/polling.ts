/** Version polling and its effects on the page: leaving or reloading the venue, and faster polling while unpublished. */
import { noPublishedVersion, versionPollMs } from '@foyer/contract/limits';
import { useUi } from '../platform/state/ui.ts';
import { clearVenue, createVenueState } from '../platform/state/venue.ts';
import { createVenueLoader } from '../platform/venue/loadVenue.ts';
import { createPolling } from '../platform/venue/versionPolling.ts';
import type { Visit } from '../platform/visit/visit.ts';

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

export function startVersionPolling(visit: Visit, navigator: Navigator): void {
  const { fetchVersion, fetchVenue } = visit.get(createVenueLoader);
  const openId = () => visit.get(createVenueState).getState().architecture?.id;
  visit.get(createPolling).start({
    fetchVersion,
    leave: async () => {
      // The page is left before the venue is cleared, because its components need the venue.
      await navigator.leave();
      const { venueVersion } = useUi.getState();
      const isLive = (venueVersion?.publishedVersion ?? noPublishedVersion) !== noPublishedVersion;
      // Another venue is live now, and '/' has opened it.
      if (isLive && openId() === venueVersion?.publishedArchitectureId) return;
      clearVenue(visit);
    },
    reloadVenue: async (venueVersion) => {
      const open = openId();
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
export function pollWhileUnpublished(visit: Visit): () => void {
  const { setPollInterval } = visit.get(createPolling);
  setPollInterval(unpublishedPollMs * (1 - jitter * Math.random()));
  return () => setPollInterval(versionPollMs);
}
