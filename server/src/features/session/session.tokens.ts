/**
 * ID tokens: made from the account as it is, checked by signature once and then remembered by their hash. A token of an
 * account is as good as its session, which is looked at again every 30 seconds; on this node it ends at once.
 */
import { hash, sign } from 'node:crypto';
import { jwtVerify } from 'jose';
import {
  idTokenClaims,
  idTokenMs,
  refreshGraceMs,
  type IdTokenClaims,
  type OpenedSession,
  type Role,
} from '@foyer/contract';
import { BoundedMap } from '#platform/boundedMap';
import type { Clock } from '#platform/clock';
import type { Account, Accounts } from '#platform/identity';
import type { AccountCaller, Caller, StageCaller } from '#platform/http/route';
import { isAllowedFor } from '#platform/tickets';
import { encoded, keyAlgorithm, type SigningKey, type SigningKeys } from './session.keys.ts';
import type { StageVisitor, StageVisitors } from './session.ports.ts';
import type { SessionStore } from './session.store.ts';
import type { SessionRow } from './session.tables.ts';

/** How long a node trusts what it last saw of a session. */
export const sessionLookMs = 30_000;
const issuer = 'foyer';
const maxCachedTokens = 20_000;

type Subject = Pick<IdTokenClaims, 'sub' | 'kind' | 'email' | 'authorities' | 'provider'> &
  Partial<Pick<IdTokenClaims, 'name' | 'company' | 'title'>>;

const noAccount = { email: '', authorities: [] } as const satisfies Partial<Subject>;

interface CachedToken {
  readonly caller: Exclude<Caller, { kind: 'operator' | 'nobody' }>;
  readonly expiresAt: number;
  /** Seconds since 1970. */
  readonly issuedAt: number;
}

/** What was last seen of a session: it was there, and its account had these roles. */
interface Seen {
  readonly at: number;
  readonly accountId: string;
  readonly roles: readonly Role[];
}

export interface IdTokensParts {
  readonly keys: SigningKeys;
  readonly store: SessionStore;
  readonly accounts: Pick<Accounts, 'find'>;
  readonly visitors: Pick<StageVisitors, 'findSession' | 'knownSession'>;
  readonly clock: Clock;
}

export class IdTokens {
  private readonly parts: IdTokensParts;
  private readonly cached = new BoundedMap<string, CachedToken>(maxCachedTokens);
  private readonly seen = new Map<string, Seen>();
  /** Counts what is no longer as it was, a session that ended here for one: a look that began before one may show what is no longer so. */
  private endings = 0;

  constructor(parts: IdTokensParts) {
    this.parts = parts;
  }

  forAccount(account: Account, session: { id: string; provider: string }): Promise<OpenedSession> {
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
    return this.make(subject, idTokenMs, session.id);
  }

  /** An identity without an account. */
  forGuest(id: string): Promise<OpenedSession> {
    return this.make({ ...noAccount, sub: id, kind: 'guest', provider: 'anonymous' }, idTokenMs);
  }

  /** As good as what the stage link has opened. */
  forStage({ id, sessionId, expiresAt }: StageVisitor, now: number): Promise<OpenedSession> {
    const subject: Subject = { ...noAccount, sub: id, kind: 'stage', provider: 'stage' };
    return this.make(subject, Math.min(expiresAt - now, idTokenMs), sessionId);
  }

  /** Whom a token speaks of; undefined where it is not ours, has run out, or its session has ended. */
  async identify(token: string): Promise<Caller | undefined> {
    const now = this.parts.clock();
    const found = this.recall(token, now) ?? (await this.verify(token, now));
    return found && this.current(found, now);
  }

  /** The same without waiting; undefined also where it would take a look into the storage. */
  known(token: string): Caller | undefined {
    const now = this.parts.clock();
    const caller = this.recall(token, now)?.caller;
    if (caller?.kind === 'stage')
      return this.parts.visitors.knownSession(caller.sessionId) === undefined ? undefined : caller;
    if (caller?.kind !== 'account') return caller;
    const seen = this.seen.get(caller.sessionId);
    return seen !== undefined && isFresh(seen, now) ? withRoles(caller, seen.roles) : undefined;
  }

  renewed(caller: AccountCaller | StageCaller): Promise<Caller | undefined> {
    return this.current({ caller, issuedAt: 0 }, this.parts.clock());
  }

  /** Tokens of this session are looked at anew. */
  forget(sessionId: string): void {
    this.endings += 1;
    this.seen.delete(sessionId);
  }

  /** Tokens of this account are looked at anew: its roles may be others. */
  forgetAccount(accountId: string): void {
    this.endings += 1;
    for (const [id, seen] of this.seen) if (seen.accountId === accountId) this.seen.delete(id);
  }

  /** Takes out what time has made useless. */
  sweep(): void {
    const now = this.parts.clock();
    for (const [key, { expiresAt }] of this.cached) if (expiresAt <= now) this.cached.delete(key);
    for (const [id, seen] of this.seen) if (!isFresh(seen, now)) this.seen.delete(id);
  }

