/** Built-in rooms (CHAT-11): one for each area with a chat widget, and one for the venue. */
import {
  activeConfiguration,
  widgetsOfType,
  type Architecture,
  type OperatingMode,
  type WidgetOf,
} from '@foyer/contract';
import type { Clock } from '#platform/clock';
import type { ChatPorts } from '../ports.ts';

export interface BuiltInRoom {
  readonly guestsMayWrite: boolean;
}

/** The built-in rooms that the venue of a mode currently has. */
export interface BuiltInRooms {
  readonly architectureId: string;
  readonly areas: ReadonlyMap<string, BuiltInRoom>;
  readonly global: BuiltInRoom | undefined;
}

/** Returns undefined while there is no venue. */
export type FindBuiltInRooms = (mode: OperatingMode) => BuiltInRooms | undefined;

/** The result for an architecture is cached. */
export function builtInRoomFinder(
  shownArchitecture: ChatPorts['shownArchitecture'],
  clock: Clock,
): FindBuiltInRooms {
  const cached = new WeakMap<Architecture, BuiltInRooms>();
  return (mode) => {
    const architecture = shownArchitecture(mode);
    if (architecture === undefined) return undefined;
    let rooms = cached.get(architecture);
    if (rooms === undefined) cached.set(architecture, (rooms = builtInRoomsOf(architecture, clock)));
    return rooms;
  };
}

type ChatWidget = WidgetOf<'AreaChatWidget'> | WidgetOf<'GlobalChatWidget'>;

function builtInRoomsOf({ id, areas, globalWidgets }: Architecture, clock: Clock): BuiltInRooms {
  const toRoom = ({ configurations }: ChatWidget) => ({
    get guestsMayWrite() {
      return activeConfiguration(configurations, clock())?.guestsMayWrite ?? true;
    },
  });
  const areaRooms = areas.flatMap((area) =>
    widgetsOfType(area.contentWidgets, 'AreaChatWidget')
      .slice(0, 1)
      .map((widget) => [area.id, toRoom(widget)] as const),
  );
  const [global] = widgetsOfType(globalWidgets, 'GlobalChatWidget');
  return { architectureId: id, areas: new Map(areaRooms), global: global && toRoom(global) };
}
