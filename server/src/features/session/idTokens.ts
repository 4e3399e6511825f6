/**
 * ID tokens. The signature of a token is verified once, then the result is cached by the token's hash. The session and
 * account of a token are checked every 30 seconds; changes on this node take effect immediately.
 */
import { hash, sign } from 'node:crypto';
import { errors, jwtVerify } from 'jose';
import {
  idTokenClaims,
  idTokenMs,
  refreshGraceMs,
  type IdTokenClaims,
  type IssuedIdToken,
  type Role,
} from '@foyer/contract';
import type { Clock, MonotonicClock } from '#platform/clock';
import { ExpiringMap } from '#platform/expiringMap';
import type { Account, Accounts, StageVisitor } from '#platform/identity';
import type { AccountCaller, Caller, StageCaller } from '#platform/http/route';
import { isAllowedFor } from '#platform/tickets';
import { encodeJwtPart, keyAlgorithm, type SigningKey, type SigningKeys } from './signingKeys.ts';
import type { StageVisitors } from './ports.ts';
import type { SessionStore } from './store.ts';
import type { SessionRow } from './tables.ts';

/** How long the result of a session check is cached. */
export const sessionCheckMs = 30_000;
const issuer = 'foyer';
/** Maximum number of cached tokens, and of cached session checks. */
const maxCached = 20_000;

type Subject = Pick<IdTokenClaims, 'sub' | 'kind' | 'email' | 'authorities' | 'provider'> &
  Partial<Pick<IdTokenClaims, 'name' | 'company' | 'title'>>;

const noAccount = { email: '', authorities: [] } as const satisfies Partial<Subject>;

interface CachedToken {
  readonly caller: Exclude<Caller, { kind: 'operator' | 'anonymous' }>;
  readonly expiresAt: number;
  /** `SessionRow.currentHash` at the issue; undefined for guests and the stage, and in tokens of earlier versions. */
  readonly rotation: unknown;
}

/** The cached result of a session check: the session existed and its account had these roles. */
interface CheckedSession {
  readonly accountId: string;
  readonly roles: readonly Role[];
}

export interface IdTokensDeps {
  readonly keys: SigningKeys;
  readonly store: SessionStore;
  readonly accounts: Pick<Accounts, 'find'>;
  readonly visitors: Pick<StageVisitors, 'findSession' | 'findCachedSession'>;
  readonly clock: Clock;
  readonly monotonicClock: MonotonicClock;
}

export class IdTokens {
  private readonly deps: IdTokensDeps;
  private readonly cachedTokens: ExpiringMap<string, CachedToken>;
  private readonly checkedSessions: ExpiringMap<string, CheckedSession>;
  /** Counts invalidations: the result of a check that began before one must not be cached. */
  private changeCount = 0;

  constructor(deps: IdTokensDeps) {
    this.deps = deps;
    // Tokens contain the time at which they expire.
    this.cachedTokens = new ExpiringMap(maxCached, deps.clock);
    this.checkedSessions = new ExpiringMap(maxCached, deps.monotonicClock);
  }

  /** @param session `currentHash` is that of the refresh token that is sent together with the ID token */
  forAccount(
    account: Account,
    session: Pick<SessionRow, 'id' | 'provider' | 'currentHash'>,
  ): Promise<IssuedIdToken> {
    const { name, company, title } = account;
    const subject: Subject = {
      sub: account.id,
      kind: 'account',
      email: account.email,
      authorities: [...account.roles],
      provider: session.provider,
      ...(name === '' ? {} : { name }),
      ...(company === '' ? {} : { company }),
      ...(title === '' ? {} : { title }),
    };
    return this.issue(subject, idTokenMs, { sid: session.id, rotation: session.currentHash });
  }

  /** Issues a token for a guest. */
  forGuest(id: string): Promise<IssuedIdToken> {
    return this.issue({ ...noAccount, sub: id, kind: 'guest', provider: 'anonymous' }, idTokenMs);
  }

  /** Issues a token for a stage session, which expires with it. */
  forStage({ id, sessionId, expiresAt }: StageVisitor, now: number): Promise<IssuedIdToken> {
    const subject: Subject = { ...noAccount, sub: id, kind: 'stage', provider: 'stage' };
    return this.issue(subject, Math.min(expiresAt - now, idTokenMs), { sid: sessionId });
  }

  /** The caller of a token; undefined if the token is invalid or expired or its session has ended. */
  async identify(token: string): Promise<Caller | undefined> {
    const now = this.deps.clock();
    const found = this.cachedTokens.get(cacheKey(token)) ?? (await this.verify(token, now));
    return found && this.currentCaller(found, now);
  }

  /** Like `identify`, from the cache only: undefined also if a query is needed. */
  identifyCached(token: string): Caller | undefined {
    const caller = this.cachedTokens.get(cacheKey(token))?.caller;
    if (caller?.kind === 'stage')
      return this.deps.visitors.findCachedSession(caller.sessionId) === undefined ? undefined : caller;
    if (caller?.kind !== 'account') return caller;
    const seen = this.checkedSessions.get(caller.sessionId);
    return seen && withRoles(caller, seen.roles);
  }

  recheck(caller: AccountCaller | StageCaller): Promise<Caller | undefined> {
    return this.currentCaller({ caller, rotation: undefined }, this.deps.clock());
  }

  /** The session is checked again at its next use. */
  invalidateSession(sessionId: string): void {
    this.changeCount += 1;
    this.checkedSessions.delete(sessionId);
  }

  /** All sessions of the account are checked again, because its roles may have changed. */
  invalidateAccount(accountId: string): void {
    this.changeCount += 1;
    this.checkedSessions.deleteWhere((seen) => seen.accountId === accountId);
  }

