/** The hotspots of where one stands, renewed when a widget begins or ends, is seen, or the language changes. */
import type { Area, ViewPoint } from '@foyer/contract';
import { defaultLocale } from '@foyer/contract/limits';
import { useCallback, useMemo, useState } from 'react';
import { useLanguage } from '../../platform/i18n/useLanguage.ts';
import { useServerTime } from '../../platform/time/serverTime.ts';
import { useUi } from '../../platform/state/ui.ts';
import { useVenue } from '../../platform/state/venue.ts';
import { useActiveWidgets, type ActiveWidget } from '../../widgets/activeWidgets.ts';
import { hasSeen, seenKey, useSightings, versionOf } from '../../widgets/widgetSeen.ts';
import { hotspotsOf, type Hotspot } from './hotspots/hotspot.ts';

const noAreas: readonly Area[] = [];

/** What any viewpoint of an area shows, in keyboard order: for the picture of one, for the reading twin of all. */
export function useHotspotsOf(area: Area): (viewpoint: ViewPoint) => readonly Hotspot[] {
  const { language, direction } = useLanguage();
  const fallbackLanguage = useUi((state) => state.uiConfig?.i18n.defaultLocale ?? defaultLocale);
  const architectureId = useVenue((state) => state.architecture?.id ?? '');
  const areas = useVenue((state) => state.architecture?.areas ?? noAreas);
  const sightings = useSightings((state) => state.sightings);
  const things = useStable(useActiveWidgets(area.contentWidgets));
  // What beckons is told by the minute; the clock of the interface ticks every ten seconds.
  const now = Math.floor(useServerTime() / 60_000) * 60_000;
  return useCallback(
    (viewpoint: ViewPoint) =>
      hotspotsOf(
        { viewpoint, things, areas },
        {
          language,
          fallbackLanguage,
          now,
          rightToLeft: direction === 'rtl',
          isNew: (active) =>
            !hasSeen(sightings, seenKey(architectureId, area.id, active.widget.id), versionOf(active)),
        },
      ),
    [area, things, areas, language, fallbackLanguage, now, direction, sightings, architectureId],
  );
}

export function useHotspots(area: Area, viewpoint: ViewPoint): readonly Hotspot[] {
  const hotspotsAt = useHotspotsOf(area);
  return useMemo(() => hotspotsAt(viewpoint), [hotspotsAt, viewpoint]);
}

/** The same list as long as the same widgets are on in the same configuration: it is made anew with every render. */
function useStable(active: readonly ActiveWidget[]): readonly ActiveWidget[] {
  const [kept, setKept] = useState(active);
  const isSame =
    kept.length === active.length &&
    kept.every(({ widget, configuration }, index) => {
      const other = active[index];
      return widget === other?.widget && configuration === other.configuration;
    });
  if (!isSame) setKept(active);
  return isSame ? kept : active;
}
