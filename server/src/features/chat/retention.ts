/** Deletes expired messages, held posts, reports and log entries, and the messages of rooms that have ended. */
import { sql } from 'kysely';
import { operatingModes } from '@foyer/contract';
import type { Clock } from '#platform/clock';
import type { Storage } from '#platform/storage/storage';
import type { ChatHeldPosts } from './approval/heldPosts.ts';
import type { ChatDelivery } from './delivery/delivery.ts';
import type { ChatCommentCounts } from './comments/commentCounts.ts';
import type { ChatMessageStore } from './messages/messageStore.ts';
import type { ChatTables } from './tables.ts';

export interface ChatRetentionDeps {
  readonly storage: Storage<ChatTables>;
  readonly heldPosts: Pick<ChatHeldPosts, 'deleteAll'>;
  readonly messageStore: Pick<ChatMessageStore, 'deleteRows'>;
  readonly commentCounts: Pick<ChatCommentCounts, 'refresh'>;
  readonly delivery: Pick<ChatDelivery, 'notifyReportsChanged'>;
  readonly clock: Clock;
  /** How long messages, held posts, reports and log entries are kept; undefined: without a limit. */
  readonly days: number | undefined;
}

const batchSize = 500;
const dayMs = 24 * 3_600_000;

export class ChatRetention {
  private readonly deps: ChatRetentionDeps;

  constructor(deps: ChatRetentionDeps) {
    this.deps = deps;
  }

  async deleteExpired(): Promise<void> {
    const { storage, heldPosts, delivery, clock, days } = this.deps;
    const expiredBefore = days === undefined ? undefined : clock() - days * dayMs;
    // One query finds the rooms whose first message has expired: in most rooms there is nothing to delete.
    const first = sql<number | null>`(select message."at" from "chatMessage" message
      where message."roomId" = room."id" order by message."seq" limit 1)`;
    const rooms = await storage.longRead
      .selectFrom('chatRoom as room')
      .select(['room.id', 'room.endedAt', first.as('firstAt')])
      .where('room.lastSeq', '>', 0)
      .execute();
    for (const { id, endedAt, firstAt } of rooms) {
      const deleteBefore = endedAt === null ? expiredBefore : Number.MAX_SAFE_INTEGER;
      if (deleteBefore !== undefined && firstAt !== null && firstAt < deleteBefore)
        await this.deleteMessages(id, deleteBefore);
    }
    if (expiredBefore === undefined) return;
    await heldPosts.deleteAll({ before: expiredBefore });
    const { db } = storage;
    const { numDeletedRows } = await db
      .deleteFrom('chatReport')
      .where('at', '<', expiredBefore)
      .executeTakeFirstOrThrow();
    if (numDeletedRows > 0n) for (const mode of operatingModes) delivery.notifyReportsChanged(mode);
    await db.deleteFrom('chatModerationLog').where('at', '<', expiredBefore).execute();
  }

  /**
   * Deletes messages in the order of their sequence numbers. If the clocks of nodes differ, an expired message behind
   * one that has not expired is deleted later.
   */
  private async deleteMessages(roomId: string, before: number): Promise<void> {
    const { storage, messageStore, commentCounts } = this.deps;
    for (let full = true; full;) {
      const oldest = await storage.longRead
        .selectFrom('chatMessage')
        .select(['seq', 'at'])
        .where('roomId', '=', roomId)
        .orderBy('seq')
        .limit(batchSize)
        .execute();
      const seqs = oldest.filter(({ at }) => at < before).map(({ seq }) => seq);
      if (seqs.length === 0) return;
      await messageStore.deleteRows(roomId, seqs);
      commentCounts.refresh(roomId);
      full = seqs.length === batchSize;
    }
  }
}
