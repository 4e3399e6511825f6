/** The URLs of hotspots and viewpoints of an area, and functions that navigate to them without a page load. */
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { useAreaNavigation } from '../../platform/navigation/areaNavigation.ts';
import { readAreaSearchParams } from '../../platform/navigation/areaSearchParams.ts';
import { noWidget } from '../../platform/navigation/openedWidget.ts';
import { routeNames } from '../../platform/navigation/routeNames.ts';
import { useVenue } from '../../platform/state/venue.ts';
import type { Hotspot } from './hotspots/hotspot.ts';

export interface AreaLinks {
  readonly hrefOf: (hotspot: Hotspot) => string;
  readonly hrefOfViewpoint: (viewpointId: string) => string;
  readonly follow: (hotspot: Hotspot) => void;
  readonly showViewpoint: (viewpointId: string) => void;
}

export function useAreaLinks(areaId: string): AreaLinks {
  const router = useRouter();
  const architectureId = useVenue((state) => state.architecture?.id ?? '');
  const search = useRouterState({ select: ({ location }) => location.search, structuralSharing: true });
  const { goToArea, openWidget, showViewpoint } = useAreaNavigation();

  const address = useCallback(
    (to: string, change: Record<string, string | undefined>): string => {
      const location = router.buildLocation({
        to: routeNames.Area,
        params: { architectureId, areaId: to },
        search: readAreaSearchParams({ ...search, ...noWidget, ...change }),
      });
      return location.publicHref;
    },
    [router, architectureId, search],
  );
  return useMemo(
    () => ({
      hrefOf: (hotspot) =>
        hotspot.kind === 'door'
          ? address(hotspot.targetAreaId, { viewpoint: hotspot.targetViewpointId })
          : address(areaId, { widget: hotspot.active.widget.id }),
      hrefOfViewpoint: (viewpoint) => address(areaId, { viewpoint }),
      follow: (hotspot) => {
        if (hotspot.kind === 'door')
          void goToArea(architectureId, hotspot.targetAreaId, hotspot.targetViewpointId);
        else void openWidget(hotspot.active.widget.id);
      },
      showViewpoint: (viewpoint) => void showViewpoint(viewpoint),
    }),
    [address, areaId, architectureId, goToArea, openWidget, showViewpoint],
  );
}
