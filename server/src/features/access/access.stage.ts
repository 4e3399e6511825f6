/**
 * The stage cookie: a browser that has opened a stage link, for twelve hours, and as long as whoever made the link may
 * see the stage.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { stageCookieMs } from '@foyer/contract';
import type { AccessStore, StageSession } from './access.store.ts';
import { BoundedMap } from '#platform/boundedMap';
import type { Clock } from '#platform/clock';
import { hasStageRole } from '#platform/http/access';
import { readCookie, writeCookie, writeSessionMark } from '#platform/http/cookies';
import type { Accounts } from '#platform/identity';
import { hashOfSecret, secretPattern } from '#platform/secret';

const stageCookie = 'foyer_stage';
const maxCachedSessions = 2_000;
/** How long a node trusts what it last saw of a session and its owner. */
const lookMs = 30_000;

/** A browser that may look at the stage. */
export interface StageVisitor {
  /** `stage-…`, the same as long as its cookie lives. */
  readonly id: string;
  /** Of what the link opened. */
  readonly sessionId: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

const cookieOptions = (publicUrl: string) => ({ path: '/stage', secure: publicUrl.startsWith('https:') });
/** The stage cookie, and the mark that tells the page's script of it. */
export function stageCookiesOf(token: string, publicUrl: string): string[] {
  const options = { ...cookieOptions(publicUrl), maxAgeMs: stageCookieMs };
  return [writeCookie(stageCookie, token, options), writeSessionMark(options)];
}

export interface StageVisitorsParts {
  readonly store: AccessStore;
  readonly accounts: Pick<Accounts, 'find'>;
  readonly clock: Clock;
  readonly publicUrl: string;
}

interface CachedSession extends StageSession {
  readonly lookedAt: number;
}

export class StageVisitors {
  private readonly parts: StageVisitorsParts;
  /** Sessions that were looked up, by their ids. */
  private readonly cached = new BoundedMap<string, CachedSession>(maxCachedSessions);
  /** Counts what is no longer as it was: a look that began before may show the old. */
  private changes = 0;

  constructor(parts: StageVisitorsParts) {
    this.parts = parts;
  }

  /** Whoever sent these headers, if they carry the cookie of a stage session. */
  async find(headers: IncomingHttpHeaders): Promise<StageVisitor | undefined> {
    const token = tokenOf(headers);
    return token === undefined ? undefined : this.findSession(hashOfSecret(token));
  }

  /** As `find`, as far as memory goes. */
  known(headers: IncomingHttpHeaders): StageVisitor | undefined {
    const token = tokenOf(headers);
    return token === undefined ? undefined : this.knownSession(hashOfSecret(token));
  }

  async findSession(sessionId: string): Promise<StageVisitor | undefined> {
    const known = this.knownSession(sessionId);
    if (known !== undefined) return known;
    const { store, clock } = this.parts;
    const now = clock();
    const before = this.changes;
    const session = await store.session(sessionId);
    if (session === undefined || session.expiresAt <= now || !(await this.isWelcome(session)))
      return undefined;
    if (before === this.changes) this.cached.set(sessionId, { ...session, lookedAt: now });
    return visitor(sessionId, session.expiresAt);
  }

  /** As `findSession`, from the cache alone. */
  knownSession(sessionId: string): StageVisitor | undefined {
    const found = this.cached.get(sessionId);
    if (found === undefined) return undefined;
    const now = this.parts.clock();
    if (found.expiresAt > now && found.lookedAt + lookMs > now) return visitor(sessionId, found.expiresAt);
    this.cached.delete(sessionId);
    return undefined;
  }

  /** Whether whoever made a link, if that was a person, may see the stage at this moment. */
  async isWelcome({ owner }: StageSession): Promise<boolean> {
    if (owner === undefined) return true;
    const account = await this.parts.accounts.find(owner);
    return account !== undefined && !account.blocked && hasStageRole(account.roles);
  }

  /** What came of the links of this account is looked at anew: it may not see the stage any more. */
  forgetOwner(accountId: string): void {
    this.changes += 1;
    for (const [id, { owner }] of this.cached) if (owner === accountId) this.cached.delete(id);
  }

  /** Ends the session of these headers. Returns the `Set-Cookie` that takes the cookie away, if there was one. */
  async end(headers: IncomingHttpHeaders): Promise<string | undefined> {
    const token = tokenOf(headers);
    if (token === undefined) return undefined;
    await this.parts.store.endSession(token);
    this.cached.delete(hashOfSecret(token));
    return writeCookie(stageCookie, '', { ...cookieOptions(this.parts.publicUrl), maxAgeMs: 0 });
  }
}

/** A session goes by the hash of its cookie's token. */
const visitor = (sessionId: string, expiresAt: number): StageVisitor => ({
  id: `stage-${sessionId.slice(0, 22)}`,
  sessionId,
  expiresAt,
});

function tokenOf(headers: IncomingHttpHeaders): string | undefined {
  const token = readCookie(headers, stageCookie);
  return token !== undefined && secretPattern.test(token) ? token : undefined;
}
