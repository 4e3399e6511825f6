/** Logins per day (CALL-03). */
import { sql } from 'kysely';
import type { Clock } from '#platform/clock';
import type { Caller } from '#platform/http/route';
import type { Storage } from '#platform/storage/storage';
import type { LoginTables } from './tables.ts';

export class LoginCounter {
  private readonly storage: Storage<LoginTables>;
  private readonly clock: Clock;

  constructor(storage: Storage<LoginTables>, clock: Clock) {
    this.storage = storage;
    this.clock = clock;
  }

  /** Counts a login. Returns the kind of caller and the number of logins of that kind today (UTC). */
  async add(caller: Caller): Promise<{ kind: string; logins: number }> {
    const kind = caller.kind === 'account' || caller.kind === 'guest' ? caller.kind : 'anonymous';
    const day = new Date(this.clock()).toISOString().slice(0, 10);
    const { logins } = await this.storage.db
      .insertInto('loginCount')
      .values({ day, kind, logins: 1 })
      .onConflict((conflict) =>
        conflict.columns(['day', 'kind']).doUpdateSet({ logins: sql`${sql.ref('loginCount.logins')} + 1` }),
      )
      .returning('logins')
      .executeTakeFirstOrThrow();
    return { kind, logins };
  }
}
