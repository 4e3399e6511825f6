/**
 * Backend with the accounts of this server. The ID token is kept in the page's memory, the refresh token in a cookie that
 * scripts cannot read. Tabs renew the token one at a time and broadcast the result.
 */
import {
  openGuestSession,
  refreshSession,
  requestPasswordReset,
  signIn,
  signOut,
  type Locale,
  type IssuedIdToken,
} from '@foyer/contract';
import { call } from '../api/client.ts';
import { base, returnToOf } from '../base.ts';
import { currentLanguage } from '../i18n/i18n.ts';
import { now } from '../time/serverTime.ts';
import { ApiError } from '../api/apiError.ts';
import type { AttendeeService, Backend, SignOutScope, UserListener } from './backend.ts';
import type { Visit } from '../visit/visit.ts';
import { clearSessionMark } from '../session/sessionMark.ts';
import { runAfter } from '../time/timers.ts';
import { parseToken, type SessionToken } from './idToken.ts';
import { browserTabs, type TabMessage, type Tabs } from './tabs.ts';

/** A token that expires within this time counts as expired, because requests take time. */
const expiryMarginMs = 10_000;
/** How long the next sign-in waits for the response to a cancelled one. */
const cancelledTimeoutMs = 3_000;

/** Calls that are not retried (ERROR-04) and whose errors do not concern the current session. */
const sessionCall = { report: 'console', retry: false, keepsSession: true, withoutToken: true } as const;

/** Error codes that mean that the session is invalid. A proxy's 403 or 404 has no such code. */
const rejectionCodes: readonly unknown[] = ['unauthorized', 'forbidden', 'accountBlocked', 'notFound'];
const isRejection = (error: unknown): boolean =>
  error instanceof ApiError && rejectionCodes.includes(error.serverCode);

export class EmbeddedBackend implements Backend {
  private readonly tabs: Tabs;
  private readonly listeners = new Set<UserListener>();
  /** The ids of sessions that were ended in this browser. Messages of tabs may overtake each other. */
  private readonly endedSessions = new Set<string>();
  private current: SessionToken | undefined;
  private renewing: Promise<void> | undefined;
  private signingIn: Promise<void> = Promise.resolve();

  constructor(tabs: Tabs = browserTabs()) {
    this.tabs = tabs;
    tabs.onMessage((message) => this.handleMessage(message));
  }

