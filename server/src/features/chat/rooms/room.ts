/** What identifies a room. Ids are hashes of what a room is, so creating the same room twice creates one. */
import { createHash } from 'node:crypto';
import {
  chatRoomKinds,
  operatingModes,
  type ChatRoomKind,
  type ChatRoomPlace,
  type OperatingMode,
} from '@foyer/contract';
import { oneOf } from '#platform/storage/columns';
import type { ChatRoomRow } from '../tables.ts';
import { ApiError } from '#platform/apiError';

/** The properties of a room that never change. */
export interface RoomInfo {
  readonly id: string;
  readonly mode: OperatingMode;
  readonly kind: ChatRoomKind;
  readonly place: ChatRoomPlace;
}

export const placeColumns = [
  'areaId',
  'mediaBoardId',
  'contentPieceId',
  'wallId',
] as const satisfies readonly (keyof ChatRoomPlace & keyof ChatRoomRow)[];

type PlaceColumn = (typeof placeColumns)[number];

/** The place in a row of `chatRoom`. */
export const placeOf = (row: Pick<ChatRoomRow, PlaceColumn>): ChatRoomPlace =>
  Object.fromEntries(placeColumns.flatMap((name) => (row[name] === null ? [] : [[name, row[name]]])));

export const toRoomInfo = (row: Pick<ChatRoomRow, 'id' | 'mode' | 'kind' | PlaceColumn>): RoomInfo => ({
  id: row.id,
  mode: oneOf(operatingModes, row.mode),
  kind: oneOf(chatRoomKinds, row.kind),
  place: placeOf(row),
});

export const isGroup = ({ kind }: Pick<RoomInfo, 'kind'>): boolean =>
  kind === 'group' || kind === 'privateGroup';

/** The same error for a room that does not exist and for one that the user must not know of. */
export const roomNotFound = (): ApiError => new ApiError('notFound', 'Room not found.');

/** A hash of parts that contain no line break, as all ids. */
export const hashId = (parts: readonly (string | number)[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 24);

const roomId = (kind: ChatRoomKind, parts: readonly string[]): string => hashId([kind, ...parts]);

export const privateRoomId = (mode: OperatingMode, userId: string, otherId: string): string =>
  roomId('private', [mode, ...[userId, otherId].toSorted()]);

export const areaRoomId = (mode: OperatingMode, architectureId: string, areaId: string): string =>
  roomId('area', [mode, architectureId, areaId]);

export const globalRoomId = (mode: OperatingMode, architectureId: string): string =>
  roomId('global', [mode, architectureId]);

/** Neither depends on the architecture: boards and walls with the same id are one, as for likes. */
export const cardRoomId = (mode: OperatingMode, mediaBoardId: string, contentPieceId: string): string =>
  roomId('card', [mode, mediaBoardId, contentPieceId]);

export const wallRoomId = (mode: OperatingMode, wallId: string): string => roomId('wall', [mode, wallId]);

export const groupRoomId = (mode: OperatingMode, creatorId: string, clientId: string): string =>
  roomId('group', [mode, creatorId, clientId]);
