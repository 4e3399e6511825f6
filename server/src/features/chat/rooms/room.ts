/** What identifies a room. Ids are hashes of what a room is, so creating the same room twice creates one. */
import { createHash } from 'node:crypto';
import type { ChatRoomKind, OperatingMode } from '@foyer/contract';
import { ApiError } from '#platform/apiError';

/** The properties of a room that never change. */
export interface RoomInfo {
  readonly id: string;
  readonly mode: OperatingMode;
  readonly kind: ChatRoomKind;
  readonly areaId: string | undefined;
}

export const isBuiltIn = ({ kind }: Pick<RoomInfo, 'kind'>): boolean => kind === 'area' || kind === 'global';

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

export const groupRoomId = (mode: OperatingMode, creatorId: string, clientId: string): string =>
  roomId('group', [mode, creatorId, clientId]);