  onUser(listener: UserListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  async restore(): Promise<void> {
    await this.renew().catch((error: unknown) => {
      // An expired session is not an error.
      if (!isRejection(error)) throw error;
    });
  }

  signInWithPassword(email: string, password: string, cancelled?: AbortSignal): Promise<void> {
    // One at a time: otherwise the cookie of a cancelled sign-in could replace that of the next one.
    const done = this.signingIn.then(() => this.signInNow(email, password, cancelled));
    this.signingIn = done.catch(() => undefined);
    return done;
  }

  private async signInNow(email: string, password: string, cancelled?: AbortSignal): Promise<void> {
    const request = new AbortController();
    let cancel: (() => void) | undefined;
    const startTimeout = () => {
      cancel = runAfter(cancelledTimeoutMs, () => request.abort());
    };
    cancelled?.addEventListener('abort', startTimeout, { once: true });
    try {
      const session = await call(signIn, {
        ...sessionCall,
        signal: request.signal,
        body: { email, password },
      });
      const isCurrentUser = this.current?.user.userId === parseToken(session).user.userId;
      // Another tab may have signed the same user in meanwhile; then the session is kept.
      if (!cancelled?.aborted || isCurrentUser) this.accept(session, !cancelled?.aborted);
      else await this.endCancelled(session);
    } finally {
      cancel?.();
      cancelled?.removeEventListener('abort', startTimeout);
    }
  }

  /** Ends the session of a cancelled sign-in by its own token: the browser's cookie may belong to another session by now. */
  private async endCancelled({ idToken }: IssuedIdToken): Promise<void> {
    // Without a session, or with a guest's, the marker cookie is from the cancelled sign-in.
    if (this.current === undefined || this.current.user.kind === 'guest') clearSessionMark();
    const body = { everywhere: false };
    await call(signOut, { ...sessionCall, as: idToken, keepalive: true, body }).catch(() => undefined);
  }

  openSession(session: IssuedIdToken): void {
    this.accept(session, true);
  }

  async signInAnonymously(): Promise<void> {
    const before = this.current;
    const session = await call(openGuestSession, sessionCall);
    // A user who has signed in meanwhile stays signed in.
    if (this.current === before) this.accept(session);
  }

  startProvider(providerId: string, redirect: string): void {
    const query = new URLSearchParams({ redirect: `${base}${redirect}` });
    location.assign(`/auth/${encodeURIComponent(providerId)}/start?${query}`);
  }

  async sendPasswordReset(email: string, returnTo: string): Promise<void> {
    const locale = currentLanguage() as Locale;
    await call(requestPasswordReset, { ...sessionCall, body: { email, locale, ...returnToOf(returnTo) } });
  }

  async idToken({ renew = false }: { readonly renew?: boolean } = {}): Promise<string | null> {
    if (this.current && (renew || this.current.expiresAt - expiryMarginMs <= now())) await this.renew();
    return this.current?.idToken ?? null;
  }

  async signOut(scope: SignOutScope): Promise<void> {
    const { user, sessionId } = this.current ?? {};
    if (user === undefined) return;
    const { kind } = user;
    // `keepalive`: the request is sent even if the page is closed.
    const end = () =>
      call(signOut, { ...sessionCall, keepalive: true, body: { everywhere: scope === 'everywhere' } });
    // Signing out everywhere must succeed before this tab signs out; otherwise this tab signs out at once.
    if (scope === 'everywhere') await end();
    this.report(undefined);
    if (scope === 'tab' || kind === 'guest') return;
    clearSessionMark();
    if (sessionId !== undefined) this.endedSessions.add(sessionId);
    if (kind === 'account') this.tabs.broadcast({ type: 'signedOut', sessionId });
    if (scope === 'browser') await end().catch(() => undefined);
  }

  async attendees(visit: Visit): Promise<AttendeeService> {
    return visit.get((await import('./embeddedAttendees.ts')).createEmbeddedAttendees);
  }

  /** Only one renewal runs at a time: in this tab, and in all tabs through their lock. */
  private renew(): Promise<void> {
    this.renewing ??= this.renewExclusively().finally(() => {
      this.renewing = undefined;
    });
    return this.renewing;
  }

  private async renewExclusively(): Promise<void> {
    const before = this.current;
    await this.tabs.runExclusive(async () => {
      // Another tab has renewed or signed out while this one waited for the lock.
      if (this.current !== before) return;
      try {
        const session = await call(
          before?.user.kind === 'guest' ? openGuestSession : refreshSession,
          sessionCall,
        );
        const { sessionId } = parseToken(session);
        // It may have been ended by a tab whose message has overtaken this response.
        const hasEnded = sessionId !== undefined && this.endedSessions.has(sessionId);
        if (this.current === before && !hasEnded) this.accept(session);
      } catch (error) {
        // The error concerns a session that has been replaced meanwhile.
        if (this.current !== before) return;
        if (isRejection(error)) this.report(undefined);
        throw error;
      }
    });
  }

  /** Stores a session that this tab has opened or renewed, and broadcasts it. */
  private accept(session: IssuedIdToken, isFresh = false): void {
    this.report(parseToken(session), isFresh);
    if (this.current?.user.kind === 'account') this.tabs.broadcast({ type: 'token', base, session });
  }

  private handleMessage(message: TabMessage): void {
    const { user } = this.current ?? {};
    if (message.type === 'signedOut') {
      if (message.sessionId !== undefined) this.endedSessions.add(message.sessionId);
      if (user?.kind === 'account') this.report(undefined);
      return;
    }
    const received = parseToken(message.session);
    if (received.sessionId !== undefined && this.endedSessions.has(received.sessionId)) return;
    const isSameUser = received.user.userId === user?.userId;
    // A sign-in to the venue does not change the user of a stage that is open in another tab.
    if (!isSameUser && (user?.kind === 'stage' || message.base !== base)) return;
    this.report(received);
    // The messages of two sign-ins may cross: the cookie says which one was the last.
    if (!isSameUser && user?.kind === 'account') void this.followCookie();
  }

  private async followCookie(): Promise<void> {
    // A renewal that runs may have been sent with the cookie of the other account.
    await this.renewing?.catch(() => undefined);
    // A session that has ended is reported by the renewal. After a lost response the next renewal follows the cookie.
    await this.renew().catch(() => undefined);
  }

  private report(next: SessionToken | undefined, isFresh = false): void {
    this.current = next;
    for (const listener of this.listeners) listener(next?.user ?? null, isFresh);
  }
}
