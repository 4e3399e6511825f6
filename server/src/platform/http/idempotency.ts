/** `Idempotency-Key`: a call that is repeated with the same key gets the stored answer and is not run again. */
import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Clock } from '#platform/clock';
import { Raw, type Caller } from '#platform/http/route';
import { translateError } from '#platform/http/translate';
import { ApiError } from '#platform/apiError';
import type { Migration } from '#platform/storage/migration';
import type { Storage } from '#platform/storage/storage';

export interface IdempotencyTables {
  idempotent_call: {
    caller: string;
    key: string;
    /** Hash of method, URL and body, which detects a key that is reused for another request. */
    digest: string;
    /** Null while the first call is running. */
    status: number | null;
    answer: string | null;
    made_at: number;
  };
}

export const idempotencyMigration: Migration = {
  id: '0002-idempotent-call',
  up: async (db) => {
    await db.schema
      .createTable('idempotent_call')
      .addColumn('caller', 'text', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('digest', 'text', (column) => column.notNull())
      .addColumn('status', 'bigint')
      .addColumn('answer', 'text')
      .addColumn('made_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('idempotent_call_key', ['caller', 'key'])
      .execute();
    await db.schema.createIndex('idempotent_call_made_at').on('idempotent_call').column('made_at').execute();
  },
};

export const keepAnswersMs = 24 * 3_600_000;
/** A call that has not ended after this time was interrupted by a crash; the next one with its key runs. */
export const abandonedMs = 120_000;

export interface IdempotentRequest {
  readonly caller: Caller;
  readonly key: string;
  /** Method and URL. */
  readonly request: string;
  /** The body as received. */
  readonly text: string;
}

export interface IdempotentAnswer {
  readonly status: number;
  /** JSON text. */
  readonly body: string;
  /** Whether the answer is from an earlier call. */
  readonly isReplay: boolean;
}

export class Idempotency {
  private readonly storage: Storage<IdempotencyTables>;
  private readonly clock: Clock;
  /** Running calls of this node. A repetition meanwhile waits for the same answer. */
  private readonly running = new Map<string, { digest: string; answer: Promise<unknown> }>();

  constructor(storage: Storage<IdempotencyTables>, clock: Clock) {
    this.storage = storage;
    this.clock = clock;
  }

  /** Runs a call, or returns the answer of the earlier call with this key. Rejects like `run` the first time. */
  async once(asked: IdempotentRequest, run: () => Promise<unknown>): Promise<IdempotentAnswer> {
    if (!/^[\x21-\x7e]{1,200}$/.test(asked.key)) {
      throw new ApiError('invalidInput', 'The Idempotency-Key must be 1 to 200 visible ASCII characters.');
    }
    const caller = callerName(asked.caller);
    const digest = createHash('sha256').update(`${asked.request}\n${asked.text}`).digest('base64url');
    const place = `${caller}\n${asked.key}`;
    const twin = this.running.get(place);
    if (twin !== undefined) {
      if (twin.digest !== digest) throw keyReused();
      // Afterwards the answer is stored, or the call may run again.
      await twin.answer.catch(() => undefined);
      return this.once(asked, run);
    }
    const answer = this.runOnce({ caller, key: asked.key, digest }, run);
    this.running.set(place, { digest, answer });
    try {
      return await answer;
    } finally {
      this.running.delete(place);
    }
  }

  private async runOnce(
    row: { caller: string; key: string; digest: string },
    run: () => Promise<unknown>,
  ): Promise<IdempotentAnswer> {
    const findEarlier = await this.claim(row);
    if (findEarlier !== undefined) return findEarlier;
    try {
      const value = await run();
      if (value instanceof Raw) throw new Error('Idempotent calls must answer with JSON');
      const body = JSON.stringify(value ?? {});
      await this.saveAnswer(row, 200, body);
      return { status: 200, body, isReplay: false };
    } catch (fault) {
      const { status, answer } = translateError(fault, '');
      // Refusals are stored like answers; after an internal error the call may be repeated.
      if (status < 500) await this.saveAnswer(row, status, JSON.stringify(answer));
      else await this.release(row);
      throw fault;
    }
  }

  /** Claims the key for this call. Returns the answer of an earlier call with this key. */
  private async claim(row: {
    caller: string;
    key: string;
    digest: string;
  }): Promise<IdempotentAnswer | undefined> {
    const now = this.clock();
    const { db } = this.storage;
    await db
      .deleteFrom('idempotent_call')
      .where('made_at', '<=', now - keepAnswersMs)
      .execute();
    await db
      .deleteFrom('idempotent_call')
      .where('caller', '=', row.caller)
      .where('key', '=', row.key)
      .where('status', 'is', null)
      .where('made_at', '<=', now - abandonedMs)
      .execute();
    const taken = await db
      .insertInto('idempotent_call')
      .values({ ...row, status: null, answer: null, made_at: now })
      .onConflict((conflict) => conflict.columns(['caller', 'key']).doNothing())
      .returning('key')
      .executeTakeFirst();
    return taken === undefined ? this.earlier(row) : undefined;
  }

  private async earlier(row: { caller: string; key: string; digest: string }): Promise<IdempotentAnswer> {
    const found = await find(this.storage.db, row.caller, row.key);
    if (found !== undefined && found.digest !== row.digest) throw keyReused();
    if (found === undefined || found.status === null || found.answer === null) {
      throw new ApiError('conflict', 'A call with this Idempotency-Key is still running.', { retryAfter: 5 });
    }
    return { status: found.status, body: found.answer, isReplay: true };
  }

  private async saveAnswer(
    row: { caller: string; key: string },
    status: number,
    answer: string,
  ): Promise<void> {
    await this.storage.db
      .updateTable('idempotent_call')
      .set({ status, answer })
      .where('caller', '=', row.caller)
      .where('key', '=', row.key)
      .execute();
  }

  private async release(row: { caller: string; key: string }): Promise<void> {
    await this.storage.db
      .deleteFrom('idempotent_call')
      .where('caller', '=', row.caller)
      .where('key', '=', row.key)
      .execute();
  }
}

const find = (db: Kysely<IdempotencyTables>, caller: string, key: string) =>
  db
    .selectFrom('idempotent_call')
    .select(['digest', 'status', 'answer'])
    .where('caller', '=', caller)
    .where('key', '=', key)
    .executeTakeFirst();

function callerName(caller: Caller): string {
  if (caller.kind === 'operator') return `operator:${caller.name}`;
  if (caller.kind === 'account') return `account:${caller.accountId}`;
  return caller.kind === 'guest' ? caller.guestId : caller.kind;
}

const keyReused = () =>
  new ApiError('conflict', 'This Idempotency-Key was used for another request. Use a new one.');
