/**
 * Counts failed sign-ins in the database, for all nodes. An attempt is counted as a failure before anything is compared
 * and taken back when it was none: guesses that come at the same moment cannot outrun the count.
 */
import { hash } from 'node:crypto';
import { lockoutMs } from '@foyer/contract';
import { sql } from 'kysely';
import type { Clock } from '#platform/clock';
import { LimitReached, type Attempt, type AttemptCounter, type Counted } from '#platform/identity';
import type { Storage } from '#platform/storage/storage';
import type { LoginTables } from './login.tables.ts';

const hashed = (key: string): string => hash('sha256', key, 'base64url');

export class Attempts implements AttemptCounter {
  private readonly storage: Storage<LoginTables>;
  private readonly clock: Clock;
  private sweptAt = 0;

  constructor(storage: Storage<LoginTables>, clock: Clock) {
    this.storage = storage;
    this.clock = clock;
  }

  async begin(counted: readonly Counted[]): Promise<Attempt> {
    const begun: string[] = [];
    const counts: number[] = [];
    const takeBack = async () => {
      await Promise.all(begun.map((key) => this.takeBack(key)));
    };
    for (const one of counted) {
      const count = await this.count(one);
      if (count === undefined) {
        await takeBack();
        throw new LimitReached(await this.secondsLeft(hashed(one.key)));
      }
      begun.push(hashed(one.key));
      counts.push(count);
    }
    await this.sweep();
    return { counts, takeBack };
  }

  /** Counts a failure that nothing is refused for. */
  async addFailure(key: string): Promise<void> {
    await this.count({ key, limit: Number.MAX_SAFE_INTEGER, fromLast: false });
  }

  /** Failures that count at this moment. */
  async failures(key: string): Promise<number> {
    const row = await this.storage.read
      .selectFrom('loginAttempt')
      .select('failures')
      .where('key', '=', hashed(key))
      .where('until', '>', this.clock())
      .executeTakeFirst();
    return row?.failures ?? 0;
  }

  /** Undefined where the limit is reached. One statement: of many callers at once no more than the limit are let through. */
  private async count({ key, limit, fromLast, windowMs = lockoutMs }: Counted): Promise<number | undefined> {
    const now = this.clock();
    const end = now + windowMs;
    const passed = sql<boolean>`${sql.ref('loginAttempt.until')} <= ${now}`;
    const row = await this.storage.db
      .insertInto('loginAttempt')
      .values({ key: hashed(key), failures: 1, until: end, untilBefore: 0 })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet({
            failures: sql`case when ${passed} then 1 else ${sql.ref('loginAttempt.failures')} + 1 end`,
            untilBefore: sql.ref('loginAttempt.until'),
            until: fromLast
              ? end
              : sql`case when ${passed} then ${end} else ${sql.ref('loginAttempt.until')} end`,
          })
          .where((eb) => eb.or([passed, eb('loginAttempt.failures', '<', limit)])),
      )
      .returning('failures')
      .executeTakeFirst();
    return row?.failures;
  }

  private async takeBack(key: string): Promise<void> {
    await this.storage.db
      .updateTable('loginAttempt')
      .set((eb) => ({ failures: eb('failures', '-', 1), until: eb.ref('untilBefore') }))
      .where('key', '=', key)
      .where('failures', '>', 0)
      .execute();
  }

  private async secondsLeft(key: string): Promise<number> {
    const row = await this.storage.db
      .selectFrom('loginAttempt')
      .select('until')
      .where('key', '=', key)
      .executeTakeFirst();
    return Math.max(1, Math.ceil(((row?.until ?? 0) - this.clock()) / 1000));
  }

  private async sweep(): Promise<void> {
    const now = this.clock();
    if (now < this.sweptAt + lockoutMs) return;
    this.sweptAt = now;
    await this.storage.db.deleteFrom('loginAttempt').where('until', '<=', now).execute();
  }
}