  private async make(subject: Subject, lifeMs: number, sessionId?: string): Promise<OpenedSession> {
    const now = this.parts.clock();
    const key = await this.parts.keys.signer();
    const iat = Math.floor(now / 1000);
    const exp = Math.floor((now + lifeMs) / 1000);
    const sid = sessionId === undefined ? {} : { sid: sessionId };
    const claims = { ...subject, ...sid, iss: issuer, aud: issuer, iat, exp };
    return { idToken: signed(claims, key), expiresAt: exp * 1000 };
  }

  private recall(token: string, now: number): CachedToken | undefined {
    const key = keyOf(token);
    const found = this.cached.get(key);
    if (found === undefined || found.expiresAt > now) return found;
    this.cached.delete(key);
    return undefined;
  }

  private async verify(token: string, now: number): Promise<CachedToken | undefined> {
    const found = await this.read(token, now);
    if (found === undefined) return undefined;
    this.cached.set(keyOf(token), found);
    return found;
  }

  private async read(token: string, now: number): Promise<CachedToken | undefined> {
    const verified = await jwtVerify(
      token,
      async ({ kid }) => {
        const key = kid === undefined ? undefined : await this.parts.keys.verifier(kid);
        if (key === undefined) throw new UnknownKey();
        return key;
      },
      {
        algorithms: [keyAlgorithm],
        issuer,
        audience: issuer,
        requiredClaims: ['exp'],
        currentDate: new Date(now),
      },
    ).catch(refused);
    const claims = verified && idTokenClaims.safeParse(verified.payload);
    if (!claims?.success) return undefined;
    const caller = callerOf(claims.data, verified?.payload['sid']);
    return caller && { caller, expiresAt: claims.data.exp * 1000, issuedAt: claims.data.iat };
  }

  /** The caller as the session and its account stand now. */
  private async current(
    { caller, issuedAt }: Pick<CachedToken, 'caller' | 'issuedAt'>,
    now: number,
  ): Promise<Caller | undefined> {
    if (caller.kind === 'stage')
      return (await this.parts.visitors.findSession(caller.sessionId)) === undefined ? undefined : caller;
    if (caller.kind !== 'account') return caller;
    const known = this.seen.get(caller.sessionId);
    const seen =
      known !== undefined && isFresh(known, now) ? known : await this.look({ ...caller, issuedAt }, now);
    return seen && withRoles(caller, seen.roles);
  }

  private async look(
    { sessionId, accountId, issuedAt }: { sessionId: string; accountId: string; issuedAt: number },
    now: number,
  ): Promise<Seen | undefined> {
    const { store, accounts } = this.parts;
    const before = this.endings;
    const [session, account] = await Promise.all([store.find(sessionId), accounts.find(accountId)]);
    if (session?.accountId !== accountId || account === undefined || account.blocked) return undefined;
    if (!isAllowedFor(session.provider, account.roles)) return undefined;
    await this.noteArrival(session, issuedAt, now);
    const seen = { at: now, accountId, roles: account.roles };
    if (before === this.endings) this.seen.set(sessionId, seen);
    return seen;
  }

  /**
   * Whoever uses an ID token of the last rotation has the refresh token that came along: the one before it is good no
   * more. Not at once, for the tabs that asked together.
   */
  private async noteArrival({ id, previousHash, rotatedAt }: SessionRow, issuedAt: number, now: number) {
    const hasArrived = issuedAt >= Math.floor(rotatedAt / 1000) && now > rotatedAt + refreshGraceMs;
    if (previousHash === null || !hasArrived) return;
    // What cannot be written, on a full disk for one, is in no reader's way: the next look tries again.
    await this.parts.store.dropPrevious(id, rotatedAt).catch(() => undefined);
  }
}

/**
 * A JWT with these claims. Signed here and now: in the thread pool, where jose has it done, it would wait among the
 * password hashes, and the way there costs several times the signature's 30 µs.
 */
function signed(claims: object, { head, privateKey }: SigningKey): string {
  const message = `${head}.${encoded(claims)}`;
  return `${message}.${sign(null, Buffer.from(message), privateKey).toString('base64url')}`;
}

class UnknownKey extends Error {}

/** What jose refuses, or names no key of ours, is nobody's token; anything else is a fault of ours. */
function refused(fault: unknown): undefined {
  const { code } = fault as { code?: unknown };
  if (fault instanceof UnknownKey || (typeof code === 'string' && /^ERR_J(WT|WS|OSE)/.test(code)))
    return undefined;
  throw fault;
}

const keyOf = (token: string): string => hash('sha256', token, 'base64url');
const isFresh = ({ at }: Seen, now: number): boolean => now < at + sessionLookMs;

function callerOf(claims: IdTokenClaims, sessionId: unknown): CachedToken['caller'] | undefined {
  const { sub, kind, email, authorities } = claims;
  if (kind === 'guest') return { kind, guestId: sub, roles: [] };
  if (typeof sessionId !== 'string') return undefined;
  if (kind === 'stage') return { kind, sessionId, roles: [] };
  return { kind, accountId: sub, email, roles: authorities, sessionId };
}

/** A role that was taken away is gone before the token is; a new one comes with the next token. */
function withRoles<C extends { readonly roles: readonly Role[] }>(caller: C, roles: readonly Role[]): C {
  if (caller.roles.every((role) => roles.includes(role))) return caller;
  return { ...caller, roles: caller.roles.filter((role) => roles.includes(role)) };
}
