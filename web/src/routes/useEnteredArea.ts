import { useEffect } from 'react';
import { useLastArea } from '../platform/navigation/lastArea.ts';
import { areaOf, createVenueState, useVenueSession } from '../platform/state/venue.ts';
import { reloadForIsolation, useIsolationKey } from '../platform/venue/isolation.ts';
import { reloadForPolicy } from '../platform/venue/reloadForPolicy.ts';
import { useVisit } from '../platform/visit/VisitProvider.tsx';

/** The number of mounted pages of an area. */
const createPageCount = (): { value: number } => ({ value: 0 });

/**
 * Stores the area of the URL in the state, for components outside of the route.
 * @param isMeetingPage whether the page shows one meeting of the area only (ROUTE-06)
 */
export function useEnteredArea(areaId: string | undefined, isMeetingPage: boolean): void {
  // Before the reload, which loads this URL.
  useIsolationKey(areaId, isMeetingPage);
  const lastArea = useLastArea();
  const venue = useVisit().get(createVenueState);
  useEffect(() => {
    const area = areaOf(venue.getState(), areaId);
    if (!area || reloadForPolicy() || reloadForIsolation(area, isMeetingPage)) return;
    venue.setState({ currentAreaId: area.id });
    lastArea.setState({ areaId: area.id });
  }, [areaId, isMeetingPage, lastArea, venue]);
  const session = useVenueSession();
  useEffect(() => {
    const count = session.get(createPageCount);
    count.value += 1;
    return () => {
      count.value -= 1;
      // The next page may be another one of the same area, such as a meeting: the user does not leave the area then.
      queueMicrotask(() => {
        if (count.value === 0 && !session.signal.aborted) venue.setState({ currentAreaId: null });
      });
    };
  }, [session, venue]);
}
