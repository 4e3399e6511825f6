/** How long messages are kept, and what is left of people and rooms that are gone. */
import { sql } from 'kysely';
import { operatingModes } from '@foyer/contract';
import type { Clock } from '#platform/clock';
import type { Storage } from '#platform/storage/storage';
import type { ChatDelivery } from './delivery/delivery.ts';
import type { ChatTables } from './tables.ts';
import { letGo } from './uploads/uploadStore.ts';

const atOnce = 500;
const dayMs = 24 * 3_600_000;

export class ChatRetention {
  private readonly storage: Storage<ChatTables>;
  private readonly clock: Clock;
  private readonly days: number | undefined;

  private readonly delivery: Pick<ChatDelivery, 'reportsChanged'>;

  /** `days` undefined: messages are kept. */
  constructor(parts: {
    storage: Storage<ChatTables>;
    delivery: Pick<ChatDelivery, 'reportsChanged'>;
    clock: Clock;
    days: number | undefined;
  }) {
    this.delivery = parts.delivery;
    this.storage = parts.storage;
    this.clock = parts.clock;
    this.days = parts.days;
  }

  /** Deletes what is older than it may be, and what was said in rooms that have ended. */
  async sweep(): Promise<void> {
    const before = this.days === undefined ? undefined : this.clock() - this.days * dayMs;
    // One look at the first message of each room: nearly all of them have nothing to clear.
    const first = sql<number | null>`(select m."at" from "chatMessage" m where m."roomId" = r."id"
      order by m."seq" limit 1)`;
    const rooms = await this.storage.longRead
      .selectFrom('chatRoom as r')
      .select(['r.id', 'r.endedAt', first.as('firstAt')])
      .where('r.lastSeq', '>', 0)
      .execute();
    for (const { id, endedAt, firstAt } of rooms) {
      const limit = endedAt === null ? before : Number.MAX_SAFE_INTEGER;
      if (limit !== undefined && firstAt !== null && firstAt < limit) await this.clear(id, limit);
    }
    if (before === undefined) return;
    const { db } = this.storage;
    const { numDeletedRows } = await db
      .deleteFrom('chatReport')
      .where('at', '<', before)
      .executeTakeFirstOrThrow();
    if (numDeletedRows > 0n) for (const mode of operatingModes) this.delivery.reportsChanged(mode);
    await db.deleteFrom('chatAction').where('at', '<', before).execute();
  }

  /** The oldest come first, whatever clocks have said: what stands behind a newer one waits for it. */
  private async clear(roomId: string, before: number): Promise<void> {
    for (let full = true; full;) {
      const oldest = await this.storage.longRead
        .selectFrom('chatMessage')
        .select(['seq', 'at'])
        .where('roomId', '=', roomId)
        .orderBy('seq')
        .limit(atOnce)
        .execute();
      const seqs = oldest.filter(({ at }) => at < before).map(({ seq }) => seq);
      if (seqs.length === 0) return;
      const { db } = this.storage;
      await this.storage.atomic([
        letGo(this.storage, roomId, seqs),
        db.deleteFrom('chatMessage').where('roomId', '=', roomId).where('seq', 'in', seqs).compile(),
      ]);
      full = seqs.length === atOnce;
    }
  }
}
