import { useEffect } from 'react';
import { useUi } from '../platform/state/ui.ts';
import { areaOf, useVenue } from '../platform/state/venue.ts';
import { reloadForPolicy } from '../platform/venue/reloadForPolicy.ts';

/** The number of mounted pages of an area. */
let pageCount = 0;

/** Stores the area of the URL in the state, for components outside of the route. */
export function useEnteredArea(areaId: string | undefined): void {
  useEffect(() => {
    if (areaId === undefined || !areaOf(useVenue.getState(), areaId) || reloadForPolicy()) return;
    useVenue.setState({ currentAreaId: areaId });
    useUi.setState({ lastAreaId: areaId });
  }, [areaId]);
  useEffect(() => {
    pageCount += 1;
    return () => {
      pageCount -= 1;
      // The next page may be another one of the same area, such as a meeting: the user does not leave the area then.
      queueMicrotask(() => {
        if (pageCount === 0) useVenue.setState({ currentAreaId: null });
      });
    };
  }, []);
}
