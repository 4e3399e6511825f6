/** What chat holds of a person: handed out for the export of an account, and deleted with it. */
import { operatingModes } from '@foyer/contract';
import { Refusal } from '#platform/refusal';
import type { Storage } from '#platform/storage/storage';
import type { ChatDelivery } from './delivery/delivery.ts';
import { messageOf } from './messages/message.ts';
import type { ChatTalk } from './messages/messages.ts';
import type { ChatMessageStore } from './messages/messageStore.ts';
import type { ChatGroups } from './rooms/groups.ts';
import { isGroup } from './rooms/room.ts';
import type { ChatRoomStore } from './rooms/roomStore.ts';
import type { ChatTables } from './tables.ts';
import type { ChatUploads } from './uploads/uploads.ts';

export interface ChatOwnParts {
  readonly storage: Storage<ChatTables>;
  readonly store: ChatRoomStore;
  readonly messages: ChatMessageStore;
  readonly groups: ChatGroups;
  readonly talk: Pick<ChatTalk, 'take'>;
  readonly uploads: Pick<ChatUploads, 'forget'>;
  readonly delivery: Pick<ChatDelivery, 'reportsChanged'>;
}

const atOnce = 200;

export class ChatOwn {
  private readonly parts: ChatOwnParts;

  constructor(parts: ChatOwnParts) {
    this.parts = parts;
  }

  async exportOf(uid: string) {
    const { storage, messages, store } = this.parts;
    const rooms = await storage.longRead
      .selectFrom('chatMember as m')
      .innerJoin('chatRoom as r', 'r.id', 'm.roomId')
      .select([
        'r.id',
        'r.mode',
        'r.kind',
        'r.name',
        'r.areaId',
        'm.member',
        'm.readSeq',
        'm.muted',
        'm.joinedAt',
      ])
      .where('m.userId', '=', uid)
      .execute();
    const written = await messages.writtenBy(uid);
    const reports = await storage.longRead
      .selectFrom('chatReport')
      .select(['roomId', 'seq', 'reason', 'at'])
      .where('reporterId', '=', uid)
      .execute();
    return {
      rooms,
      messages: written.map((row) => ({ roomId: row.roomId, ...messageOf(row) })),
      blocked: await store.blockedBy(uid),
      reports,
    };
  }

  /** Their messages leave their places, as if they had deleted them; groups pass to others. */
  async forget(uid: string): Promise<void> {
    const { storage, store, messages, talk, uploads } = this.parts;
    await this.leaveGroups(uid);
    for (let rows = await messages.writtenBy(uid, atOnce); rows.length > 0;) {
      for (const row of rows) {
        const facts = await store.find(row.roomId);
        if (facts !== undefined) await talk.take(facts, row);
      }
      rows = await messages.writtenBy(uid, atOnce);
    }
    await uploads.forget(uid);
    const { db } = storage;
    // Whoever talked with them in private still has the room.
    await db.deleteFrom('chatMember').where('userId', '=', uid).where('member', '=', 0).execute();
    await db
      .deleteFrom('chatBlock')
      .where((eb) => eb.or([eb('userId', '=', uid), eb('blockedId', '=', uid)]))
      .execute();
    await db.deleteFrom('chatSilence').where('userId', '=', uid).execute();
    await db
      .deleteFrom('chatReport')
      .where((eb) => eb.or([eb('reporterId', '=', uid), eb('authorId', '=', uid)]))
      .execute();
    for (const mode of operatingModes) this.parts.delivery.reportsChanged(mode);
    await db.updateTable('chatAction').set({ text: null }).where('personId', '=', uid).execute();
  }

  private async leaveGroups(uid: string): Promise<void> {
    const { store, groups } = this.parts;
    for (const mode of operatingModes)
      for (const { roomId } of await store.memberships(mode, [uid])) {
        const facts = await store.find(roomId);
        if (facts === undefined || !isGroup(facts)) continue;
        try {
          await groups.leave({ mode, uid, isGuest: false, isHost: false }, roomId);
        } catch (fault) {
          // They were taken out of it at this moment.
          if (!(fault instanceof Refusal) || fault.code !== 'notFound') throw fault;
        }
      }
  }
}
