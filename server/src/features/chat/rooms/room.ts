/** Ids of rooms: made of what a room is, so that making it twice makes it once. */
import { createHash } from 'node:crypto';
import type { ChatRoomKind, OperatingMode } from '@foyer/contract';
import { Refusal } from '#platform/refusal';

const idOf = (kind: ChatRoomKind, parts: readonly string[]): string =>
  // Ids hold no line break: the parts cannot run into each other.
  createHash('sha256')
    .update([kind, ...parts].join('\n'))
    .digest('base64url')
    .slice(0, 24);

export const privateRoomId = (mode: OperatingMode, one: string, other: string): string =>
  idOf('private', [mode, ...[one, other].toSorted()]);

export const areaRoomId = (mode: OperatingMode, architectureId: string, areaId: string): string =>
  idOf('area', [mode, architectureId, areaId]);

export const globalRoomId = (mode: OperatingMode, architectureId: string): string =>
  idOf('global', [mode, architectureId]);

export const groupRoomId = (mode: OperatingMode, makerId: string, clientId: string): string =>
  idOf('group', [mode, makerId, clientId]);

/** What never changes of a room. */
export interface RoomFacts {
  readonly id: string;
  readonly mode: OperatingMode;
  readonly kind: ChatRoomKind;
  readonly areaId: string | undefined;
}

export const isStanding = ({ kind }: Pick<RoomFacts, 'kind'>): boolean =>
  kind === 'area' || kind === 'global';
export const isGroup = ({ kind }: Pick<RoomFacts, 'kind'>): boolean =>
  kind === 'group' || kind === 'privateGroup';

export const noRoom = (): Refusal => new Refusal('notFound', 'There is no such room here.');
