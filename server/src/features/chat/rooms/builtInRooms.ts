/** CHAT-11: each area with a chat widget has a room, and so has the venue. */
import { activeConfiguration, widgetsOfType, type Architecture, type WidgetOf } from '@foyer/contract';
import type { Clock } from '#platform/clock';
import type { ChatPorts, FindStandingRooms, StandingRooms } from '../ports.ts';

/** The rooms of an architecture are found once. */
export function builtInRoomsOf(
  shownArchitecture: ChatPorts['shownArchitecture'],
  clock: Clock,
): FindStandingRooms {
  const cached = new WeakMap<Architecture, StandingRooms>();
  return (mode) => {
    const architecture = shownArchitecture(mode);
    if (architecture === undefined) return undefined;
    let rooms = cached.get(architecture);
    if (rooms === undefined) cached.set(architecture, (rooms = roomsOf(architecture, clock)));
    return rooms;
  };
}

type ChatWidget = WidgetOf<'AreaChatWidget'> | WidgetOf<'GlobalChatWidget'>;

function roomsOf({ id, areas, globalWidgets }: Architecture, clock: Clock): StandingRooms {
  const roomOf = ({ configurations }: ChatWidget) => ({
    get guestsMayWrite() {
      return activeConfiguration(configurations, clock())?.guestsMayWrite ?? true;
    },
  });
  const areaRooms = areas.flatMap((area) =>
    widgetsOfType(area.contentWidgets, 'AreaChatWidget')
      .slice(0, 1)
      .map((widget) => [area.id, roomOf(widget)] as const),
  );
  const [global] = widgetsOfType(globalWidgets, 'GlobalChatWidget');
  return { architectureId: id, areas: new Map(areaRooms), global: global && roomOf(global) };
}
