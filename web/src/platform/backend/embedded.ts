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
import { importWithRetry } from '../loading/importWithRetry.ts';
import { now } from '../time/serverTime.ts';
import { ApiError } from '../api/apiError.ts';
import type { AttendeeService, Backend, LikeService, SignOutScope, UserListener } from './backend.ts';
import type { Visit } from '../visit/visit.ts';
import { clearSessionMark } from './sessionMark.ts';
import { runAfter } from '../time/timers.ts';
import { parseToken } from './idToken.ts';
import { browserTabs, type TabMessage, type Tabs } from './tabs.ts';
import { initialTokens, tokenReducer, type TokenEffect, type TokenEvent } from './tokenReducer.ts';

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

const importAttendees = () => import('./embeddedAttendees.ts');
const importLikes = () => import('./embeddedLikes.ts');

export class EmbeddedBackend implements Backend {
  private readonly tabs: Tabs;
  private readonly listeners = new Set<UserListener>();
  private state = initialTokens;
  private renewing: Promise<void> | undefined;
  private signingIn: Promise<void> = Promise.resolve();

  constructor(tabs: Tabs = browserTabs()) {
    this.tabs = tabs;
    tabs.onMessage((message) => this.handleMessage(message));
  }

  private get current() {
    return this.state.current;
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
      if (!cancelled?.aborted || isCurrentUser)
        this.dispatch({ type: 'answer', token: parseToken(session), isFresh: !cancelled?.aborted });
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
    this.dispatch({ type: 'answer', token: parseToken(session), isFresh: true });
  }

  async signInAnonymously(): Promise<void> {
    const before = this.current;
    const session = await call(openGuestSession, sessionCall);
    this.dispatch({ type: 'refresh', before, token: parseToken(session) });
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
    const user = this.current?.user;
    if (user === undefined) return;
    // `keepalive`: the request is sent even if the page is closed.
    const end = () =>
      call(signOut, { ...sessionCall, keepalive: true, body: { everywhere: scope === 'everywhere' } });
    // Signing out everywhere must succeed before this tab signs out; otherwise this tab signs out at once.
    if (scope === 'everywhere') await end();
    // Another user may have signed in meanwhile.
    if (this.current?.user.userId === user.userId) this.dispatch({ type: 'signOut', scope });
    if (scope === 'browser' && user.kind !== 'guest') await end().catch(() => undefined);
  }

  async attendees(visit: Visit): Promise<AttendeeService> {
    return visit.get((await importWithRetry(importAttendees)).createEmbeddedAttendees);
  }

  async likes(visit: Visit): Promise<LikeService> {
    return visit.get((await importWithRetry(importLikes)).createEmbeddedLikes);
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
        this.dispatch({ type: 'refresh', before, token: parseToken(session) });
      } catch (error) {
        // The error concerns a session that has been replaced meanwhile.
        if (this.current !== before) return;
        if (isRejection(error)) this.dispatch({ type: 'refused', before });
        throw error;
      }
    });
  }

  private handleMessage(message: TabMessage): void {
    if (message.type === 'signedOut') this.dispatch({ type: 'otherTabEnded', sessionId: message.sessionId });
    else
      this.dispatch({
        type: 'otherTab',
        token: parseToken(message.session),
        isSameMode: message.base === base,
      });
  }

  private async followCookie(): Promise<void> {
    // A renewal that runs may have been sent with the cookie of the other account.
    await this.renewing?.catch(() => undefined);
    // A session that has ended is reported by the renewal. After a lost response the next renewal follows the cookie.
    await this.renew().catch(() => undefined);
  }

  private dispatch(event: TokenEvent): void {
    const { state, effects } = tokenReducer(this.state, event);
    this.state = state;
    for (const effect of effects) this.perform(effect);
  }

  private perform(effect: TokenEffect): void {
    switch (effect.type) {
      case 'report':
        for (const listener of this.listeners) listener(effect.user, effect.cause);
        break;
      case 'broadcastToken':
        this.tabs.broadcast({ type: 'token', base, session: effect.session });
        break;
      case 'broadcastEnd':
        this.tabs.broadcast({ type: 'signedOut', sessionId: effect.sessionId });
        break;
      case 'clearMark':
        clearSessionMark();
        break;
      case 'followCookie':
        void this.followCookie();
    }
  }
}
