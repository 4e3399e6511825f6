/**
 * Counts failed sign-ins in the database, for all nodes. An attempt is counted as a failure before anything is compared
 * and taken back when it was none: guesses that come at the same moment cannot outrun the count.
 */
import { hash } from 'node:crypto';
import { lockoutMs } from '@foyer/contract';
import { sql } from 'kysely';
import type { Clock } from '#platform/clock';
import { LimitReached, type Attempt, type AttemptCounter, type Counted } from '#platform/identity';
import { prepared } from '#platform/storage/prepared';
import type { Storage } from '#platform/storage/storage';
import type { LoginAttemptRow, LoginTables } from './tables.ts';

const hashed = (key: string): string => hash('sha256', key, 'base64url');

export class Attempts implements AttemptCounter {
  private readonly storage: Storage<LoginTables>;
  private readonly clock: Clock;
  private readonly queries: ReturnType<typeof attemptQueries>;
  private sweptAt = 0;

  constructor(storage: Storage<LoginTables>, clock: Clock) {
    this.storage = storage;
    this.queries = attemptQueries(storage);
    this.clock = clock;
  }

  async begin(counted: readonly Counted[]): Promise<Attempt> {
    const begun: string[] = [];
    const counts: number[] = [];
    const takeBack = async () => {
      await Promise.all(begun.map((key) => this.takeBack(key)));
    };
    for (const one of counted) {
      const key = hashed(one.key);
      const count = await this.count(key, one);
      if (count === undefined) {
        await takeBack();
        throw new LimitReached(await this.secondsLeft(key));
      }
      begun.push(key);
      counts.push(count);
    }
    await this.sweep();
    return { counts, takeBack };
  }

  /** Counts a failure that nothing is refused for. */
  async addFailure(key: string): Promise<void> {
    await this.count(hashed(key), { limit: Number.MAX_SAFE_INTEGER, fromLast: false });
  }

  /** Failures that count at this moment. */
  async failures(key: string): Promise<number> {
    const asked = this.queries.failures({ key: hashed(key), now: this.clock() });
    const { rows } = await this.storage.read.executeQuery(asked);
    return rows[0]?.failures ?? 0;
  }

  /** Undefined where the limit is reached. One statement: of many callers at once no more than the limit are let through. */
  private async count(
    key: string,
    { limit, fromLast, windowMs = lockoutMs }: Omit<Counted, 'key'>,
  ): Promise<number | undefined> {
    const now = this.clock();
    const query = fromLast ? this.queries.countFromLast : this.queries.count;
    const counting = query({ key, limit, now, end: now + windowMs });
    const [counted] = await this.storage.atomic([counting]);
    const [row] = (counted?.rows ?? []) as Pick<LoginAttemptRow, 'failures'>[];
    return row?.failures;
  }

  private async takeBack(key: string): Promise<void> {
    await this.storage.atomic([this.queries.takeBack({ key })]);
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

interface CountValues {
  readonly key: string;
  readonly limit: number;
  readonly now: number;
  readonly end: number;
  readonly [name: string]: string | number;
}

/** What every sign-in asks and writes. */
function attemptQueries({ db, read }: Storage<LoginTables>) {
  const counting = (fromLast: boolean) =>
    prepared<CountValues>((place) => {
      const passed = sql<boolean>`${sql.ref('loginAttempt.until')} <= ${place('now')}`;
      return db
        .insertInto('loginAttempt')
        .values({ key: place('key'), failures: 1, until: place('end'), untilBefore: 0 })
        .onConflict((conflict) =>
          conflict
            .column('key')
            .doUpdateSet({
              failures: sql`case when ${passed} then 1 else ${sql.ref('loginAttempt.failures')} + 1 end`,
              untilBefore: sql.ref('loginAttempt.until'),
              until: fromLast
                ? place('end')
                : sql`case when ${passed} then ${place('end')} else ${sql.ref('loginAttempt.until')} end`,
            })
            .where((eb) => eb.or([passed, eb('loginAttempt.failures', '<', place('limit'))])),
        )
        .returning('failures')
        .compile();
    });
  return {
    count: counting(false),
    countFromLast: counting(true),
    failures: prepared<{ key: string; now: number }, { failures: number }>((place) =>
      read
        .selectFrom('loginAttempt')
        .select('failures')
        .where('key', '=', place('key'))
        .where('until', '>', place('now'))
        .compile(),
    ),
    takeBack: prepared<{ key: string }>((place) =>
      db
        .updateTable('loginAttempt')
        .set((eb) => ({ failures: eb('failures', '-', 1), until: eb.ref('untilBefore') }))
        .where('key', '=', place('key'))
        .where('failures', '>', 0)
        .compile(),
    ),
  };
}
