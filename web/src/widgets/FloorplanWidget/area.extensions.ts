/** The floorplan's button in the dock, if the venue has a floorplan. */
import mapTrifoldFill from '@phosphor-icons/core/fill/map-trifold-fill.svg?raw';
import mapTrifold from '@phosphor-icons/core/regular/map-trifold.svg?raw';
import { useMemo } from 'react';
import { useAreaNavigation, useOpenedWidget } from '../../platform/navigation/areaNavigation.ts';
import { useVenue } from '../../platform/state/venue.ts';
import type { AreaExtensions } from '../../extensions/area.ts';
import type { DockEntry } from '../../extensions/dockEntry.ts';
import { useActiveWidgets } from '../registry/activeWidgets.ts';
import { globalWidgetsOf } from '../registry/registry.ts';
import { useWidgetTypeName } from '../registry/useWidgetName.ts';

function useFloorplanEntry(): DockEntry | undefined {
  const typeName = useWidgetTypeName();
  const architecture = useVenue((state) => state.architecture);
  const widgets = useActiveWidgets(
    useMemo(
      () =>
        architecture ? globalWidgetsOf(architecture).filter(({ type }) => type === 'FloorplanWidget') : [],
      [architecture],
    ),
  );
  const opened = useOpenedWidget();
  const { openFloorplan, closeWidget } = useAreaNavigation();
  if (widgets.length === 0) return undefined;
  const isOpen = opened !== undefined && 'type' in opened && opened.type === 'FloorplanWidget';
  return {
    kind: 'action',
    id: 'floorplan',
    label: typeName('FloorplanWidget') ?? '',
    icon: mapTrifold,
    openIcon: mapTrifoldFill,
    isOpen,
    run: () => void (isOpen ? closeWidget() : openFloorplan()),
  };
}

export const extensions: AreaExtensions = { dock: [{ order: 10, useEntry: useFloorplanEntry }] };
