/** The floorplan in the current language: each area with its name and subtitle. */
import type { Architecture, Area, LocalizedText } from '@foyer/contract';
import { useMemo } from 'react';
import { useLocalized } from '../../platform/i18n/useLanguage.ts';
import { useVenue } from '../../platform/state/venue.ts';
import { useServerTime } from '../../platform/time/serverTime.ts';
import { happeningIn, type Happening } from '../../platform/venue/happening.ts';
import { usePresence } from '../../features/presence/index.ts';
import { positionedAreas } from './floorplanAreas.ts';

export interface FloorplanArea {
  readonly area: Area;
  readonly name: string;
  /** The description of a door to this area, else of the area; '' without either. */
  readonly subtitle: string;
  readonly isCurrent: boolean;
  /** The number of attendees in the area; 0 without presence. */
  readonly attendeeCount: number;
  /** The current or next event in the area. */
  readonly happening: Happening | undefined;
  /** 0..1 from the top left of the floorplan. */
  readonly x: number;
  readonly y: number;
}

type Localize = (texts: readonly LocalizedText[] | undefined) => string;

function subtitleOf(area: Area, architecture: Architecture, localized: Localize): string {
  const doors = architecture.areas.flatMap(({ viewPoints }) => viewPoints.flatMap(({ doors }) => doors));
  const doorDescription = doors
    .filter(({ targetAreaId }) => targetAreaId === area.id)
    .map(({ descriptions }) => localized(descriptions))
    .find((text) => text !== '');
  return doorDescription ?? localized(area.descriptions);
}

export function useFloorplan(currentAreaId: string): readonly FloorplanArea[] {
  const architecture = useVenue((state) => state.architecture);
  const localized = useLocalized();
  const counts = usePresence((state) => state.counts.areas);
  // Events are exact to the minute; the server clock ticks every ten seconds.
  const now = Math.floor(useServerTime() / 60_000) * 60_000;
  return useMemo(
    () =>
      architecture
        ? positionedAreas(architecture).map(({ area, x, y }) => ({
            area,
            x,
            y,
            name: localized(area.names) || area.id,
            subtitle: subtitleOf(area, architecture, localized),
            isCurrent: area.id === currentAreaId,
            attendeeCount: counts.get(area.id) ?? 0,
            happening: happeningIn(area, now),
          }))
        : [],
    [architecture, localized, currentAreaId, counts, now],
  );
}