  /** Deletes expired cache entries. */
  deleteExpired(): void {
    this.cachedTokens.deleteExpired();
    this.checkedSessions.deleteExpired();
  }

  private async issue(
    subject: Subject,
    lifeMs: number,
    session?: { sid: string; rotation?: string },
  ): Promise<IssuedIdToken> {
    const now = this.deps.clock();
    const key = await this.deps.keys.signingKey();
    const iat = Math.floor(now / 1000);
    const exp = Math.floor((now + lifeMs) / 1000);
    const claims = { ...subject, ...session, iss: issuer, aud: issuer, iat, exp };
    return { idToken: signToken(claims, key), expiresAt: exp * 1000 };
  }

  private async verify(token: string, now: number): Promise<CachedToken | undefined> {
    const found = await this.read(token, now);
    if (found === undefined) return undefined;
    this.cachedTokens.set(cacheKey(token), found, found.expiresAt);
    return found;
  }

  private async read(token: string, now: number): Promise<CachedToken | undefined> {
    const verified = await jwtVerify(
      token,
      async ({ kid }) => {
        const key = kid === undefined ? undefined : await this.deps.keys.verificationKey(kid);
        if (key === undefined) throw new UnknownKey();
        return key;
      },
      {
        algorithms: [keyAlgorithm],
        issuer,
        audience: issuer,
        currentDate: new Date(now),
      },
    ).catch(ignoreInvalidToken);
    const claims = verified && idTokenClaims.safeParse(verified.payload);
    if (!claims?.success) return undefined;
    const caller = toCaller(claims.data);
    return caller && { caller, expiresAt: claims.data.exp * 1000, rotation: verified?.payload['rotation'] };
  }

  /** The caller with current roles; undefined if the session has ended. */
  private async currentCaller(
    { caller, rotation }: Pick<CachedToken, 'caller' | 'rotation'>,
    now: number,
  ): Promise<Caller | undefined> {
    if (caller.kind === 'stage')
      return (await this.deps.visitors.findSession(caller.sessionId)) === undefined ? undefined : caller;
    if (caller.kind !== 'account') return caller;
    const seen =
      this.checkedSessions.get(caller.sessionId) ?? (await this.checkSession({ ...caller, rotation }, now));
    return seen && withRoles(caller, seen.roles);
  }

  private async checkSession(
    { sessionId, accountId, rotation }: { sessionId: string; accountId: string; rotation: unknown },
    now: number,
  ): Promise<CheckedSession | undefined> {
    const { store, accounts, monotonicClock } = this.deps;
    const startedAt = monotonicClock();
    const countBefore = this.changeCount;
    const [session, account] = await Promise.all([store.find(sessionId), accounts.find(accountId)]);
    if (session?.accountId !== accountId || account === undefined || account.blocked) return undefined;
    if (!isAllowedFor(session.provider, account.roles)) return undefined;
    await this.dropPreviousToken(session, rotation, now);
    const seen = { accountId, roles: account.roles };
    // While there is a previous refresh token, only a token of the last rotation can drop it. Other results, such as those
    // of realtime connections, which have no token, are not cached: they would hide the use of the new token.
    const isSettled = session.previousHash === null || rotation === session.currentHash;
    if (isSettled && countBefore === this.changeCount)
      this.checkedSessions.set(sessionId, seen, startedAt + sessionCheckMs);
    return seen;
  }

  /**
   * The use of an ID token of the last rotation shows that the new refresh token has arrived, so the previous one is
   * invalidated: after a grace period, because several tabs may have refreshed at the same time. Times cannot tell which
   * rotation a token belongs to: two rotations may share a second, or come from nodes whose clocks differ.
   */
  private async dropPreviousToken(
    { id, currentHash, previousHash, rotatedAt }: SessionRow,
    rotation: unknown,
    now: number,
  ) {
    const hasArrived = rotation === currentHash && now > rotatedAt + refreshGraceMs;
    if (previousHash === null || !hasArrived) return;
    // A failed write, for example on a full disk, must not fail the request: the next check tries again.
    await this.deps.store.dropPrevious(id, currentHash).catch(() => undefined);
  }
}

/**
 * Creates a JWT. Signs on the main thread: jose signs in the thread pool, where password hashes are queued, and the
 * round trip takes several times the 30 µs of the signature.
 */
function signToken(claims: object, { head, privateKey }: SigningKey): string {
  const message = `${head}.${encodeJwtPart(claims)}`;
  return `${message}.${sign(null, Buffer.from(message), privateKey).toString('base64url')}`;
}

class UnknownKey extends Error {}

/** Returns undefined for tokens that jose rejects or whose key is unknown; rethrows other errors. */
function ignoreInvalidToken(error: unknown): undefined {
  if (error instanceof UnknownKey || error instanceof errors.JOSEError) return undefined;
  throw error;
}

const cacheKey = (token: string): string => hash('sha256', token, 'base64url');

function toCaller(claims: IdTokenClaims): CachedToken['caller'] | undefined {
  const { sub, kind, email, authorities, sid: sessionId } = claims;
  if (kind === 'guest') return { kind, guestId: sub, roles: [] };
  if (sessionId === undefined) return undefined;
  if (kind === 'stage') return { kind, sessionId, roles: [] };
  return { kind, accountId: sub, email, roles: authorities, sessionId };
}

/** Removes roles that the account no longer has. New roles come with the next token. */
function withRoles<C extends { readonly roles: readonly Role[] }>(caller: C, roles: readonly Role[]): C {
  return { ...caller, roles: caller.roles.filter((role) => roles.includes(role)) };
}
