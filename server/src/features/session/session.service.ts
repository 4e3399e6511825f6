/** Sessions of accounts: opened by a sign-in, kept by refreshing, listed as devices, ended. */
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { sessionIdleMs, type Device } from '@foyer/contract';
import type { Clock } from '#platform/clock';
import type { Account, Accounts, NewSession, Sessions } from '#platform/identity';
import type { AccountCaller } from '#platform/http/route';
import { Refusal } from '#platform/refusal';
import { hashOfSecret } from '#platform/secret';
import { isAllowedFor } from '#platform/tickets';
import { browserOf } from './session.browser.ts';
import {
  newRefreshToken,
  noRefreshCookie,
  refreshCookiesOf,
  refreshTokenOf,
  successorOf,
  type RefreshToken,
} from './session.refreshToken.ts';
import type { SessionStore } from './session.store.ts';
import type { SessionRow } from './session.tables.ts';
import type { IdTokens } from './session.tokens.ts';

export interface SessionServiceParts {
  readonly store: SessionStore;
  readonly tokens: IdTokens;
  readonly accounts: Pick<Accounts, 'find'>;
  readonly clock: Clock;
  /** The key that the next refresh token is computed with. */
  readonly key: () => Promise<Buffer>;
  /** Cookies go over https alone. */
  readonly secure: boolean;
  /** Called with each session that is ended here; its ID tokens stop working then. */
  readonly onEnded: (sessionId: string) => void;
}

/** A refresh token that is good, and whose. */
export interface Refreshable {
  readonly row: SessionRow;
  readonly token: RefreshToken;
  readonly account: Account;
}

export class SessionService implements Sessions {
  private readonly parts: SessionServiceParts;

  constructor(parts: SessionServiceParts) {
    this.parts = parts;
  }

  async open(account: Account, by: { provider: string; headers: IncomingHttpHeaders }): Promise<NewSession> {
    // Whoever was signed in with this browser before is not, now.
    await this.endOf(by.headers);
    const now = this.parts.clock();
    const token = newRefreshToken();
    const row: SessionRow = {
      id: randomUUID(),
      accountId: account.id,
      provider: by.provider,
      familyHash: hashOfSecret(token.family),
      currentHash: hashOfSecret(token.half),
      previousHash: null,
      createdAt: now,
      rotatedAt: now,
      ...browserOf(by.headers['user-agent']),
    };
    await this.parts.store.add(row);
    await this.endIfOutdated(row, account);
    return this.opened({ row, token, account });
  }

  /** Looked at once the session is there: whoever ends all sessions of an account later finds this one. */
  private async endIfOutdated(row: SessionRow, { id, passwordMark }: Account): Promise<void> {
    const now = await this.parts.accounts.find(id);
    const isAsItWas = now !== undefined && !now.blocked && now.passwordMark === passwordMark;
    if (isAsItWas && isAllowedFor(row.provider, now.roles)) return;
    await this.end(row.id);
    throw new Refusal('invalidCredentials', 'This account was changed at this moment: log in again.');
  }

  async endAll(accountId: string, exceptSessionId?: string): Promise<void> {
    const ended = await this.parts.store.endAll(accountId, exceptSessionId);
    for (const id of ended) this.parts.onEnded(id);
  }

  /**
   * Whose refresh token a browser sends; undefined where it is none of ours, has run out, or its account may not sign
   * in. A token that was replaced, and whose successor has arrived, is in two hands: it ends the session.
   */
  async refreshable(headers: IncomingHttpHeaders): Promise<Refreshable | undefined> {
    const found = await this.find(headers);
    const account = await this.accountOf(found);
    if (found && account) return { row: found.row, token: found.token, account };
    if (found) await this.end(found.row.id);
    return undefined;
  }

  /** The account that a browser is signed in with, by a look that changes nothing. */
  async signedIn(headers: IncomingHttpHeaders): Promise<Account | undefined> {
    return this.accountOf(await this.find(headers));
  }

  /** A new ID token, and the successor of the refresh token. Undefined where the session has ended meanwhile. */
  async refresh({ row, token, account }: Refreshable): Promise<NewSession | undefined> {
    const { store, clock, key } = this.parts;
    const next = successorOf(token, await key());
    const rotated = await store.rotate(row.id, hashOfSecret(token.half), hashOfSecret(next.half), clock());
    // Another tab was first, or the last answer was lost: what this token leads to is current already.
    const there = rotated || (await store.find(row.id))?.currentHash === hashOfSecret(next.half);
    return there ? this.opened({ row, token: next, account }) : undefined;
  }

  /** Ends the session that a browser's cookie belongs to. Returns whose it was. */
  async endOf(headers: IncomingHttpHeaders): Promise<{ accountId: string } | undefined> {
    const row = (await this.find(headers))?.row;
    if (row) await this.end(row.id);
    return row;
  }

  /** Ends a session, that of one account where told. False where there is none. */
  async end(id: string, accountId?: string): Promise<boolean> {
    const ended = await this.parts.store.end(id, accountId);
    if (ended) this.parts.onEnded(id);
    return ended;
  }

  /** The sessions of an account that have not run out, the last used first. */
  async sessionsOf(accountId: string): Promise<Omit<Device, 'current'>[]> {
    const rows = await this.parts.store.ofAccount(accountId, this.parts.clock() - sessionIdleMs);
    return rows.map(({ id, createdAt, rotatedAt, provider, browser, os }) => ({
      sessionId: id,
      createdAt,
      lastUsedAt: rotatedAt,
      provider,
      browser,
      os,
    }));
  }

  async devices({ accountId, sessionId }: AccountCaller): Promise<Device[]> {
    const sessions = await this.sessionsOf(accountId);
    return sessions.map((session) => ({ ...session, current: session.sessionId === sessionId }));
  }

  /** The refusal of a refresh; it takes the cookie away that is of no use. */
  refusal(): Refusal {
    const headers = { 'set-cookie': noRefreshCookie(this.parts.secure) };
    return new Refusal('unauthorized', 'This session has ended.', { headers });
  }

  noCookie(): string {
    return noRefreshCookie(this.parts.secure);
  }

  /** The session that the family of a token belongs to, whatever the rest of it says. */
  private async find(headers: IncomingHttpHeaders): Promise<Omit<Refreshable, 'account'> | undefined> {
    const token = refreshTokenOf(headers, this.parts.secure);
    const row = token && (await this.parts.store.findFamily(hashOfSecret(token.family)));
    return token && row && { token, row };
  }

  private async accountOf(found: Omit<Refreshable, 'account'> | undefined): Promise<Account | undefined> {
    if (found === undefined || !this.isGood(found.row, found.token)) return undefined;
    const account = await this.parts.accounts.find(found.row.accountId);
    if (account === undefined || account.blocked || account.pending) return undefined;
    return isAllowedFor(found.row.provider, account.roles) ? account : undefined;
  }

  private isGood(row: SessionRow, { half }: RefreshToken): boolean {
    const now = this.parts.clock();
    if (now >= row.rotatedAt + sessionIdleMs) return false;
    const given = hashOfSecret(half);
    return given === row.currentHash || given === row.previousHash;
  }

  private async opened({ row, token, account }: Refreshable): Promise<NewSession> {
    const session = await this.parts.tokens.forAccount(account, row);
    return { session, cookies: refreshCookiesOf(token, this.parts.secure) };
  }
}
