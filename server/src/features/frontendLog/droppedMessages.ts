/**
 * Counts the messages that exceeded the rate limit. Each node counts in memory and adds its numbers to the table at
 * intervals, so that a flood of messages causes few writes.
 */
import { capturedMessageRetentionDays } from '@foyer/contract/limits';
import { sql } from 'kysely';
import type { Clock } from '#platform/clock';
import type { Storage } from '#platform/storage/storage';
import type { FrontendLogTables } from './tables.ts';

const dayMs = 24 * 3_600_000;
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

export class DroppedMessages {
  private readonly storage: Storage<FrontendLogTables>;
  private readonly clock: Clock;
  /** By day; not in the table yet. */
  private readonly pending = new Map<string, number>();
  private saving: Promise<void> = Promise.resolve();

  constructor(storage: Storage<FrontendLogTables>, clock: Clock) {
    this.storage = storage;
    this.clock = clock;
  }

  add(count = 1): void {
    this.count(dayOf(this.clock()), count);
  }

  /** Adds the numbers of this node to the table. */
  save(): Promise<void> {
    this.saving = this.saveEach();
    return this.saving;
  }

  private async saveEach(): Promise<void> {
    const unsaved = [...this.pending];
    for (const [day, count] of unsaved) {
      this.pending.delete(day);
      try {
        await this.storage.db
          .insertInto('droppedMessage')
          .values({ day, count })
          .onConflict((conflict) =>
            conflict
              .column('day')
              .doUpdateSet({ count: sql`${sql.ref('droppedMessage.count')} + ${sql.ref('excluded.count')}` }),
          )
          .execute();
      } catch (error) {
        this.count(day, count);
        throw error;
      }
    }
  }

  /** The number of the days for which messages are kept; of other nodes, what they have saved. */
  async total(): Promise<number> {
    let saving: Promise<void>;
    let saved: number[];
    // What is being saved is neither pending nor in the table yet. If it fails, it is pending again.
    do {
      saving = this.saving;
      await saving.catch(() => undefined);
      saved = await this.savedCounts();
    } while (saving !== this.saving);
    return [...saved, ...this.pending.values()].reduce((sum, count) => sum + count, 0);
  }

  async deleteExpired(): Promise<void> {
    await this.storage.db.deleteFrom('droppedMessage').where('day', '<=', this.lastExpiredDay()).execute();
  }

  private async savedCounts(): Promise<number[]> {
    const rows = await this.storage.read
      .selectFrom('droppedMessage')
      .select('count')
      .where('day', '>', this.lastExpiredDay())
      .execute();
    return rows.map(({ count }) => count);
  }

  private lastExpiredDay(): string {
    return dayOf(this.clock() - capturedMessageRetentionDays * dayMs);
  }

  private count(day: string, count: number): void {
    this.pending.set(day, (this.pending.get(day) ?? 0) + count);
  }
}
