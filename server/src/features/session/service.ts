/** Opens, refreshes, lists and ends sessions of accounts. */
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { sessionIdleMs, type Device } from '@foyer/contract';
import type { Clock } from '#platform/clock';
import type { Account, Accounts, NewSession, Sessions } from '#platform/identity';
import type { AccountCaller } from '#platform/http/route';
import { ApiError } from '#platform/apiError';
import { hashSecret } from '#platform/secret';
import { isAllowedFor } from '#platform/tickets';
import { isSignedFor, readDeviceEntries, writeDeviceCookie } from './deviceCookie.ts';
import { parseUserAgent } from './parseUserAgent.ts';
import {
  newRefreshToken,
  clearRefreshCookie,
  writeRefreshCookies,
  readRefreshToken,
  successorOf,
  type RefreshToken,
} from './refreshToken.ts';
import type { SessionStore } from './store.ts';
import type { SessionRow } from './tables.ts';
import type { IdTokens } from './idTokens.ts';

export interface SessionServiceDeps {
  readonly store: SessionStore;
  readonly tokens: IdTokens;
  readonly accounts: Pick<Accounts, 'find' | 'findAll'>;
  readonly clock: Clock;
  /** Computes the next refresh token. */
  readonly key: () => Promise<Buffer>;
  /** Signs device cookies. */
  readonly deviceKey: () => Promise<Buffer>;
  /** Whether cookies are sent over https only. */
  readonly secure: boolean;
  /** Called for each session that is ended, to invalidate its ID tokens. */
  readonly onEnded: (sessionId: string) => void;
}

/** A valid refresh token with its session and account. */
export interface Refreshable {
  readonly row: SessionRow;
  readonly token: RefreshToken;
  readonly account: Account;
}

export class SessionService implements Sessions {
  private readonly deps: SessionServiceDeps;

  constructor(deps: SessionServiceDeps) {
    this.deps = deps;
  }

  async open(account: Account, by: { provider: string; headers: IncomingHttpHeaders }): Promise<NewSession> {
    // A sign-in ends the browser's previous session.
    await this.endByCookie(by.headers);
    const now = this.deps.clock();
    const token = newRefreshToken();
    const row: SessionRow = {
      id: randomUUID(),
      accountId: account.id,
      provider: by.provider,
      familyHash: hashSecret(token.family),
      currentHash: hashSecret(token.secret),
      previousHash: null,
      createdAt: now,
      rotatedAt: now,
      ...parseUserAgent(by.headers['user-agent']),
    };
    await this.deps.store.add(row);
    await this.endIfOutdated(row, account);
    const { session, cookies } = await this.issue({ row, token, account });
    if (by.provider !== 'password') return { session, cookies };
    const { deviceKey, secure } = this.deps;
    return {
      session,
      cookies: [...cookies, writeDeviceCookie(by.headers, account, await deviceKey(), secure)],
    };
  }

  async knownAccounts(headers: IncomingHttpHeaders): Promise<readonly Account[]> {
    const entries = readDeviceEntries(headers, this.deps.secure);
    if (entries.length === 0) return [];
    const key = await this.deps.deviceKey();
    const accounts = await this.deps.accounts.findAll(entries.map(({ accountId }) => accountId));
    return accounts.filter((account) => entries.some((entry) => isSignedFor(entry, account, key)));
  }

  /** Runs after the session is stored, so that a concurrent change of the account either finds the session or is found here. */
  private async endIfOutdated(row: SessionRow, { id, passwordFingerprint }: Account): Promise<void> {
    const now = await this.deps.accounts.find(id);
    const isUnchanged = now !== undefined && !now.blocked && now.passwordFingerprint === passwordFingerprint;
    if (isUnchanged && isAllowedFor(row.provider, now.roles)) return;
    await this.end(row.id);
    throw new ApiError('invalidCredentials', 'The account was changed during the sign-in: log in again.');
  }

  async endAll(accountId: string, exceptSessionId?: string): Promise<void> {
    const ended = await this.deps.store.endAll(accountId, exceptSessionId);
    for (const id of ended) this.deps.onEnded(id);
  }

