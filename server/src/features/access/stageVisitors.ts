/**
 * Stage sessions: a browser that has opened a stage link can view the stage for twelve hours, as long as the creator of
 * the link may see the stage.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { stageCookieMs } from '@foyer/contract';
import type { AccessStore, StageSession } from './store.ts';
import type { Clock, MonotonicClock } from '#platform/clock';
import { ExpiringMap } from '#platform/expiringMap';
import { hasStageRole } from '#platform/http/access';
import { readCookie, writeCookie, writeSessionMark } from '#platform/http/cookies';
import type { Accounts, StageVisitor } from '#platform/identity';
import { hashSecret, secretPattern } from '#platform/secret';

const stageCookie = 'foyer_stage';
const maxCachedSessions = 2_000;
/** How long a checked session is cached. */
const checkEveryMs = 30_000;

const cookieOptions = (publicUrl: string) => ({ path: '/stage', secure: publicUrl.startsWith('https:') });
/** The stage cookie, and a marker cookie that scripts can read. */
export function writeStageCookies(token: string, publicUrl: string): string[] {
  const options = { ...cookieOptions(publicUrl), maxAgeMs: stageCookieMs };
  return [writeCookie(stageCookie, token, options), writeSessionMark(options)];
}

export interface StageVisitorsDeps {
  readonly store: AccessStore;
  readonly accounts: Pick<Accounts, 'find'>;
  readonly clock: Clock;
  readonly monotonicClock: MonotonicClock;
  readonly publicUrl: string;
  /** Called for each session that is ended; leads to `invalidateSession` on every node. */
  readonly onEnded: (sessionId: string) => void;
}

export class StageVisitors {
  private readonly deps: StageVisitorsDeps;
  /** Checked sessions by id. */
  private readonly cached: ExpiringMap<string, StageSession>;
  /** Counts invalidations: the result of a check that began before one must not be cached. */
  private changeCount = 0;

  constructor(deps: StageVisitorsDeps) {
    this.deps = deps;
    this.cached = new ExpiringMap(maxCachedSessions, deps.monotonicClock);
  }

  /** The visitor with the stage cookie of these headers; undefined without a valid one. */
  async find(headers: IncomingHttpHeaders): Promise<StageVisitor | undefined> {
    const token = readToken(headers);
    return token === undefined ? undefined : this.findSession(hashSecret(token));
  }

  /** Like `find`, from the cache only. */
  findCached(headers: IncomingHttpHeaders): StageVisitor | undefined {
    const token = readToken(headers);
    return token === undefined ? undefined : this.findCachedSession(hashSecret(token));
  }

  async findSession(sessionId: string): Promise<StageVisitor | undefined> {
    const cached = this.findCachedSession(sessionId);
    if (cached !== undefined) return cached;
    const { store, clock, monotonicClock } = this.deps;
    const startedAt = monotonicClock();
    const now = clock();
    const countBefore = this.changeCount;
    const session = await store.session(sessionId);
    if (session === undefined || session.expiresAt <= now || !(await this.isOwnerAllowed(session)))
      return undefined;
    if (countBefore === this.changeCount)
      this.cached.set(sessionId, session, startedAt + Math.min(session.expiresAt - now, checkEveryMs));
    return visitor(sessionId, session.expiresAt);
  }

  /** Like `findSession`, from the cache only. */
  findCachedSession(sessionId: string): StageVisitor | undefined {
    const session = this.cached.get(sessionId);
    return session && visitor(sessionId, session.expiresAt);
  }

  /** Whether the creator of the link may see the stage. Always true for links of the administrator's key. */
  async isOwnerAllowed({ owner }: StageSession): Promise<boolean> {
    if (owner === undefined) return true;
    const account = await this.deps.accounts.find(owner);
    return account !== undefined && !account.blocked && hasStageRole(account.roles);
  }

  /** Sessions of this account's links are checked again, because it may no longer be allowed to see the stage. */
  invalidateOwner(accountId: string): void {
    this.changeCount += 1;
    this.cached.deleteWhere(({ owner }) => owner === accountId);
  }

  /** The session is checked again at its next use. */
  invalidateSession(sessionId: string): void {
    this.changeCount += 1;
    this.cached.delete(sessionId);
  }

  /** Ends the session of these headers. Returns the `Set-Cookie` value that deletes the cookie, if there was one. */
  async end(headers: IncomingHttpHeaders): Promise<string | undefined> {
    const token = readToken(headers);
    if (token === undefined) return undefined;
    const sessionId = hashSecret(token);
    const hasEnded = await this.deps.store.endSession(sessionId);
    // Also if another node has ended it: its message may be lost.
    this.invalidateSession(sessionId);
    if (hasEnded) this.deps.onEnded(sessionId);
    return writeCookie(stageCookie, '', { ...cookieOptions(this.deps.publicUrl), maxAgeMs: 0 });
  }
}

/** The session id is the hash of the cookie's token. */
const visitor = (sessionId: string, expiresAt: number): StageVisitor => ({
  id: `stage-${sessionId.slice(0, 22)}`,
  sessionId,
  expiresAt,
});

function readToken(headers: IncomingHttpHeaders): string | undefined {
  const token = readCookie(headers, stageCookie);
  return token !== undefined && secretPattern.test(token) ? token : undefined;
}
