/**
 * Built-in rooms (CHAT-11): one for each area with a chat widget, and one for the venue. And unlisted ones (BOARD-10): one
 * for each content piece of a media board with discussions, and one for each social wall of our own. Widgets with the same
 * board or wall share its rooms.
 */
import {
  activeConfiguration,
  widgetsOfType,
  type Architecture,
  type ChatRoomKind,
  type ChatRoomPlace,
  type OperatingMode,
  type WidgetOf,
} from '@foyer/contract';
import type { Clock } from '#platform/clock';
import type { ChatPorts } from '../ports.ts';
import { areaRoomId, cardRoomId, globalRoomId, type RoomInfo, wallRoomId } from './room.ts';

/** A room, and what the widgets that show it say now. */
export interface BuiltInRoom {
  readonly info: RoomInfo;
  /** Whether the venue has the room now: an unlisted room is there while a configuration that shows it is active. */
  readonly isShown: boolean;
  readonly guestsMayWrite: boolean;
  /** Whether posts are held until a host approves them; only in walls. */
  readonly approval: boolean;
}

/** The built-in rooms of a venue. */
export class BuiltInRooms {
  private readonly byId: ReadonlyMap<string, BuiltInRoom>;
  private readonly byPlace: ReadonlyMap<string, BuiltInRoom>;
  /** The discussions of each media board. */
  private readonly byBoard: ReadonlyMap<string | undefined, readonly BuiltInRoom[]>;

  constructor(rooms: readonly BuiltInRoom[]) {
    this.byId = new Map(rooms.map((room) => [room.info.id, room]));
    this.byPlace = new Map(rooms.map((room) => [keyOf(room.info.place), room]));
    this.byBoard = Map.groupBy(rooms, ({ info }) => info.place.mediaBoardId);
  }

  /** Returns undefined if the venue does not have the room now. */
  get(roomId: string): BuiltInRoom | undefined {
    return shown(this.byId.get(roomId));
  }

  /** The room of a place; that of the venue if the place is empty. Returns undefined if there is none now. */
  at(place: ChatRoomPlace): BuiltInRoom | undefined {
    return shown(this.byPlace.get(keyOf(place)));
  }

  /** Whether content pieces of a media board can be discussed now. */
  hasDiscussions(mediaBoardId: string): boolean {
    return this.byBoard.get(mediaBoardId)?.some(({ isShown }) => isShown) === true;
  }
}

const shown = (room: BuiltInRoom | undefined): BuiltInRoom | undefined =>
  room?.isShown === true ? room : undefined;

/** Ids contain no spaces. */
const keyOf = ({ areaId = '', mediaBoardId = '', contentPieceId = '', wallId = '' }: ChatRoomPlace): string =>
  [areaId, mediaBoardId, contentPieceId, wallId].join(' ');

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
      caches[mode].set(
        architecture,
        (rooms = new BuiltInRooms([
          ...listedRooms(mode, architecture, clock),
          ...unlistedRooms(mode, architecture, clock),
        ])),
      );
    return rooms;
  };
}

type ChatWidget = WidgetOf<'AreaChatWidget'> | WidgetOf<'GlobalChatWidget'>;

function listedRooms(
  mode: OperatingMode,
  { id, areas, globalWidgets }: Architecture,
  clock: Clock,
): BuiltInRoom[] {
  const toRoom = (info: Omit<RoomInfo, 'mode'>, { configurations }: ChatWidget): BuiltInRoom => ({
    info: { ...info, mode },
    isShown: true,
    approval: false,
    get guestsMayWrite() {
      return activeConfiguration(configurations, clock())?.guestsMayWrite ?? true;
    },
  });
  const areaRooms = areas.flatMap((area) =>
    widgetsOfType(area.contentWidgets, 'AreaChatWidget')
      .slice(0, 1)
      .map((widget) => {
        const place = { areaId: area.id };
        return toRoom({ id: areaRoomId(mode, id, area.id), kind: 'area', place }, widget);
      }),
  );
  const [global] = widgetsOfType(globalWidgets, 'GlobalChatWidget');
  if (global === undefined) return areaRooms;
  return [...areaRooms, toRoom({ id: globalRoomId(mode, id), kind: 'global', place: {} }, global)];
}

type UnlistedWidget = WidgetOf<'MediaBoardWidget'> | WidgetOf<'SuperEventSocialWallWidget'>;

/** A configuration that shows an unlisted room while it is active. */
interface Showing {
  readonly configurations: UnlistedWidget['configurations'];
  readonly configuration: UnlistedWidget['configurations'][number];
}

function unlistedRooms(mode: OperatingMode, { areas }: Architecture, clock: Clock): BuiltInRoom[] {
  const rooms = new Map<string, BuiltInRoom & { readonly showings: Showing[] }>();
  const add = (id: string, kind: ChatRoomKind, place: ChatRoomPlace, showing: Showing) => {
    const room = rooms.get(id);
    if (room === undefined) rooms.set(id, toUnlistedRoom({ id, mode, kind, place }, [showing], clock));
    else room.showings.push(showing);
  };
  for (const { contentWidgets } of areas) {
    for (const { configurations } of widgetsOfType(contentWidgets, 'MediaBoardWidget'))
      for (const configuration of configurations) {
        const { mediaBoardId, contentPieces, liveDiscussion = false } = configuration;
        if (!liveDiscussion) continue;
        for (const { id: contentPieceId } of contentPieces)
          add(
            cardRoomId(mode, mediaBoardId, contentPieceId),
            'card',
            { mediaBoardId, contentPieceId },
            { configurations, configuration },
          );
      }
    for (const { configurations } of widgetsOfType(contentWidgets, 'SuperEventSocialWallWidget'))
      for (const configuration of configurations) {
        const { wallId, uris } = configuration;
        // The posts of an external wall are not ours, also if its address is missing.
        if (uris !== undefined) continue;
        add(wallRoomId(mode, wallId), 'wall', { wallId }, { configurations, configuration });
      }
  }
  return [...rooms.values()];
}

/** Guests may write unless one of the widgets that show the room forbids it. Posts need approval if one of them says so. */
function toUnlistedRoom(info: RoomInfo, showings: Showing[], clock: Clock) {
  const active = () =>
    showings.filter(
      ({ configurations, configuration }) =>
        activeConfiguration<Showing['configuration']>(configurations, clock()) === configuration,
    );
  return {
    info,
    showings,
    get isShown() {
      return active().length > 0;
    },
    get guestsMayWrite() {
      return active().every(({ configuration }) => configuration.guestsMayWrite ?? true);
    },
    get approval() {
      return active().some(({ configuration }) => 'approval' in configuration && configuration.approval);
    },
  };
}
