/** The displayed names of people and rooms. */
import type { ChatRoom, ChatRoomPlace, ChatUser } from '@foyer/contract';
import { guestNumber } from './guestNumber.ts';
import type { Translate } from '../../../platform/i18n/texts.ts';

/** A user without a name is shown as a guest (CHAT-06). */
export function nameOfUser(user: ChatUser | undefined, t: Translate<'chat'>): string {
  if (user?.name) return user.name;
  return user?.guest ? t('person.guest', { number: guestNumber(user.uid) }) : t('person.nameless');
}

export function nameOfRoom(
  room: Pick<ChatRoom, 'kind' | 'name' | 'otherMember' | keyof ChatRoomPlace>,
  t: Translate<'chat'>,
  /** The name that the venue has for an area, a card or a wall; '' if it does not have it. */
  placeName: (place: ChatRoomPlace) => string,
): string {
  // Hosts see reports from private rooms that they are not members of.
  if (room.kind === 'private') return room.otherMember ? nameOfUser(room.otherMember, t) : t('room.private');
  if (room.kind === 'global') return t('room.global');
  if (room.kind === 'area') return placeName(room) || room.areaId || t('room.area');
  if (room.kind === 'card') {
    const name = placeName(room);
    return name === '' ? t('room.removedCard') : t('room.card', { name });
  }
  if (room.kind === 'wall') return placeName(room) || t('room.removedWall');
  return room.name ?? t('room.group');
}