  /**
   * The session of a browser's refresh token; undefined if the token is invalid or expired or its account cannot sign in.
   * A replaced token whose successor has been used was probably copied: it ends the session.
   */
  async findRefreshable(headers: IncomingHttpHeaders): Promise<Refreshable | undefined> {
    const found = await this.find(headers);
    const account = await this.accountOf(found);
    if (found && account) return { row: found.row, token: found.token, account };
    if (found) await this.end(found.row.id);
    return undefined;
  }

  /** The account of a browser's refresh token. Changes nothing. */
  async findSignedInAccount(headers: IncomingHttpHeaders): Promise<Account | undefined> {
    return this.accountOf(await this.find(headers));
  }

  /** Issues a new ID token and the next refresh token. Undefined if the session has ended meanwhile. */
  async refresh({ row, token, account }: Refreshable): Promise<NewSession | undefined> {
    const { store, clock, key } = this.deps;
    const next = successorOf(token, await key());
    const rotated = await store.rotate(row.id, hashSecret(token.secret), hashSecret(next.secret), clock());
    // If another tab was first, or the last response was lost, the next token is already the current one.
    const isCurrent = rotated || (await store.find(row.id))?.currentHash === hashSecret(next.secret);
    return isCurrent ? this.issue({ row, token: next, account }) : undefined;
  }

  /** Ends the session of a browser's cookie. Returns its account. */
  async endByCookie(headers: IncomingHttpHeaders): Promise<{ accountId: string } | undefined> {
    const row = (await this.find(headers))?.row;
    if (row) await this.end(row.id);
    return row;
  }

  /** Ends a session, only of the given account if there is one. Returns false if there is no such session. */
  async end(id: string, accountId?: string): Promise<boolean> {
    const ended = await this.deps.store.end(id, accountId);
    if (ended) this.deps.onEnded(id);
    return ended;
  }

  /** The sessions of an account that have not expired, most recently used first. */
  async listSessions(accountId: string): Promise<Omit<Device, 'current'>[]> {
    const rows = await this.deps.store.listByAccount(accountId, this.deps.clock() - sessionIdleMs);
    return rows.map(({ id, createdAt, rotatedAt, provider, browser, os }) => ({
      sessionId: id,
      createdAt,
      lastUsedAt: rotatedAt,
      provider,
      browser,
      os,
    }));
  }

  async listDevices({ accountId, sessionId }: AccountCaller): Promise<Device[]> {
    const sessions = await this.listSessions(accountId);
    return sessions.map((session) => ({ ...session, current: session.sessionId === sessionId }));
  }

  /** The error of a failed refresh; deletes the cookie. */
  sessionEndedError(): ApiError {
    const headers = { 'set-cookie': clearRefreshCookie(this.deps.secure) };
    return new ApiError('unauthorized', 'The session has ended.', { headers });
  }

  clearCookie(): string {
    return clearRefreshCookie(this.deps.secure);
  }

  /** The session of a token's family; does not check the token's secret. */
  private async find(headers: IncomingHttpHeaders): Promise<Omit<Refreshable, 'account'> | undefined> {
    const token = readRefreshToken(headers, this.deps.secure);
    const row = token && (await this.deps.store.findFamily(hashSecret(token.family)));
    return token && row && { token, row };
  }

  private async accountOf(found: Omit<Refreshable, 'account'> | undefined): Promise<Account | undefined> {
    if (found === undefined || !this.isValid(found.row, found.token)) return undefined;
    const account = await this.deps.accounts.find(found.row.accountId);
    if (account === undefined || account.blocked || account.pending) return undefined;
    return isAllowedFor(found.row.provider, account.roles) ? account : undefined;
  }

  private isValid(row: SessionRow, { secret }: RefreshToken): boolean {
    const now = this.deps.clock();
    if (now >= row.rotatedAt + sessionIdleMs) return false;
    const secretHash = hashSecret(secret);
    return secretHash === row.currentHash || secretHash === row.previousHash;
  }

  private async issue({ row, token, account }: Refreshable): Promise<NewSession> {
    const currentHash = hashSecret(token.secret);
    const session = await this.deps.tokens.forAccount(account, { ...row, currentHash });
    return { session, cookies: writeRefreshCookies(token, this.deps.secure) };
  }
}
