/** The area page: picture or text view, dock and widgets. */
import type { Area, ViewPoint } from '@foyer/contract';
import { useParams } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { AreaScreen, useHotspotsOf, type Hotspot } from '../features/area/index.ts';
import { Dock } from '../features/dock/Dock.tsx';
import type { OutlineEntry } from '../features/textView/outline.ts';
import { useAreaNavigation, useAreaView, useOpenedWidget } from '../platform/navigation/areaNavigation.ts';
import { areaHosts, textViewParts, useDockEntries } from '../extensions/area.ts';
import { Extensions } from '../extensions/Extensions.tsx';
import { useUi } from '../platform/state/ui.ts';
import { areaOf, useCurrentArea, useVenue } from '../platform/state/venue.ts';
import { reloadForPolicy } from '../platform/venue/reloadForPolicy.ts';

/** Widgets that open over the picture, and the text view, are loaded when they are first needed. */
const WidgetHost = lazy(async () => ({
  default: (await import('../widgets/host/WidgetHost.tsx')).WidgetHost,
}));
const TextView = lazy(async () => ({
  default: (await import('../features/textView/TextView.tsx')).TextView,
}));

/** The widget panel, mounted when the URL first names a widget. */
function OpenedWidgets({ area }: { readonly area: Area }) {
  const isRequested = useOpenedWidget() !== undefined;
  const [wasRequested, setWasRequested] = useState(isRequested);
  if (isRequested && !wasRequested) setWasRequested(true);
  if (!wasRequested) return null;
  return (
    <Suspense fallback={null}>
      <WidgetHost area={area} />
    </Suspense>
  );
}

/** Converts a hotspot to an entry of the text view. Only content widgets have placements; global ones do not. */
function outlineEntry(hotspot: Hotspot): OutlineEntry[] {
  if (hotspot.kind === 'door') return [hotspot];
  const { id, name, active } = hotspot;
  if (!('placements' in active.widget)) return [];
  return [{ kind: 'widget', id, name, ...active, widget: active.widget }];
}

function AreaText({ area }: { readonly area: Area }) {
  const hotspotsAt = useHotspotsOf(area);
  const entriesOf = (viewpoint: ViewPoint): OutlineEntry[] => hotspotsAt(viewpoint).flatMap(outlineEntry);
  return (
    <TextView area={area} entriesOf={entriesOf}>
      <Extensions of={textViewParts} props={{ area }} />
    </TextView>
  );
}

function AreaDock({ area }: { readonly area: Area }) {
  const view = useAreaView();
  const { showView } = useAreaNavigation();
  const entries = useDockEntries(area);
  return <Dock entries={entries} view={view} onViewChange={(next) => void showView(next)} />;
}

/** Stores the area of the URL in the state, for components outside of the route. */
function useEnteredArea(areaId: string | undefined): void {
  useEffect(() => {
    if (areaId === undefined || !areaOf(useVenue.getState(), areaId) || reloadForPolicy()) return;
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
      {view === 'text' ? <AreaText area={area} /> : <AreaScreen />}
      <AreaDock area={area} />
      <Extensions of={areaHosts} props={{ area }} />
      <OpenedWidgets area={area} />
    </>
  );
}
