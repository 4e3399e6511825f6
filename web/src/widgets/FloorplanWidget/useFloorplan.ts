/** The floorplan in the shown language: each area with its name and one line about it. */
import type { Architecture, Area, LocalizedText } from '@foyer/contract';
import { useMemo } from 'react';
import { useLocalized } from '../../platform/i18n/useLanguage.ts';
import { useVenue } from '../../platform/state/venue.ts';
import { plannedAreas } from './floorplanAreas.ts';

export interface NamedArea {
  readonly area: Area;
  readonly name: string;
  /** What the doors that lead there say; '' where none says anything. */
  readonly line: string;
  readonly isHere: boolean;
  /** 0..1 from the top left of the floorplan. */
  readonly x: number;
  readonly y: number;
}

type Localize = (texts: readonly LocalizedText[] | undefined) => string;

function lineAbout(area: Area, architecture: Architecture, localized: Localize): string {
  const doors = architecture.areas.flatMap(({ viewPoints }) => viewPoints.flatMap(({ doors }) => doors));
  const said = doors
    .filter(({ targetAreaId }) => targetAreaId === area.id)
    .map(({ descriptions }) => localized(descriptions))
    .find((text) => text !== '');
  return said ?? localized(area.descriptions);
}

export function useFloorplan(currentAreaId: string): readonly NamedArea[] {
  const architecture = useVenue((state) => state.architecture);
  const localized = useLocalized();
  return useMemo(
    () =>
      architecture
        ? plannedAreas(architecture).map(({ area, x, y }) => ({
            area,
            x,
            y,
            name: localized(area.names) || area.id,
            line: lineAbout(area, architecture, localized),
            isHere: area.id === currentAreaId,
          }))
        : [],
    [architecture, localized, currentAreaId],
  );
}
