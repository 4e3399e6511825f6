/** Records the users' decisions about cookies and external media, as evidence (CONSENT-13). */
import {
  consentIdPattern,
  type CookiePreferencesMessage,
  type OperatingMode,
  type RecordedConsent,
} from '@foyer/contract';
import { ApiError } from '#platform/apiError';
import type { Clock } from '#platform/clock';
import { networkOf } from '#platform/http/network';
import type { Caller } from '#platform/http/route';
import { LimitReached, type AttemptLimit } from '#platform/identity';
import type { ConsentPorts } from './ports.ts';
import { toRecordedConsent, type ConsentPosition, type ConsentStore } from './store.ts';
import type { ConsentRow } from './tables.ts';

const hourMs = 3_600_000;
const yearMs = 365 * 24 * hourMs;
/** A consent is valid for a year; afterwards it is evidence until claims expire, at most three years later. */
const keptMs = 4 * yearMs;
const decisionsPerUser = 60;
/** Per hour. Many users of one company share a network, and all of them decide at the beginning of an event. */
const decisionsPerNetwork = 6_000;
const defaultPageSize = 100;

export interface ConsentServiceDeps extends ConsentPorts {
  readonly store: ConsentStore;
  readonly clock: Clock;
}

/** The circumstances of a report. */
export interface ReportOrigin {
  readonly mode: OperatingMode;
  readonly caller: Caller;
  readonly address: string;
}

export interface ConsentPage {
  readonly consents: RecordedConsent[];
  readonly nextCursor?: string;
}

export class ConsentService {
  private readonly deps: ConsentServiceDeps;

  constructor(deps: ConsentServiceDeps) {
    this.deps = deps;
  }

  /**
   * Records a decision once, however often it is reported. The network address and the details of the browser are not
   * kept.
   * @throws ApiError `unauthorized` if the report is about another user than the caller; `tooManyRequests`
   */
  async record(message: CookiePreferencesMessage, { mode, caller, address }: ReportOrigin): Promise<void> {
    const { store, clock } = this.deps;
    const user = userOf(caller, message.userId);
    await this.limit(
      user.userKind === 'browser'
        ? { key: `consents-of-network:${networkOf(address)}`, limit: decisionsPerNetwork }
        : { key: `consents:${user.userId}`, limit: decisionsPerUser },
    );
    const recordedAt = clock();
    const { decisionId, decidedAt, revision, bannerType, action, cookiePreferences, clientDetails } = message;
    await store.add({
      ...user,
      id: decisionId,
      decidedAt: Math.min(Date.parse(decidedAt), recordedAt),
      recordedAt,
      mode,
      architectureId: clientDetails.architectureId,
      venueVersion: this.deps.currentVersion(mode),
      revision,
      bannerType,
      action,
      language: clientDetails.venueLanguage,
      clientVersion: clientDetails.clientVersion,
      preferences: JSON.stringify(cookiePreferences),
    });
  }

  /** A page of the records, oldest first. */
  async list(cursor: string | undefined, limit = defaultPageSize): Promise<ConsentPage> {
    const rows = await this.deps.store.list(cursor === undefined ? undefined : parseCursor(cursor), limit);
    const consents = rows.map(toRecordedConsent);
    const last = rows.at(-1);
    return last === undefined || rows.length < limit
      ? { consents }
      : { consents, nextCursor: `${last.recordedAt}.${last.id}` };
  }

  async export(accountId: string): Promise<RecordedConsent[]> {
    return (await this.deps.store.listByAccount(accountId)).map(toRecordedConsent);
  }

  deleteExpired(): Promise<void> {
    return this.deps.store.deleteRecordedBefore(this.deps.clock() - keptMs);
  }

  private async limit(limit: Pick<AttemptLimit, 'key' | 'limit'>): Promise<void> {
    try {
      await this.deps.attempts.begin([{ ...limit, fromLast: false, windowMs: hourMs }]);
    } catch (error) {
      if (!(error instanceof LimitReached)) throw error;
      throw new ApiError('tooManyRequests', 'Rate limit exceeded: too many decisions were reported.', {
        retryAfter: error.retryAfter,
      });
    }
  }
}

/** A decision belongs to the user of the session, or to a browser that has decided without one. */
function userOf(caller: Caller, userId: string): Pick<ConsentRow, 'userKind' | 'userId'> {
  if (consentIdPattern.test(userId)) return { userKind: 'browser', userId };
  if (caller.kind === 'account' && caller.accountId === userId) return { userKind: 'account', userId };
  if (caller.kind === 'guest' && caller.guestId === userId) return { userKind: 'guest', userId };
  throw new ApiError(
    'unauthorized',
    'userId must be the user of the session, or a random id of the browser: consent- and a UUID.',
  );
}

function parseCursor(cursor: string): ConsentPosition {
  const [, recordedAt, id] = /^(\d{1,15})\.([\da-f-]{36})$/.exec(cursor) ?? [];
  if (recordedAt === undefined || id === undefined)
    throw new ApiError('invalidInput', 'cursor must be the nextCursor of an earlier response.');
  return { recordedAt: Number(recordedAt), id };
}
