/** The hotspots of a viewpoint. They change when a widget begins, ends or is opened, and with the language. */
import type { Area, ViewPoint } from '@foyer/contract';
import { defaultLocale } from '@foyer/contract/limits';
import { useCallback, useMemo, useState } from 'react';
import { useLanguage } from '../../../platform/i18n/useLanguage.ts';
import { useServerTime } from '../../../platform/time/serverTime.ts';
import { useUi } from '../../../platform/state/ui.ts';
import { useVenue } from '../../../platform/state/venue.ts';
import { hasNoLink } from '../../../widgets/host/newTabLink.ts';
import { useShownWidgets, type ActiveWidget } from '../../../widgets/registry/activeWidgets.ts';
import { hasSeen, seenKey, useSeenWidgets, versionOf } from '../../../widgets/registry/widgetSeen.ts';
import { hotspotsOf, type Hotspot } from './hotspot.ts';

const noAreas: readonly Area[] = [];

/**
 * Returns the hotspots of a viewpoint in keyboard order: the picture needs one viewpoint, the text view all of them.
 */
export function useHotspotsOf(area: Area): (viewpoint: ViewPoint) => readonly Hotspot[] {
  const { language, direction } = useLanguage();
  const fallbackLanguage = useUi((state) => state.uiConfig?.i18n.defaultLocale ?? defaultLocale);
  const architectureId = useVenue((state) => state.architecture?.id ?? '');
  const areas = useVenue((state) => state.architecture?.areas ?? noAreas);
  const seen = useSeenWidgets((state) => state.seen);
  const widgets = useStable(useShownWidgets(area.contentWidgets));
  // Highlighting is exact to the minute; the server clock ticks every ten seconds.
  const now = Math.floor(useServerTime() / 60_000) * 60_000;
  return useCallback(
    (viewpoint: ViewPoint) =>
      hotspotsOf(
        { viewpoint, widgets, areas },
        {
          language,
          fallbackLanguage,
          now,
          rightToLeft: direction === 'rtl',
          // Not before the user can see what is new.
          isNew: (active) =>
            active.opensAt === undefined &&
            !hasNoLink(active) &&
            !hasSeen(seen, seenKey(architectureId, area.id, active.widget.id), versionOf(active)),
        },
      ),
    [area, widgets, areas, language, fallbackLanguage, now, direction, seen, architectureId],
  );
}

export function useHotspots(area: Area, viewpoint: ViewPoint): readonly Hotspot[] {
  const hotspotsAt = useHotspotsOf(area);
  return useMemo(() => hotspotsAt(viewpoint), [hotspotsAt, viewpoint]);
}

/**
 * Returns the same array while the same widgets are shown in the same configuration and state; `useShownWidgets` makes
 * a new one with every render.
 */
function useStable(active: readonly ActiveWidget[]): readonly ActiveWidget[] {
  const [stable, setStable] = useState(active);
  const isSame =
    stable.length === active.length &&
    stable.every(({ widget, configuration, opensAt }, index) => {
      const other = active[index];
      return widget === other?.widget && configuration === other.configuration && opensAt === other.opensAt;
    });
  if (!isSame) setStable(active);
  return isSame ? stable : active;
}
