/** `Idempotency-Key`: a request that is repeated with the same key gets the stored response and does not run again. */
import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Clock } from '#platform/clock';
import { Raw, type Caller } from '#platform/http/route';
import { translateError } from '#platform/http/translate';
import { ApiError } from '#platform/apiError';
import type { Migration } from '#platform/storage/migration';
import type { Storage } from '#platform/storage/storage';

export interface IdempotencyTables {
  idempotentRequest: {
    caller: string;
    key: string;
    /** Hash of method, URL and body, which detects a key that is reused for another request. */
    digest: string;
    /** Null while the first call is running. */
    status: number | null;
    response: string | null;
    createdAt: number;
  };
}

export const idempotencyMigrations: readonly Migration[] = [
  {
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
      await db.schema
        .createIndex('idempotent_call_made_at')
        .on('idempotent_call')
        .column('made_at')
        .execute();
    },
  },
  {
    id: '0007-idempotency-names',
    up: async (db) => {
      await db.schema.alterTable('idempotent_call').renameTo('idempotentRequest').execute();
      await db.schema.alterTable('idempotentRequest').renameColumn('answer', 'response').execute();
      await db.schema.alterTable('idempotentRequest').renameColumn('made_at', 'createdAt').execute();
    },
  },
];

export const keepResponsesMs = 24 * 3_600_000;
/**
 * A request that has not ended after this time was interrupted by a crash; the next one with its key runs.
 * Milliseconds.
 */
export const abandonedMs = 120_000;

export interface IdempotentRequest {
  readonly caller: Caller;
  readonly key: string;
  /** Method and URL. */
  readonly request: string;
  /** The body as received. */
  readonly text: string;
}

export interface IdempotentResponse {
  readonly status: number;
  /** JSON text. */
  readonly body: string;
  /** Whether the response is from an earlier request. */
  readonly isReplay: boolean;
}

export class Idempotency {
  private readonly storage: Storage<IdempotencyTables>;
  private readonly clock: Clock;
  /** Running requests of this node. A repetition waits for the response. */
  private readonly running = new Map<string, { digest: string; response: Promise<unknown> }>();

  constructor(storage: Storage<IdempotencyTables>, clock: Clock) {
    this.storage = storage;
    this.clock = clock;
  }

  /**
   * Runs a request, or returns the response of the earlier request with this key. The first call rejects like `run`.
   */
  async once(request: IdempotentRequest, run: () => Promise<unknown>): Promise<IdempotentResponse> {
    if (!/^[\x21-\x7e]{1,200}$/.test(request.key)) {
      throw new ApiError('invalidInput', 'The Idempotency-Key must be 1 to 200 visible ASCII characters.');
    }
    const caller = callerName(request.caller);
    const digest = createHash('sha256').update(`${request.request}\n${request.text}`).digest('base64url');
    const runningKey = `${caller}\n${request.key}`;
    const repeated = this.running.get(runningKey);
    if (repeated !== undefined) {
      if (repeated.digest !== digest) throw keyReusedError();
      // Afterwards the response is stored, or the request may run again.
      await repeated.response.catch(() => undefined);
      return this.once(request, run);
    }
    const response = this.runOnce({ caller, key: request.key, digest }, run);
    this.running.set(runningKey, { digest, response });
    try {
      return await response;
    } finally {
      this.running.delete(runningKey);
    }
  }

  private async runOnce(
    row: { caller: string; key: string; digest: string },
    run: () => Promise<unknown>,
  ): Promise<IdempotentResponse> {
    const earlier = await this.claim(row);
    if (earlier !== undefined) return earlier;
    try {
      const value = await run();
      if (value instanceof Raw) throw new Error('Idempotent routes must return JSON');
      const body = JSON.stringify(value ?? {});
      await this.saveResponse(row, 200, body);
      return { status: 200, body, isReplay: false };
    } catch (error) {
      const { status, response } = translateError(error, '');
      // Errors for the caller are stored like responses; after an internal error the request may run again.
      if (status < 500) await this.saveResponse(row, status, JSON.stringify(response));
      else await this.release(row);
      throw error;
    }
  }

  /** Requests with a key, and when their responses were stored; kept for a day. */
  async listByAccount(accountId: string): Promise<{ key: string; createdAt: number }[]> {
    return this.storage.read
      .selectFrom('idempotentRequest')
      .select(['key', 'createdAt'])
      .where('caller', '=', accountCaller(accountId))
      .orderBy('createdAt')
      .orderBy('key')
      .execute();
  }

  async deleteByAccount(accountId: string): Promise<void> {
    await this.storage.db
      .deleteFrom('idempotentRequest')
      .where('caller', '=', accountCaller(accountId))
      .execute();
  }

  async deleteExpired(): Promise<void> {
    await this.storage.db
      .deleteFrom('idempotentRequest')
      .where('createdAt', '<=', this.clock() - keepResponsesMs)
      .execute();
  }

  /** Claims the key for this request. Returns the response of an earlier request with this key. */
  private async claim(row: {
    caller: string;
    key: string;
    digest: string;
  }): Promise<IdempotentResponse | undefined> {
    const now = this.clock();
    const claim = { digest: row.digest, status: null, response: null, createdAt: now };
    const claimed = await this.storage.db
      .insertInto('idempotentRequest')
      .values({ ...row, ...claim })
      .onConflict((conflict) =>
        conflict
          .columns(['caller', 'key'])
          .doUpdateSet(claim)
          .where((eb) => {
            const createdAt = eb.ref('idempotentRequest.createdAt');
            const isAbandoned = eb.and([
              eb('idempotentRequest.status', 'is', null),
              eb(createdAt, '<=', now - abandonedMs),
            ]);
            return eb.or([isAbandoned, eb(createdAt, '<=', now - keepResponsesMs)]);
          }),
      )
      .returning('key')
      .executeTakeFirst();
    return claimed === undefined ? this.findStored(row) : undefined;
  }

  private async findStored(row: {
    caller: string;
    key: string;
    digest: string;
  }): Promise<IdempotentResponse> {
    const found = await find(this.storage.db, row.caller, row.key);
    if (found !== undefined && found.digest !== row.digest) throw keyReusedError();
    if (found === undefined || found.status === null || found.response === null) {
      throw new ApiError('conflict', 'A request with this Idempotency-Key is still running.', {
        retryAfter: 5,
      });
    }
    return { status: found.status, body: found.response, isReplay: true };
  }

  private async saveResponse(
    row: { caller: string; key: string },
    status: number,
    response: string,
  ): Promise<void> {
    await this.storage.db
      .updateTable('idempotentRequest')
      .set({ status, response })
      .where('caller', '=', row.caller)
      .where('key', '=', row.key)
      .execute();
  }

  private async release(row: { caller: string; key: string }): Promise<void> {
    await this.storage.db
      .deleteFrom('idempotentRequest')
      .where('caller', '=', row.caller)
      .where('key', '=', row.key)
      .execute();
  }
}

const find = (db: Kysely<IdempotencyTables>, caller: string, key: string) =>
  db
    .selectFrom('idempotentRequest')
    .select(['digest', 'status', 'response'])
    .where('caller', '=', caller)
    .where('key', '=', key)
    .executeTakeFirst();

const accountCaller = (accountId: string): string => `account:${accountId}`;

function callerName(caller: Caller): string {
  if (caller.kind === 'operator') return `operator:${caller.name}`;
  if (caller.kind === 'account') return accountCaller(caller.accountId);
  return caller.kind === 'guest' ? caller.guestId : caller.kind;
}

const keyReusedError = () =>
  new ApiError('conflict', 'This Idempotency-Key was used for another request. Use a new one.');
