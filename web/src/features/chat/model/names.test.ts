import { expect, test } from 'vitest';
import { nameOfRoom } from './names.ts';
import type { Translate } from '../../../platform/i18n/texts.ts';

const t: Translate<'chat'> = (key) => key;
const nameOf = (room: Parameters<typeof nameOfRoom>[0]) =>
  nameOfRoom(room, t, ({ areaId }) => (areaId === undefined ? '' : 'Lobby'));

test('a private room is named after the other user, and for hosts who review a report after its kind', () => {
  expect(nameOf({ kind: 'private', otherMember: { uid: 'bo', name: 'Bo' } })).toBe('Bo');
  expect(nameOf({ kind: 'private', otherMember: { uid: 'bo', guest: true } })).toBe('person.guest');
  expect(nameOf({ kind: 'private' })).toBe('room.private');
  expect(nameOf({ kind: 'area', areaId: 'lobby' })).toBe('Lobby');
  expect(nameOf({ kind: 'group', name: 'Light' })).toBe('Light');
});

test('BOARD-10r a discussion or a wall that the venue no longer has is called removed', () => {
  expect(nameOf({ kind: 'card', mediaBoardId: 'posters', contentPieceId: 'dawn' })).toBe('room.removedCard');
  expect(nameOf({ kind: 'wall', wallId: 'bar' })).toBe('room.removedWall');
});
