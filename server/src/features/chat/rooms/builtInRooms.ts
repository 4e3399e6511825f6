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
import { areaRoomId, globalRoomId } from './room.ts';

export interface BuiltInRoom {
  readonly id: string;
  readonly guestsMayWrite: boolean;
}

/** The built-in rooms that the venue of a mode currently has. */
export interface BuiltInRooms {
  /** By area id. */
  readonly areas: ReadonlyMap<string, BuiltInRoom>;
  readonly global: BuiltInRoom | undefined;
}

/** Returns undefined while there is no venue. */
export type FindBuiltInRooms = (mode: OperatingMode) => BuiltInRooms | undefined;

/** The result for an architecture and a mode is cached, because computing ids of rooms takes long. */
export function builtInRoomFinder(
  shownArchitecture: ChatPorts['shownArchitecture'],
  clock: Clock,
): FindBuiltInRooms {
  const caches = {
    LIVE: new WeakMap<Architecture, BuiltInRooms>(),
    STAGE: new WeakMap<Architecture, BuiltInRooms>(),
  };
  return (mode) => {
    const architecture = shownArchitecture(mode);
    if (architecture === undefined) return undefined;
    let rooms = caches[mode].get(architecture);
    if (rooms === undefined)
      caches[mode].set(architecture, (rooms = builtInRoomsOf(mode, architecture, clock)));
    return rooms;
  };
}

type ChatWidget = WidgetOf<'AreaChatWidget'> | WidgetOf<'GlobalChatWidget'>;

function builtInRoomsOf(
  mode: OperatingMode,
  { id, areas, globalWidgets }: Architecture,
  clock: Clock,
): BuiltInRooms {
  const toRoom = (roomId: string, { configurations }: ChatWidget) => ({
    id: roomId,
    get guestsMayWrite() {
      return activeConfiguration(configurations, clock())?.guestsMayWrite ?? true;
    },
  });
  const areaRooms = areas.flatMap((area) =>
    widgetsOfType(area.contentWidgets, 'AreaChatWidget')
      .slice(0, 1)
      .map((widget) => [area.id, toRoom(areaRoomId(mode, id, area.id), widget)] as const),
  );
  const [global] = widgetsOfType(globalWidgets, 'GlobalChatWidget');
  return { areas: new Map(areaRooms), global: global && toRoom(globalRoomId(mode, id), global) };
}
