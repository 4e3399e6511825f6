/** Rooms as people see them: names, numbers and why nothing can be said. */
import { chatRoomKinds, type ChatPerson, type ChatRoom, type OperatingMode } from '@foyer/contract';
import { messageOf } from '../messages/message.ts';
import type { FindStandingRooms, StandingRoom } from '../ports.ts';
import type { ChatMessageRow } from '../tables.ts';
import { type ChatPeople, isGuestId } from '../users.ts';
import { areaRoomId, globalRoomId, isStanding } from './room.ts';
import type { ChatViewStore, ViewRow } from './roomViewStore.ts';
import type { Clock } from '#platform/clock';

export interface ChatViewsParts {
  readonly store: ChatViewStore;
  readonly people: ChatPeople;
  readonly standing: FindStandingRooms;
  readonly clock: Clock;
}

interface Known {
  readonly people: ReadonlyMap<string, ChatPerson>;
  readonly messages: ReadonlyMap<string, ChatMessageRow>;
  readonly silences: ReadonlyMap<string, number | null>;
}

export class ChatViews {
  private readonly parts: ChatViewsParts;

  constructor(parts: ChatViewsParts) {
    this.parts = parts;
  }

  /** What rooms are to people: to whoever is not in one it is not there. Those that spoke last first. */
  async of(
    mode: OperatingMode,
    userIds: readonly string[],
    roomIds?: readonly string[],
  ): Promise<readonly { readonly userId: string; readonly room: ChatRoom }[]> {
    const { store, people, clock } = this.parts;
    const found = await store.views({ mode, userIds, ...(roomIds === undefined ? {} : { roomIds }) });
    const rows = found.filter((row) => this.isShown(mode, row));
    const shown = rows.flatMap(({ id, shownSeq }) =>
      shownSeq === null ? [] : [{ roomId: id, seq: shownSeq }],
    );
    const [messages, silences] = await Promise.all([
      store.messages(shown),
      store.silences(mode, [...new Set(rows.map(({ userId }) => userId))], clock()),
    ]);
    const others = rows.flatMap(({ otherId }) => (otherId === null ? [] : [otherId]));
    const authors = [...messages.values()].map(({ authorId }) => authorId);
    const known = { messages, silences, people: await people.of([...others, ...authors]) };
    return rows.map((row) => ({ userId: row.userId, room: this.viewOf(mode, row, known) }));
  }

  async one(mode: OperatingMode, userId: string, roomId: string): Promise<ChatRoom | undefined> {
    return (await this.of(mode, [userId], [roomId]))[0]?.room;
  }

  /** The standing room of this id, if the venue has it at this moment. */
  standingRoom(mode: OperatingMode, room: { id: string; areaId?: string | null | undefined }) {
    const rooms = this.parts.standing(mode);
    if (rooms === undefined) return undefined;
    const { areaId } = room;
    if (areaId === null || areaId === undefined)
      return room.id === globalRoomId(mode, rooms.architectureId) ? rooms.global : undefined;
    return room.id === areaRoomId(mode, rooms.architectureId, areaId) ? rooms.areas.get(areaId) : undefined;
  }

  private isShown(mode: OperatingMode, row: ViewRow): boolean {
    if (!isStanding({ kind: kindOf(row) })) return row.member === 1;
    return row.removed === 0 && this.standingRoom(mode, row) !== undefined;
  }

  private viewOf(mode: OperatingMode, row: ViewRow, { people, messages, silences }: Known): ChatRoom {
    const kind = kindOf(row);
    const { id, name, areaId, ownerId, memberCount, otherId, lastSeq, readSeq, unread, mentioned } = row;
    const standing = isStanding({ kind }) ? this.standingRoom(mode, row) : undefined;
    const last = messages.get(`${id} ${row.shownSeq}`);
    const lastAuthor = last && people.get(last.authorId);
    const other = otherId === null ? undefined : people.get(otherId);
    return {
      id,
      kind,
      ...(name === null ? {} : { name }),
      ...(areaId === null ? {} : { areaId }),
      ...(ownerId === null ? {} : { ownerId }),
      ...(other === undefined ? {} : { other }),
      ...(memberCount === null ? {} : { memberCount }),
      lastSeq,
      readSeq,
      unread,
      ...(mentioned > 0 ? { mentioned } : {}),
      ...(row.muted === 1 ? { muted: true as const } : {}),
      ...readOnlyOf(row, standing, silences.get(row.userId)),
      ...(last === undefined ? {} : { last: messageOf(last) }),
      ...(lastAuthor === undefined ? {} : { lastAuthor }),
    };
  }
}

const kindOf = ({ kind }: ViewRow) => chatRoomKinds.find((known) => known === kind) ?? 'privateGroup';

/** @param silencedUntil undefined: not silenced; null: for good */
function readOnlyOf(
  row: ViewRow,
  standing: StandingRoom | undefined,
  silencedUntil: number | null | undefined,
): Pick<ChatRoom, 'readOnly' | 'silencedUntil'> {
  if (silencedUntil !== undefined)
    return { readOnly: 'silenced', ...(silencedUntil === null ? {} : { silencedUntil }) };
  if (row.blocked === 1) return { readOnly: 'blocked' };
  if (standing?.guestsMayWrite === false && isGuestId(row.userId)) return { readOnly: 'guests' };
  return {};
}
