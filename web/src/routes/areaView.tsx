/** The area page: picture or text view, dock and widgets; or a meeting of the area on a page of its own. */
import type { Area, ViewPoint } from '@foyer/contract';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { AreaScreen, useHotspotsOf, type Hotspot } from '../features/area/index.ts';
import { Dock } from '../features/dock/Dock.tsx';
import type { OutlineEntry } from '../features/textView/outline.ts';
import { lazyOptional } from '../platform/loading/lazyOptional.tsx';
import { NotDownloaded } from '../platform/loading/NotDownloaded.tsx';
import { useAreaNavigation, useAreaView, useOpenedWidget } from '../platform/navigation/areaNavigation.ts';
import { areaHosts, textViewParts, useDockEntries } from '../extensions/area.ts';
import { Extensions } from '../extensions/Extensions.tsx';
import { PageError } from '../platform/venue/pageError.ts';
import { useCurrentArea } from '../platform/state/venue.ts';
import { useEnteredArea } from './useEnteredArea.ts';

/** Widgets that open over the picture, meetings and the text view are loaded when they are first needed. */
const WidgetHost = lazyOptional(() => import('../widgets/host/WidgetHost.tsx'), [], WidgetHostFailed);
const MeetingPage = lazyOptional(
  () => import('../widgets/WherebyMeetingWidget/MeetingPage.tsx'),
  [],
  MeetingPageFailed,
);
const TextView = lazyOptional(() => import('../features/textView/TextView.tsx'), [], TextViewFailed);

/** With a network, the URL keeps the widget, for a reload. */
function WidgetHostFailed() {
  const opened = useOpenedWidget();
  const { closeWidget } = useAreaNavigation();
  if (opened === undefined) return null;
  return <NotDownloaded key={JSON.stringify(opened)} close={() => !navigator.onLine && void closeWidget()} />;
}

/** The page has nothing else. The error page tries again. */
function MeetingPageFailed(): never {
  throw new PageError('notReachable', 'The code of the meeting could not be downloaded.');
}

/** The picture stays until the text is there. */
function TextViewFailed() {
  return (
    <>
      <NotDownloaded />
      <AreaScreen />
    </>
  );
}

/** The widget panel, mounted when the URL first names a widget. */
function OpenedWidgets({ area }: { readonly area: Area }) {
  const isRequested = useOpenedWidget() !== undefined;
  const [wasRequested, setWasRequested] = useState(isRequested);
  if (isRequested && !wasRequested) setWasRequested(true);
  if (!wasRequested) return null;
  return <WidgetHost area={area} />;
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

function AreaContent({ area }: { readonly area: Area }) {
  const view = useAreaView();
  return (
    <>
      {view === 'text' ? <AreaText area={area} /> : <AreaScreen />}
      <AreaDock area={area} />
      <Extensions of={areaHosts} props={{ area }} />
      <OpenedWidgets area={area} />
    </>
  );
}

const Blank = () => <div className="fixed inset-0 bg-ground" />;

/** Only the path of a meeting (ROUTE-06) has the ids of a widget and of its configuration. */
export default function AreaView() {
  const { areaId, widgetId, configId } = useParams({ strict: false });
  const isMeetingPage = widgetId !== undefined && configId !== undefined;
  useEnteredArea(areaId, isMeetingPage);
  const area = useCurrentArea();
  if (!area) return <Blank />;
  if (!isMeetingPage) return <AreaContent area={area} />;
  return <MeetingPage key={`${widgetId} ${configId}`} area={area} widgetId={widgetId} configId={configId} />;
}
