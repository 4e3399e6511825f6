/** Rooms and members as rows, and a room in the hands of one transaction. */
import type { Transaction } from 'kysely';
import { addNotice, type NewMessage } from '../messages/messageStore.ts';
import type { ChatMemberRow, ChatMessageRow, ChatRoomRow, ChatTables } from '../tables.ts';
import type { RoomFacts } from './room.ts';

type Changing = Transaction<ChatTables>;

export interface NewRoom {
  readonly facts: RoomFacts;
  readonly now: number;
  readonly name?: string;
  readonly ownerId?: string;
}

/** A room in the hands of one transaction. */
export class LockedRoom {
  readonly trx: Changing;
  readonly row: ChatRoomRow | undefined;

  constructor(trx: Changing, row: ChatRoomRow | undefined) {
    this.trx = trx;
    this.row = row;
  }

  members(): Promise<ChatMemberRow[]> {
    return this.trx
      .selectFrom('chatMember')
      .selectAll()
      .where('roomId', '=', this.row?.id ?? '')
      .orderBy('joinSeq')
      .orderBy('userId')
      .execute();
  }

  /** Those of these people who were taken out. */
  async removedOf(userIds: readonly string[]): Promise<string[]> {
    const rows = await this.trx
      .selectFrom('chatMember')
      .select('userId')
      .where('roomId', '=', this.row?.id ?? '')
      .where('userId', 'in', [...userIds])
      .where('removed', '=', 1)
      .execute();
    return rows.map(({ userId }) => userId);
  }

  async insert(room: NewRoom): Promise<void> {
    await this.trx.insertInto('chatRoom').values(roomRow(room)).execute();
  }

  /** Makes people members, for the first time or again: all of a group by one statement. */
  async admit(rows: readonly ChatMemberRow[]): Promise<void> {
    await this.trx
      .insertInto('chatMember')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['roomId', 'userId']).doUpdateSet((eb) => ({
          member: eb.ref('excluded.member'),
          removed: eb.ref('excluded.removed'),
          fromSeq: eb.ref('excluded.fromSeq'),
          readSeq: eb.ref('excluded.readSeq'),
          joinedAt: eb.ref('excluded.joinedAt'),
          joinSeq: eb.ref('excluded.joinSeq'),
        })),
      )
      .execute();
  }

  async update(userIds: readonly string[], changes: Partial<ChatMemberRow>): Promise<void> {
    await this.trx
      .updateTable('chatMember')
      .set(changes)
      .where('roomId', '=', this.row?.id ?? '')
      .where('userId', 'in', userIds)
      .execute();
  }

  async rename(changes: Partial<Pick<ChatRoomRow, 'name' | 'ownerId' | 'endedAt'>>): Promise<void> {
    await this.trx
      .updateTable('chatRoom')
      .set(changes)
      .where('id', '=', this.row?.id ?? '')
      .execute();
  }

  notice(roomId: string, message: NewMessage): Promise<ChatMessageRow> {
    return addNotice(this.trx, roomId, message);
  }
}

export const roomRow = ({ facts, now, name, ownerId }: NewRoom): ChatRoomRow => ({
  id: facts.id,
  mode: facts.mode,
  kind: facts.kind,
  name: name ?? null,
  areaId: facts.areaId ?? null,
  ownerId: ownerId ?? null,
  lastSeq: 0,
  createdAt: now,
  lastAt: now,
  endedAt: null,
});

export const memberRow = (given: {
  readonly roomId: string;
  readonly userId: string;
  readonly now: number;
  readonly member: number;
  readonly fromSeq?: number;
  /** What the room has come to. */
  readonly joinSeq?: number;
}): ChatMemberRow => ({
  roomId: given.roomId,
  userId: given.userId,
  member: given.member,
  removed: 0,
  fromSeq: given.fromSeq ?? 0,
  readSeq: given.joinSeq ?? 0,
  muted: 0,
  joinedAt: given.now,
  joinSeq: given.joinSeq ?? 0,
});
