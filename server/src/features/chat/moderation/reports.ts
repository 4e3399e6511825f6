/** Messages that people have shown to the hosts, and what came of it. */
import { createHash } from 'node:crypto';
import { chatMessage, chatRoomKinds, type ChatReport, type OperatingMode } from '@foyer/contract';
import type { InputOf, reportChatMessage } from '@foyer/contract';
import { textLength } from '@foyer/contract/limits';
import type { Clock } from '#platform/clock';
import { Refusal } from '#platform/refusal';
import { fromJson, toJson } from '#platform/storage/columns';
import type { Storage } from '#platform/storage/storage';
import type { Speaker } from '../actor.ts';
import type { ChatDelivery } from '../delivery/delivery.ts';
import { messageOf } from '../messages/message.ts';
import type { ChatTalk } from '../messages/messages.ts';
import type { ChatMessageStore } from '../messages/messageStore.ts';
import type { ChatRooms } from '../rooms/rooms.ts';
import type { ChatRoomStore } from '../rooms/roomStore.ts';
import type { ChatReportRow, ChatTables } from '../tables.ts';
import type { ChatPeople } from '../users.ts';
import type { ChatRecord } from './moderationLog.ts';

export interface ChatReportsParts {
  readonly storage: Storage<ChatTables>;
  readonly messages: Pick<ChatMessageStore, 'find' | 'deleteIn'>;
  readonly rooms: ChatRooms;
  readonly store: Pick<ChatRoomStore, 'find'>;
  readonly talk: Pick<ChatTalk, 'taken'>;
  readonly people: ChatPeople;
  readonly record: ChatRecord;
  readonly delivery: Pick<ChatDelivery, 'reportsChanged'>;
  readonly clock: Clock;
}

const listed = 100;

export class ChatReports {
  private readonly parts: ChatReportsParts;

  constructor(parts: ChatReportsParts) {
    this.parts = parts;
  }

  /** One report of a person for a message, as it stands at this moment. */
  async add(speaker: Speaker, { roomId, seq, reason }: InputOf<typeof reportChatMessage>): Promise<void> {
    const { rooms, messages, storage, clock, delivery } = this.parts;
    if (reason.length > textLength)
      throw new Refusal('valueTooLong', `The field reason is longer than ${textLength} characters.`, {
        details: { field: 'reason', limit: textLength },
      });
    const { reading } = await rooms.read(speaker, roomId);
    const row = await messages.find(roomId, seq);
    if (row === undefined || seq < reading.fromSeq || row.deleted !== null || row.notice !== null)
      throw new Refusal('notFound', 'There is no such message here.');
    const added = await storage.db
      .insertInto('chatReport')
      .values({
        id: createHash('sha256')
          .update([roomId, seq, speaker.uid].join('\n'))
          .digest('base64url')
          .slice(0, 24),
        mode: speaker.mode,
        roomId,
        seq,
        message: toJson(messageOf(row)),
        authorId: row.authorId,
        reporterId: speaker.uid,
        reason: reason.toWellFormed(),
        at: clock(),
        closedBy: null,
        closedAt: null,
        outcome: null,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (added) delivery.reportsChanged(speaker.mode);
  }

  /** The newest first. */
  async list(
    mode: OperatingMode,
    { state, before }: { readonly state: 'open' | 'closed'; readonly before?: string | undefined },
  ): Promise<{ reports: ChatReport[]; more: boolean }> {
    const { read } = this.parts.storage;
    let query = read
      .selectFrom('chatReport as p')
      .innerJoin('chatRoom as r', 'r.id', 'p.roomId')
      .selectAll('p')
      .select(['r.kind', 'r.name', 'r.areaId'])
      .where('p.mode', '=', mode)
      .where('p.closedAt', state === 'open' ? 'is' : 'is not', null);
    const last =
      before === undefined
        ? undefined
        : await read
            .selectFrom('chatReport')
            .select(['at', 'id'])
            .where('id', '=', before)
            .executeTakeFirst();
    if (last !== undefined)
      query = query.where((eb) =>
        eb.or([eb('p.at', '<', last.at), eb.and([eb('p.at', '=', last.at), eb('p.id', '<', last.id)])]),
      );
    const rows = await query
      .orderBy('p.at', 'desc')
      .orderBy('p.id', 'desc')
      .limit(listed + 1)
      .execute();
    const people = await this.parts.people.of(
      rows.flatMap((row) => [row.authorId, row.reporterId, row.closedBy ?? row.authorId]),
    );
    const personOf = (uid: string) => people.get(uid) ?? { uid };
    const closedOf = ({ closedBy, closedAt, outcome }: ChatReportRow): Pick<ChatReport, 'closed'> =>
      closedBy === null || closedAt === null
        ? {}
        : {
            closed: {
              by: personOf(closedBy),
              at: closedAt,
              outcome: outcome === 'deleted' ? 'deleted' : 'kept',
            },
          };
    const reports = rows.slice(0, listed).map((row) => ({
      id: row.id,
      roomId: row.roomId,
      room: {
        kind: chatRoomKinds.find((known) => known === row.kind) ?? ('privateGroup' as const),
        ...(row.name === null ? {} : { name: row.name }),
        ...(row.areaId === null ? {} : { areaId: row.areaId }),
      },
      message: chatMessage.parse(fromJson(row.message)),
      author: personOf(row.authorId),
      reporter: personOf(row.reporterId),
      reason: row.reason,
      at: row.at,
      ...closedOf(row),
    }));
    return { reports, more: rows.length > listed };
  }

  /** @throws Refusal `notFound`, `conflict` where another host was faster */
  async close(mode: OperatingMode, hostId: string, id: string, outcome: 'kept' | 'deleted'): Promise<void> {
    const { storage, record, clock, messages, store, talk, delivery } = this.parts;
    const found = await this.find(mode, id);
    if (found === undefined) throw new Refusal('notFound', 'There is no such report.');
    const { roomId, seq, authorId } = found;
    const { text } = chatMessage.parse(fromJson(found.message));
    const kind = outcome === 'deleted' ? 'reportDeleted' : 'reportKept';
    const entry = record.entry(mode, { kind, hostId, personId: authorId, roomId, text });
    const before = await messages.find(roomId, seq);
    const taken = await storage.db.transaction().execute(async (trx) => {
      const closed = await trx
        .updateTable('chatReport')
        .set({ closedBy: hostId, closedAt: clock(), outcome })
        .where('id', '=', id)
        .where('closedAt', 'is', null)
        .executeTakeFirst();
      if (closed.numUpdatedRows === 0n) throw new Refusal('conflict', 'This report is closed already.');
      await trx.executeQuery(entry);
      return outcome === 'deleted' ? messages.deleteIn(trx, roomId, { seq, by: 'host' }) : undefined;
    });
    delivery.reportsChanged(mode);
    const facts = await store.find(roomId);
    if (facts !== undefined && before !== undefined) await talk.taken(facts, before, taken);
  }

  private find(mode: OperatingMode, id: string): Promise<ChatReportRow | undefined> {
    return this.parts.storage.db
      .selectFrom('chatReport')
      .selectAll()
      .where('id', '=', id)
      .where('mode', '=', mode)
      .executeTakeFirst();
  }
}
