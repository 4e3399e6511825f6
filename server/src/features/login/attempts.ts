/**
 * Counts failed sign-ins in the database, for all nodes. An attempt is counted as a failure before its password is
 * verified and subtracted if the password was right, so that concurrent guesses cannot exceed the limit.
 */
import { hash } from 'node:crypto';
import { lockoutMs } from '@foyer/contract';
import { sql } from 'kysely';
import type { Clock } from '#platform/clock';
import { LimitReached, type Attempt, type AttemptCounter, type AttemptLimit } from '#platform/identity';
import { prepareQuery } from '#platform/storage/prepared';
import type { Storage } from '#platform/storage/storage';
import type { LoginAttemptRow, LoginTables } from './tables.ts';

const hashKey = (key: string): string => hash('sha256', key, 'base64url');

export class LoginAttempts implements AttemptCounter {
  private readonly storage: Storage<LoginTables>;
  private readonly clock: Clock;
  private readonly queries: ReturnType<typeof attemptQueries>;

  constructor(storage: Storage<LoginTables>, clock: Clock) {
    this.storage = storage;
    this.queries = attemptQueries(storage);
    this.clock = clock;
  }

  async begin(limits: readonly AttemptLimit[]): Promise<Attempt> {
    const countedKeys: string[] = [];
    const counts: number[] = [];
    const cancel = async () => {
      await Promise.all(countedKeys.map((key) => this.takeBack(key)));
    };
    for (const limit of limits) {
      const key = hashKey(limit.key);
      const count = await this.count(key, limit);
      if (count === undefined) {
        await cancel();
        throw new LimitReached(await this.secondsLeft(key));
      }
      countedKeys.push(key);
      counts.push(count);
    }
    return { counts, cancel };
  }

  /** Counts a failure without a limit. */
  async addFailure(key: string): Promise<void> {
    await this.count(hashKey(key), { limit: Number.MAX_SAFE_INTEGER, fromLast: false });
  }

  /** The number of failures that have not expired. */
  async failures(key: string): Promise<number> {
    const query = this.queries.failures({ key: hashKey(key), now: this.clock() });
    const { rows } = await this.storage.read.executeQuery(query);
    return rows[0]?.failures ?? 0;
  }

  async deleteExpired(): Promise<void> {
    await this.storage.db.deleteFrom('loginAttempt').where('until', '<=', this.clock()).execute();
  }

  /** Returns the new count, or undefined if the limit is reached. A single statement, so concurrent callers cannot exceed it. */
  private async count(
    key: string,
    { limit, fromLast, windowMs = lockoutMs }: Omit<AttemptLimit, 'key'>,
  ): Promise<number | undefined> {
    const now = this.clock();
    const query = fromLast ? this.queries.countFromLast : this.queries.count;
    const increment = query({ key, limit, now, end: now + windowMs });
    const [counted] = await this.storage.atomic([increment]);
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
}

interface CountValues {
  readonly key: string;
  readonly limit: number;
  readonly now: number;
  readonly end: number;
  readonly [name: string]: string | number;
}

/** Prepared statements: every sign-in runs them. */
function attemptQueries({ db, read }: Storage<LoginTables>) {
  const increment = (fromLast: boolean) =>
    prepareQuery<CountValues>((param) => {
      const expired = sql<boolean>`${sql.ref('loginAttempt.until')} <= ${param('now')}`;
      return db
        .insertInto('loginAttempt')
        .values({ key: param('key'), failures: 1, until: param('end'), untilBefore: 0 })
        .onConflict((conflict) =>
          conflict
            .column('key')
            .doUpdateSet({
              failures: sql`case when ${expired} then 1 else ${sql.ref('loginAttempt.failures')} + 1 end`,
              untilBefore: sql.ref('loginAttempt.until'),
              until: fromLast
                ? param('end')
                : sql`case when ${expired} then ${param('end')} else ${sql.ref('loginAttempt.until')} end`,
            })
            .where((eb) => eb.or([expired, eb('loginAttempt.failures', '<', param('limit'))])),
        )
        .returning('failures')
        .compile();
    });
  return {
    count: increment(false),
    countFromLast: increment(true),
    failures: prepareQuery<{ key: string; now: number }, { failures: number }>((param) =>
      read
        .selectFrom('loginAttempt')
        .select('failures')
        .where('key', '=', param('key'))
        .where('until', '>', param('now'))
        .compile(),
    ),
    takeBack: prepareQuery<{ key: string }>((param) =>
      db
        .updateTable('loginAttempt')
        .set((eb) => ({ failures: eb('failures', '-', 1), until: eb.ref('untilBefore') }))
        .where('key', '=', param('key'))
        .where('failures', '>', 0)
        .compile(),
    ),
  };
}
