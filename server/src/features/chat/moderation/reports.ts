/** Reports of messages to the hosts (CHAT-15), and how hosts close them. */
import { chatMessage, chatRoomKinds, type ChatReport, type OperatingMode } from '@foyer/contract';
import type { InputOf, reportChatMessage } from '@foyer/contract';
import { textLength } from '@foyer/contract/limits';
import type { Clock } from '#platform/clock';
import { ApiError } from '#platform/apiError';
import { fromJson, oneOf, toJson } from '#platform/storage/columns';
import type { Storage } from '#platform/storage/storage';
import type { Actor } from '../actor.ts';
import type { ChatDelivery } from '../delivery/delivery.ts';
import { fieldTooLong, messageNotFound, toChatMessage } from '../messages/message.ts';
import type { ChatMessages } from '../messages/messages.ts';
import type { ChatMessageStore } from '../messages/messageStore.ts';
import { hashId, placeColumns, placeOf } from '../rooms/room.ts';
import type { ChatRooms } from '../rooms/rooms.ts';
import type { ChatRoomStore } from '../rooms/roomStore.ts';
import type { ChatReportRow, ChatTables } from '../tables.ts';
import type { ChatUsers } from '../users.ts';
import type { ChatModerationLog } from './moderationLog.ts';
import { olderThan } from './olderThan.ts';

export interface ChatReportsDeps {
  readonly storage: Storage<ChatTables>;
  readonly messageStore: Pick<ChatMessageStore, 'find' | 'deleteIn'>;
  readonly rooms: ChatRooms;
  readonly roomStore: Pick<ChatRoomStore, 'find'>;
  readonly messages: Pick<ChatMessages, 'afterDelete'>;
  readonly users: ChatUsers;
  readonly moderationLog: ChatModerationLog;
  readonly delivery: Pick<ChatDelivery, 'notifyReportsChanged'>;
  readonly clock: Clock;
}

const pageSize = 100;

export class ChatReports {
  private readonly deps: ChatReportsDeps;

  constructor(deps: ChatReportsDeps) {
    this.deps = deps;
  }

  /** Stores a copy of the message. A user's second report of the same message is ignored. */
  async add(actor: Actor, { roomId, seq, reason }: InputOf<typeof reportChatMessage>): Promise<void> {
    const { rooms, messageStore, storage, clock, delivery } = this.deps;
    if (reason.length > textLength) throw fieldTooLong('reason', textLength);
    const { range } = await rooms.getReadable(actor, roomId);
    const row = await messageStore.find(roomId, seq);
    if (row === undefined || seq < range.fromSeq || row.deletedBy !== null || row.notice !== null)
      throw messageNotFound();
    const added = await storage.db
      .insertInto('chatReport')
      .values({
        id: hashId([roomId, seq, actor.uid]),
        mode: actor.mode,
        roomId,
        seq,
        message: toJson(toChatMessage(row)),
        authorId: row.authorId,
        reporterId: actor.uid,
        reason: reason.toWellFormed(),
        at: clock(),
        closedBy: null,
        closedAt: null,
        outcome: null,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (added) delivery.notifyReportsChanged(actor.mode);
  }

  /**
   * Returns a page, the newest report first.
   * @param page.before the id of the last report of the previous page
   */
  async list(
    mode: OperatingMode,
    { state, before }: { readonly state: 'open' | 'closed'; readonly before?: string | undefined },
  ): Promise<{ reports: ChatReport[]; hasMore: boolean }> {
    const { read } = this.deps.storage;
    let query = read
      .selectFrom('chatReport as report')
      .innerJoin('chatRoom as room', 'room.id', 'report.roomId')
      .selectAll('report')
      .select(['room.kind', 'room.name', ...placeColumns.map((name) => `room.${name}` as const)])
      .where('report.mode', '=', mode)
      .where('report.closedAt', state === 'open' ? 'is' : 'is not', null);
    const older = await olderThan(read, 'chatReport', 'report', before);
    if (older !== undefined) query = query.where(older);
    const rows = await query
      .orderBy('report.at', 'desc')
      .orderBy('report.id', 'desc')
      .limit(pageSize + 1)
      .execute();
    const users = await this.deps.users.getMany(
      rows.flatMap((row) => [row.authorId, row.reporterId, row.closedBy ?? row.authorId]),
    );
    const userOf = (uid: string) => users.get(uid) ?? { uid };
    const closedOf = ({ closedBy, closedAt, outcome }: ChatReportRow): Pick<ChatReport, 'closed'> =>
      closedBy === null || closedAt === null
        ? {}
        : {
            closed: {
              by: userOf(closedBy),
              at: closedAt,
              outcome: oneOf(['kept', 'deleted'], outcome),
            },
          };
    const reports = rows.slice(0, pageSize).map((row) => ({
      id: row.id,
      roomId: row.roomId,
      room: {
        kind: oneOf(chatRoomKinds, row.kind),
        ...(row.name === null ? {} : { name: row.name }),
        ...placeOf(row),
      },
      message: chatMessage.parse(fromJson(row.message)),
      author: userOf(row.authorId),
      reporter: userOf(row.reporterId),
      reason: row.reason,
      at: row.at,
      ...closedOf(row),
    }));
    return { reports, hasMore: rows.length > pageSize };
  }

  /**
   * Hosts cannot keep their own reported messages, but can delete them: there may be no other host.
   * @throws ApiError `notFound`, `forbidden` if the author of the message keeps it, `conflict` if the report is already closed
   */
  async close(mode: OperatingMode, hostId: string, id: string, outcome: 'kept' | 'deleted'): Promise<void> {
    const { storage, moderationLog, clock, messageStore, roomStore, messages, delivery } = this.deps;
    const found = await this.find(mode, id);
    if (found === undefined) throw new ApiError('notFound', 'Report not found.');
    const { roomId, seq, authorId } = found;
    if (authorId === hostId && outcome === 'kept')
      throw new ApiError(
        'forbidden',
        'You cannot keep your own message: delete it, or let another host decide.',
      );
    const { text } = chatMessage.parse(fromJson(found.message));
    const kind = outcome === 'deleted' ? 'reportDeleted' : 'reportKept';
    const entry = moderationLog.insertQuery(mode, { kind, hostId, userId: authorId, roomId, text });
    const before = await messageStore.find(roomId, seq);
    const deleted = await storage.db.transaction().execute(async (trx) => {
      const closed = await trx
        .updateTable('chatReport')
        .set({ closedBy: hostId, closedAt: clock(), outcome })
        .where('id', '=', id)
        .where('closedAt', 'is', null)
        .executeTakeFirst();
      if (closed.numUpdatedRows === 0n) throw new ApiError('conflict', 'This report is already closed.');
      await trx.executeQuery(entry);
      return outcome === 'deleted' ? messageStore.deleteIn(trx, roomId, { seq, by: 'host' }) : undefined;
    });
    delivery.notifyReportsChanged(mode);
    const info = await roomStore.find(roomId);
    if (info !== undefined && before !== undefined) await messages.afterDelete(info, before, deleted);
  }

  private find(mode: OperatingMode, id: string): Promise<ChatReportRow | undefined> {
    return this.deps.storage.db
      .selectFrom('chatReport')
      .selectAll()
      .where('id', '=', id)
      .where('mode', '=', mode)
      .executeTakeFirst();
  }
}
