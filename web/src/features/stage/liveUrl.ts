/** The way from the stage to the live venue. */
import { createStore, useStore, type StoreApi } from 'zustand';
import { useOtherModeUrl } from '../../platform/navigation/useOtherModeUrl.ts';
import { useVenue, useVenueSession } from '../../platform/state/venue.ts';

interface LiveArchitecture {
  readonly id: string | undefined;
}

/**
 * The architecture that is live, if it is the one that is open on the stage; the ribbon sets it. `publishedArchitectureId` of
 * the venue version does not say this: on the stage it is the architecture that was saved last.
 */
export const createLiveArchitecture = (): StoreApi<LiveArchitecture> =>
  createStore<LiveArchitecture>(() => ({ id: undefined }));

/** On the stage, the URL of the current area in the live venue; its start unless the open venue is known to be live. */
export function useLiveUrl(): string {
  const areaUrl = useOtherModeUrl();
  const liveId = useStore(useVenueSession().get(createLiveArchitecture), ({ id }) => id);
  const isLive = useVenue(({ architecture }) => architecture !== null && architecture.id === liveId);
  return isLive ? areaUrl : '/';
}
