/** The area one is in: the picture or its reading twin, what opens over it, and the dock below. */
import { useParams } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { useUi } from '../platform/state/ui.ts';
import { areaOf, useVenue } from '../platform/state/venue.ts';

/** Everything inside an area comes as one piece of its own, after the frame. */
const loadAreaView = () => import('./areaView.tsx');
const AreaView = lazy(loadAreaView);

/** Begins to fetch the piece while the venue is still on its way; a failure shows when it is wanted. */
export const preloadAreaView = (): void => void loadAreaView().catch(() => undefined);

/** The address says which area it is; the state says it to everybody else. */
function useEnteredArea(areaId: string | undefined): void {
  useEffect(() => {
    if (areaId === undefined || !areaOf(useVenue.getState(), areaId)) return;
    useVenue.setState({ currentAreaId: areaId });
    useUi.setState({ lastAreaId: areaId });
  }, [areaId]);
  useEffect(() => () => useVenue.setState({ currentAreaId: null }), []);
}

export function AreaPage() {
  const { areaId } = useParams({ strict: false });
  useEnteredArea(areaId);
  return (
    <Suspense fallback={<div className="fixed inset-0 bg-ground" />}>
      <AreaView />
    </Suspense>
  );
}
