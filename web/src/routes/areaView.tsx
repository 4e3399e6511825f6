/** Where an area's parts meet: picture and hotspots, reading twin, dock, widgets and notices. */
import type { Area, ViewPoint } from '@foyer/contract';
import { useParams } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { AreaScreen, useHotspotsOf, type Hotspot } from '../features/area/index.ts';
import { Dock } from '../features/dock/Dock.tsx';
import type { OutlineEntry } from '../features/reading/outline.ts';
import { useAreaNavigation, useAreaSearch, useAreaView } from '../platform/navigation/areaSearch.ts';
import { areaHosts, useDockEntries } from '../extensions/area.ts';
import { Extensions } from '../extensions/Extensions.tsx';
import { useUi } from '../platform/state/ui.ts';
import { areaOf, useCurrentArea, useVenue } from '../platform/state/venue.ts';
import { NoticeHost } from '../widgets/NoticeHost.tsx';

/** What opens over the picture, and the reading twin: each is fetched when it is first wanted. */
const WidgetHost = lazy(async () => ({ default: (await import('../widgets/WidgetHost.tsx')).WidgetHost }));
const ReadingTwin = lazy(async () => ({
  default: (await import('../features/reading/ReadingTwin.tsx')).ReadingTwin,
}));

/** The widgets' own panel, from the first time that the address names one. */
function OpenedWidgets({ area }: { readonly area: Area }) {
  const { widget, floorplan } = useAreaSearch();
  const asked = widget !== undefined || floorplan !== undefined;
  const [everAsked, setEverAsked] = useState(asked);
  if (asked && !everAsked) setEverAsked(true);
  if (!everAsked) return null;
  return (
    <Suspense fallback={null}>
      <WidgetHost area={area} />
    </Suspense>
  );
}

/** A hotspot as a line of the outline. Only content widgets stand in a picture; global ones have no place there. */
function outlineEntry(hotspot: Hotspot): OutlineEntry[] {
  if (hotspot.kind === 'door') return [hotspot];
  const { id, name, active } = hotspot;
  if (!('placements' in active.widget)) return [];
  return [{ kind: 'widget', id, name, widget: active.widget, configuration: active.configuration }];
}

function Reading({ area }: { readonly area: Area }) {
  const hotspotsAt = useHotspotsOf(area);
  const entriesOf = (viewpoint: ViewPoint): OutlineEntry[] => hotspotsAt(viewpoint).flatMap(outlineEntry);
  return <ReadingTwin area={area} entriesOf={entriesOf} notices={<NoticeHost area={area} place="text" />} />;
}

function AreaDock({ area }: { readonly area: Area }) {
  const view = useAreaView();
  const { showView } = useAreaNavigation();
  const entries = useDockEntries(area);
  return <Dock entries={entries} view={view} onViewChange={(next) => void showView(next)} />;
}

/** Stores which area the address names, for everything outside of the route. */
function useEnteredArea(areaId: string | undefined): void {
  useEffect(() => {
    if (areaId === undefined || !areaOf(useVenue.getState(), areaId)) return;
    useVenue.setState({ currentAreaId: areaId });
    useUi.setState({ lastAreaId: areaId });
  }, [areaId]);
  useEffect(() => () => useVenue.setState({ currentAreaId: null }), []);
}

export default function AreaView() {
  const { areaId } = useParams({ strict: false });
  useEnteredArea(areaId);
  const area = useCurrentArea();
  const view = useAreaView();
  if (!area) return <div className="fixed inset-0 bg-ground" />;
  return (
    <>
      {view === 'reading' ? <Reading area={area} /> : <AreaScreen />}
      <AreaDock area={area} />
      <Extensions of={areaHosts} props={{ area }} />
      {view !== 'reading' && <NoticeHost area={area} />}
      <OpenedWidgets area={area} />
    </>
  );
}
