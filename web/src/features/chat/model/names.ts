/** The displayed names of people and rooms. */
import type { ChatUser, ChatRoom } from '@foyer/contract';
import { guestNumber } from './guestNumber.ts';
import type { Translate } from '../../../platform/i18n/texts.ts';

/** A user without a name is shown as a guest (CHAT-06). */
export function nameOfUser(user: ChatUser | undefined, t: Translate<'chat'>): string {
  if (user?.name) return user.name;
  return user?.guest ? t('person.guest', { number: guestNumber(user.uid) }) : t('person.nameless');
}

export function nameOfRoom(
  room: Pick<ChatRoom, 'kind' | 'name' | 'areaId' | 'contentPieceId' | 'wallId' | 'otherMember'>,
  t: Translate<'chat'>,
  areaName: (areaId: string | undefined) => string,
): string {
  // Hosts see reports from private rooms that they are not members of.
  if (room.kind === 'private') return room.otherMember ? nameOfUser(room.otherMember, t) : t('room.private');
  if (room.kind === 'global') return t('room.global');
  if (room.kind === 'area') return areaName(room.areaId) || room.areaId || t('room.area');
  if (room.kind === 'card') return t('room.card', { name: room.contentPieceId });
  if (room.kind === 'wall') return t('room.wall', { name: room.wallId });
  return room.name ?? t('room.group');
}
