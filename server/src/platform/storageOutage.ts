/** A storage that is full or does not respond: an error for the caller, and a line in the log for the operator. */
import { ApiError } from '#platform/apiError';
import type { MonotonicClock } from '#platform/clock';

/** The variable of the configuration that leads to the storage. */
export type StorageSetting = 'DATA_DIR' | 'DATABASE_URL' | 'S3_ENDPOINT' | 'S3_BUCKET';

interface Outage {
  readonly setting: StorageSetting;
  /** The original error. */
  readonly cause: unknown;
  /** Seconds after which the caller should retry. */
  readonly retryAfter: number;
}

export class StorageOutage extends ApiError {
  readonly setting: StorageSetting;

  constructor(code: 'storageFull' | 'unavailable', errMsg: string, { setting, ...more }: Outage) {
    super(code, errMsg, more);
    this.name = 'StorageOutage';
    this.setting = setting;
  }

  /** For the operator, for example "DATA_DIR is full". */
  get reason(): string {
    return this.code === 'storageFull' ? `${this.setting} is full` : `${this.setting}: ${this.message}`;
  }
}

export const storageFull = (setting: StorageSetting, cause: unknown): StorageOutage =>
  new StorageOutage('storageFull', 'The storage is full.', { setting, cause, retryAfter: 60 });

export interface StorageOutagesDeps {
  readonly log: { error(fields: object, message: string): void };
  readonly monotonicClock: MonotonicClock;
}

const minuteMs = 60_000;

/** Logs outages as errors, each kind once a minute: all requests fail while a disk is full. */
export class StorageOutages {
  private readonly deps: StorageOutagesDeps;
  private readonly loggedAt = new Map<string, number>();
  private databaseFull: { readonly outage: StorageOutage; readonly at: number } | undefined;

  constructor(deps: StorageOutagesDeps) {
    this.deps = deps;
  }

  /** Called with every error; all but `StorageOutage` are ignored. */
  report(error: unknown): void {
    if (!(error instanceof StorageOutage)) return;
    const { setting, code, cause } = error;
    const now = this.deps.monotonicClock();
    if (setting === 'DATABASE_URL' && code === 'storageFull') this.databaseFull = { outage: error, at: now };
    const loggedAt = this.loggedAt.get(error.reason);
    if (loggedAt !== undefined && isWithinMinute(loggedAt, now)) return;
    this.loggedAt.set(error.reason, now);
    this.deps.log.error(
      { setting, code, reason: error.message, cause: describeCause(cause) },
      code === 'storageFull' ? 'storage is full' : 'storage is not usable',
    );
  }

  /**
   * Throws the outage if PostgreSQL rejected a write within the last minute because its disk is full. Unlike with a
   * folder, this cannot be tested without writing to its tables.
   */
  assertDatabaseNotFull(): void {
    const { databaseFull } = this;
    if (databaseFull !== undefined && isWithinMinute(databaseFull.at, this.deps.monotonicClock()))
      throw databaseFull.outage;
  }
}

const isWithinMinute = (at: number, now: number): boolean => now - at < minuteMs;

/** The message of an error, or of the object by which the storage threads report one. */
export const describeCause = (cause: unknown): string =>
  typeof cause === 'object' && cause !== null && 'message' in cause ? String(cause.message) : String(cause);
