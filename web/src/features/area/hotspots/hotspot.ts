/** The doors and things of a viewpoint as a person meets them: in one language, at one moment. */
import type { Area, Door, Position, Size, ViewPoint } from '@foyer/contract';
import { localizedTextOf } from '@foyer/contract/localize';
import type { ActiveWidget } from '../../../widgets/activeWidgets.ts';
import { happeningIn, type Happening } from './happening.ts';

export interface DoorHotspot {
  readonly kind: 'door';
  readonly id: string;
  readonly name: string;
  /** One line below the name; '' where the door has none. */
  readonly line: string;
  readonly position: Position;
  readonly opening: Door['opening'];
  readonly targetAreaId: string;
  readonly targetViewpointId: string | undefined;
  /** What goes on or is about to begin behind it. */
  readonly happening: Happening | undefined;
  /** At most one door of a viewpoint beckons. */
  readonly beckons: boolean;
}

export interface ThingHotspot {
  readonly kind: 'thing';
  readonly id: string;
  readonly name: string;
  readonly position: Position;
  readonly size: Size | undefined;
  readonly active: ActiveWidget;
  /** Not opened yet by this person, in this form. */
  readonly isNew: boolean;
}

export type Hotspot = DoorHotspot | ThingHotspot;

export interface Moment {
  readonly language: string;
  readonly fallbackLanguage: string;
  /** Server time, milliseconds since 1970. */
  readonly now: number;
  readonly rightToLeft: boolean;
  readonly isNew: (active: ActiveWidget) => boolean;
}

/** How far to the right a place lies, in any unit that all places of a viewpoint share. */
const across = (position: Position, front: number): number =>
  position.kind === '2D' ? position.x : ((((position.yaw - front + 180) % 360) + 360) % 360) - 180;

const inReadingOrder =
  ({ rightToLeft }: Moment, front: number) =>
  (one: Hotspot, other: Hotspot): number =>
    (rightToLeft ? -1 : 1) * (across(one.position, front) - across(other.position, front));

/** The doors in keyboard order: the one that beckons, then from the side where reading starts. */
function doorsOf(viewpoint: ViewPoint, areas: readonly Area[], moment: Moment, front: number): DoorHotspot[] {
  const doors = viewpoint.doors.map((door): DoorHotspot => {
    const target = areas.find(({ id }) => id === door.targetAreaId);
    return {
      kind: 'door',
      id: `door-${door.id}`,
      name:
        localizedTextOf(door.names, moment.language, moment.fallbackLanguage) ||
        localizedTextOf(target?.names ?? [], moment.language, moment.fallbackLanguage),
      line: localizedTextOf(door.descriptions ?? [], moment.language, moment.fallbackLanguage),
      position: door.position,
      opening: door.opening,
      targetAreaId: door.targetAreaId,
      targetViewpointId: door.targetViewpointId,
      happening: target && happeningIn(target, moment.now),
      beckons: false,
    };
  });
  const inOrder = doors.toSorted(inReadingOrder(moment, front));
  const beckoning = inOrder
    .filter(({ happening }) => happening)
    .toSorted((one, other) => urgency(one) - urgency(other))[0];
  if (!beckoning) return inOrder;
  return [{ ...beckoning, beckons: true }, ...inOrder.filter((door) => door !== beckoning)];
}

/** What goes on now comes before what is about to begin, and that by its time. */
const urgency = ({ happening }: DoorHotspot): number =>
  happening?.kind === 'next' ? happening.at : happening ? 0 : Number.POSITIVE_INFINITY;

function thingsOf({ things, viewpoint }: Surroundings, moment: Moment, front: number): ThingHotspot[] {
  const spots = things.flatMap((active): ThingHotspot[] => {
    const { widget } = active;
    if (!('placements' in widget)) return [];
    const name = localizedTextOf(widget.names ?? [], moment.language, moment.fallbackLanguage) || widget.name;
    const isNew = moment.isNew(active);
    return widget.placements
      .filter(({ viewpointId }) => viewpointId === viewpoint.id)
      .map(({ position, size }, index) => ({
        kind: 'thing',
        id: index === 0 ? `thing-${widget.id}` : `thing-${widget.id}-${index + 1}`,
        name,
        position,
        size,
        active,
        isNew,
      }));
  });
  return spots.toSorted(inReadingOrder(moment, front));
}

/** What surrounds a person at a viewpoint. */
export interface Surroundings {
  readonly viewpoint: ViewPoint;
  /** The area's widgets with the configuration that counts now. */
  readonly things: readonly ActiveWidget[];
  /** All areas of the venue: doors lead there. */
  readonly areas: readonly Area[];
}

/** All hotspots of a viewpoint in keyboard order, which is also the order in which labels claim their room. */
export function hotspotsOf(surroundings: Surroundings, moment: Moment): Hotspot[] {
  const { viewpoint, areas } = surroundings;
  const front = viewpoint.initialView?.yaw ?? 0;
  return [...doorsOf(viewpoint, areas, moment, front), ...thingsOf(surroundings, moment, front)];
}
