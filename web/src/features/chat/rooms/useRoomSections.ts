/** The sections of the list: room of the area, room of the venue, then the other rooms by last message. */
import type { ChatRoom } from '@foyer/contract';
import { useMemo } from 'react';
import { useVenue } from '../../../platform/state/venue.ts';
import { foldText } from '../../../platform/i18n/foldText.ts';
import { useChatNames } from '../names/useChatNames.ts';
import { isListed } from '../model/roomReducer.ts';
import { useChat } from '../useChat.ts';

const sectionIds = ['area', 'venue', 'conversations'] as const;
export interface RoomSection {
  readonly id: (typeof sectionIds)[number];
  readonly rooms: readonly ChatRoom[];
}

const sectionOf = ({ kind }: ChatRoom): RoomSection['id'] =>
  kind === 'area' ? 'area' : kind === 'global' ? 'venue' : 'conversations';

const lastMessageAt = ({ lastMessage }: ChatRoom): number => lastMessage?.at ?? 0;

export function useRoomSections(typed: string): readonly RoomSection[] {
  const rooms = useChat((data) => data.rooms);
  const areaId = useVenue((state) => state.currentAreaId);
  const openRoomIds = useChat((state) => state.roomChats);
  const { roomName } = useChatNames();
  return useMemo(() => {
    const wanted = foldText(typed.trim());
    const listed = [...rooms.values()]
      .filter((room) => isListed(room, areaId, openRoomIds) && foldText(roomName(room)).includes(wanted))
      .toSorted((a, b) => lastMessageAt(b) - lastMessageAt(a));
    return sectionIds
      .map((id) => ({ id, rooms: listed.filter((room) => sectionOf(room) === id) }))
      .filter((section) => section.rooms.length > 0);
  }, [rooms, areaId, openRoomIds, typed, roomName]);
}
