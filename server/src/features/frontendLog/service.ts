/** Records the messages that the web apps of users log, and lists them for administrators (CALL-05, ERROR-10). */
import { hash, randomUUID } from 'node:crypto';
import type {
  CapturedMessage,
  FrontendLogMessage,
  listCapturedMessages,
  OperatingMode,
  QueryOf,
  ResponseOf,
} from '@foyer/contract';
import { capturedMessageRetentionDays, logMessageBurst, logMessageRefillMs } from '@foyer/contract/limits';
import { ApiError } from '#platform/apiError';
import type { Clock, MonotonicClock } from '#platform/clock';
import type { AccountCaller } from '#platform/http/route';
import type { Log } from '#platform/log/log';
import { RateLimiter } from '#platform/realtime/rateLimit';
import type { DroppedMessages } from './droppedMessages.ts';
import type { RepeatedMessages } from './repeatedMessages.ts';
import { toCapturedMessage, type CapturedMessageStore, type MessagePosition } from './store.ts';

const defaultPageSize = 100;
/** Bounds the storage that one user can fill, whose rate is limited but never ends. */
const maxMessages = 100_000;

export interface FrontendLogDeps {
  readonly store: CapturedMessageStore;
  readonly dropped: DroppedMessages;
  readonly repeated: RepeatedMessages;
  readonly clock: Clock;
  readonly monotonicClock: MonotonicClock;
  readonly log: Log;
}

/** The circumstances of a message. */
export interface MessageSource {
  readonly mode: OperatingMode;
  readonly caller: AccountCaller;
  readonly requestId: string;
}

export class FrontendLogService {
  private readonly deps: FrontendLogDeps;
  private readonly rateLimit: RateLimiter;

  constructor(deps: FrontendLogDeps) {
    this.deps = deps;
    this.rateLimit = new RateLimiter(
      { burst: logMessageBurst, everyMs: logMessageRefillMs },
      deps.monotonicClock,
    );
  }

  /**
   * Records a message. Beyond the rate limit of the session it is only counted: with an equal one, or as dropped. The user
   * is that of the session, whatever the message says.
   */
  async capture(message: FrontendLogMessage, { mode, caller, requestId }: MessageSource): Promise<void> {
    const { store, dropped, repeated, clock, log } = this.deps;
    const { messageDetails, loglevel: level, logCategory: category, messageOrigin: origin } = message;
    const { accountId, email } = caller;
    const clientDetails = { ...message.clientDetails, clientUsername: email };
    const { browser, clientVersion } = clientDetails;
    const { message: text, details = '' } = messageDetails;
    const equal = [mode, accountId, level, category, origin, text, details, browser, clientVersion];
    const mergeKey = hash('sha256', JSON.stringify(equal), 'base64url');
    if (!this.rateLimit.take(caller.sessionId)) {
      if (!repeated.add(mergeKey)) dropped.add();
      return;
    }
    const row = {
      id: randomUUID(),
      mode,
      accountId,
      email: toFilterEmail(email),
      level,
      category,
      origin,
      browser: toFilterText(browser),
      clientVersion: toFilterText(clientVersion),
      requestId,
      messageDetails: JSON.stringify(messageDetails),
      clientDetails: JSON.stringify(clientDetails),
    };
    const isNew = await store.add(row, mergeKey, clock());
    repeated.onStored(mergeKey);
    if (isNew) log.info({ requestId, mode, loglevel: level, category }, 'message of a web app captured');
  }

  /** A page of the messages, newest first. */
  async list({
    cursor,
    limit = defaultPageSize,
    user,
    version,
    browser,
    ...filter
  }: QueryOf<typeof listCapturedMessages>): Promise<ResponseOf<typeof listCapturedMessages>> {
    const { store, dropped } = this.deps;
    const email = user === undefined ? undefined : toFilterEmail(user);
    const wanted = {
      ...filter,
      browser: browser === undefined ? undefined : toFilterText(browser),
      clientVersion: version === undefined ? undefined : toFilterText(version),
      email,
    };
    const [rows, found, droppedCount] = await Promise.all([
      store.list(wanted, cursor === undefined ? undefined : parseCursor(cursor), limit),
      store.found(),
      dropped.total(),
    ]);
    const last = rows.at(-1);
    return {
      messages: rows.map(toCapturedMessage),
      ...(last !== undefined && rows.length === limit && { nextCursor: `${last.firstAt}.${last.id}` }),
      dropped: droppedCount,
      found: {
        categories: sortedValues(found.map(({ category }) => category)),
        versions: sortedValues(found.map(({ clientVersion }) => clientVersion)),
        browsers: sortedValues(found.map(({ browser }) => browser)),
      },
    };
  }

  async export(accountId: string): Promise<CapturedMessage[]> {
    return (await this.deps.store.listByAccount(accountId)).map(toCapturedMessage);
  }

  async deleteExpired(): Promise<void> {
    const { store, dropped, clock } = this.deps;
    await store.deleteBefore(clock() - capturedMessageRetentionDays * 24 * 3_600_000);
    await store.deleteBeyond(maxMessages);
    await dropped.deleteExpired();
  }
}

const toFilterEmail = (email: string): string => email.normalize('NFKC').trim().toLowerCase();

/** An entry of an index of PostgreSQL has at most 2,704 bytes. */
const filterLength = 100;
const toFilterText = (value: string): string => value.slice(0, filterLength);

const sortedValues = (values: readonly string[]): string[] => [...new Set(values)].toSorted();

function parseCursor(cursor: string): MessagePosition {
  const [, firstAt, id] = /^(\d{1,15})\.([\da-f-]{36})$/.exec(cursor) ?? [];
  if (firstAt === undefined || id === undefined)
    throw new ApiError('invalidInput', 'cursor must be the nextCursor of an earlier response.');
  return { firstAt: Number(firstAt), id };
}
