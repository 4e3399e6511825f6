/** The hotspots of a viewpoint, doors and widgets, in one language at one time. */
import type { Area, Door, Position, Size, ViewPoint } from '@foyer/contract';
import { selectLocalizedText } from '@foyer/contract/localize';
import { findWidgetManifest } from '@foyer/contract/widget';
import type { ActiveWidget } from '../../../widgets/registry/activeWidgets.ts';
import { happeningIn, isLiveEvent, type Happening } from '../../../platform/venue/happening.ts';

export interface DoorHotspot {
  readonly kind: 'door';
  readonly id: string;
  readonly name: string;
  /** One line below the name; '' if the door has none. */
  readonly subtitle: string;
  readonly position: Position;
  readonly opening: Door['opening'];
  readonly targetAreaId: string;
  readonly targetViewpointId: string | undefined;
  /** The current or next event in the target area. */
  readonly happening: Happening | undefined;
  /** At most one door of a viewpoint is highlighted. */
  readonly isHighlighted: boolean;
}

export interface WidgetHotspot {
  readonly kind: 'widget';
  readonly id: string;
  readonly name: string;
  readonly position: Position;
  readonly size: Size | undefined;
  readonly active: ActiveWidget;
  /** The user has not opened this version of the widget yet. */
  readonly isNew: boolean;
  /** A meeting or stream. */
  readonly isMeeting: boolean;
  /** A meeting or stream that is live now. */
  readonly isLive: boolean;
}

export type Hotspot = DoorHotspot | WidgetHotspot;

export interface HotspotContext {
  readonly language: string;
  readonly fallbackLanguage: string;
  /** Server time, milliseconds since 1970. */
  readonly now: number;
  readonly rightToLeft: boolean;
  readonly isNew: (active: ActiveWidget) => boolean;
}

/** Horizontal position in a unit that all positions of a viewpoint share. */
const horizontalPosition = (position: Position, front: number): number =>
  position.kind === '2D' ? position.x : ((((position.yaw - front + 180) % 360) + 360) % 360) - 180;

const byReadingOrder =
  ({ rightToLeft }: HotspotContext, front: number) =>
  (a: Hotspot, b: Hotspot): number =>
    (rightToLeft ? -1 : 1) * (horizontalPosition(a.position, front) - horizontalPosition(b.position, front));

/** The doors in keyboard order: the highlighted one first, then from the side where reading starts. */
function doorHotspotsOf(
  viewpoint: ViewPoint,
  areas: readonly Area[],
  context: HotspotContext,
  front: number,
): DoorHotspot[] {
  const doors = viewpoint.doors.map((door): DoorHotspot => {
    const target = areas.find(({ id }) => id === door.targetAreaId);
    return {
      kind: 'door',
      id: `door-${door.id}`,
      name:
        selectLocalizedText(door.names, context.language, context.fallbackLanguage) ||
        selectLocalizedText(target?.names ?? [], context.language, context.fallbackLanguage),
      subtitle: selectLocalizedText(door.descriptions ?? [], context.language, context.fallbackLanguage),
      position: door.position,
      opening: door.opening,
      targetAreaId: door.targetAreaId,
      targetViewpointId: door.targetViewpointId,
      happening: target && happeningIn(target, context.now),
      isHighlighted: false,
    };
  });
  const sorted = doors.toSorted(byReadingOrder(context, front));
  const highlighted = sorted
    .filter(({ happening }) => happening)
    .toSorted((a, b) => urgency(a) - urgency(b))[0];
  if (!highlighted) return sorted;
  return [{ ...highlighted, isHighlighted: true }, ...sorted.filter((door) => door !== highlighted)];
}

/** Sort key: current events first, then upcoming ones by their time. */
const urgency = ({ happening }: DoorHotspot): number =>
  happening?.kind === 'next' ? happening.at : happening ? 0 : Number.POSITIVE_INFINITY;

function widgetHotspotsOf(
  { widgets, viewpoint }: HotspotSources,
  context: HotspotContext,
  front: number,
): WidgetHotspot[] {
  const spots = widgets.flatMap((active): WidgetHotspot[] => {
    const { widget } = active;
    if (!('placements' in widget)) return [];
    const name =
      selectLocalizedText(widget.names ?? [], context.language, context.fallbackLanguage) || widget.name;
    const isNew = context.isNew(active);
    const isMeeting = findWidgetManifest(widget.type)?.happening === 'live';
    const isLive = active.opensAt === undefined && isLiveEvent(widget.type, active.configuration);
    return widget.placements
      .filter(({ viewpointId }) => viewpointId === viewpoint.id)
      .map(({ position, size }, index) => ({
        kind: 'widget',
        id: index === 0 ? `widget-${widget.id}` : `widget-${widget.id}-${index + 1}`,
        name,
        position,
        size,
        active,
        isNew,
        isMeeting,
        isLive,
      }));
  });
  return spots.toSorted(byReadingOrder(context, front));
}

/** What the hotspots of a viewpoint are made from. */
export interface HotspotSources {
  readonly viewpoint: ViewPoint;
  /** The widgets that the area shows, each with its configuration. */
  readonly widgets: readonly ActiveWidget[];
  /** All areas of the venue, for the targets of doors. */
  readonly areas: readonly Area[];
}

/** All hotspots of a viewpoint in keyboard order, which is also the order in which labels get their space. */
export function hotspotsOf(sources: HotspotSources, context: HotspotContext): Hotspot[] {
  const { viewpoint, areas } = sources;
  const front = viewpoint.initialView?.yaw ?? 0;
  return [...doorHotspotsOf(viewpoint, areas, context, front), ...widgetHotspotsOf(sources, context, front)];
}
