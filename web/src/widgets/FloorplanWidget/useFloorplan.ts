/** The floorplan in the current language: each area with its name and subtitle. */
import type { Architecture, Area, LocalizedText } from '@foyer/contract';
import { useMemo } from 'react';
import { useLocalized } from '../../platform/i18n/useLanguage.ts';
import { useVenue } from '../../platform/state/venue.ts';
import { positionedAreas } from './floorplanAreas.ts';

export interface FloorplanArea {
  readonly area: Area;
  readonly name: string;
  /** The description of a door to this area, else of the area; '' without either. */
  readonly subtitle: string;
  readonly isCurrent: boolean;
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
          }))
        : [],
    [architecture, localized, currentAreaId],
  );
}
