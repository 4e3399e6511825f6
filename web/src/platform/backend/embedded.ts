/**
 * The server's own accounts. The ID token lives in this page's memory, the refresh token in a cookie that no script can
 * read. Tabs renew one after another, and tell each other what they got.
 */
import {
  openGuestSession,
  refreshSession,
  requestPasswordReset,
  signIn,
  signOut,
  type Locale,
  type OpenedSession,
} from '@foyer/contract';
import { call } from '../api/client.ts';
import { base, returnToOf } from '../base.ts';
import { currentLanguage } from '../i18n/i18n.ts';
import { now } from '../time/serverTime.ts';
import { ApiError } from '../api/apiError.ts';
import type { AttendeeService, Backend, SignOutScope, UserListener } from './backend.ts';
import { clearSessionMark } from '../session/sessionMark.ts';
import { runAfter } from '../time/timers.ts';
import { parseToken, type SessionToken } from './idToken.ts';
import { browserTabs, type TabMessage, type Tabs } from './tabs.ts';

/** A token that runs out within this time counts as run out: it has a way to go. */
const expiryMarginMs = 10_000;
/** So long a sign-in that was given up may still be answered, and ended; then the next one need not wait for it. */
const abandonedTimeoutMs = 3_000;

/** Calls that nobody repeats by themselves (ERROR-04), whose refusals say nothing about a session that is here. */
const quiet = { report: 'console', retry: false, keepsSession: true, withoutToken: true } as const;

/** What our server says of a session that is none. A proxy's 403 or 404 has no such word. */
const rejectionCodes: readonly unknown[] = ['unauthorized', 'forbidden', 'accountBlocked', 'notFound'];
const isRejection = (error: unknown): boolean =>
  error instanceof ApiError && rejectionCodes.includes(error.serverCode);

export class EmbeddedBackend implements Backend {
  private readonly tabs: Tabs;
  private readonly listeners = new Set<UserListener>();
  private current: SessionToken | undefined;
  private renewing: Promise<void> | undefined;
  private signingIn: Promise<void> = Promise.resolve();

  constructor(tabs: Tabs = browserTabs()) {
    this.tabs = tabs;
    tabs.onMessage((news) => this.handleMessage(news));
  }

  onUser(listener: UserListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  async restore(): Promise<void> {
    await this.renew().catch((error: unknown) => {
      // Whoever has not been here for long is nobody; that is no fault.
      if (!isRejection(error)) throw error;
    });
  }

  signInWithPassword(email: string, password: string, givenUp?: AbortSignal): Promise<void> {
    // One after the other: the cookie of one that was given up would come over that of the next.
    const done = this.signingIn.then(() => this.signInNow(email, password, givenUp));
    this.signingIn = done.catch(() => undefined);
    return done;
  }

  private async signInNow(email: string, password: string, givenUp?: AbortSignal): Promise<void> {
    const hanging = new AbortController();
    let cancel: (() => void) | undefined;
    const giveTime = () => {
      cancel = runAfter(abandonedTimeoutMs, () => hanging.abort());
    };
    givenUp?.addEventListener('abort', giveTime, { once: true });
    try {
      const session = await call(signIn, { ...quiet, signal: hanging.signal, body: { email, password } });
      const isIn = this.current?.user.userId === parseToken(session).user.userId;
      // Whoever has come in by another tab meanwhile has not given this one up.
      if (!givenUp?.aborted || isIn) this.accept(session, !givenUp?.aborted);
      else await this.endAbandoned(session);
    } finally {
      cancel?.();
      givenUp?.removeEventListener('abort', giveTime);
    }
  }

  /** Ends a session of which nobody was told, and no other one that the browser's cookie may belong to by now. */
  private async endAbandoned({ idToken }: OpenedSession): Promise<void> {
    // A guest has none.
    if (this.current === undefined || this.current.user.kind === 'guest') clearSessionMark();
    const body = { everywhere: false };
    await call(signOut, { ...quiet, as: idToken, keepalive: true, body }).catch(() => undefined);
  }

  async signInAnonymously(): Promise<void> {
    const before = this.current;
    const session = await call(openGuestSession, quiet);
    // Whoever has signed in meanwhile stays who they are.
    if (this.current === before) this.accept(session);
  }

  startProvider(providerId: string, redirect: string): void {
    const query = new URLSearchParams({ redirect: `${base}${redirect}` });
    location.assign(`/auth/${encodeURIComponent(providerId)}/start?${query}`);
  }

  async sendPasswordReset(email: string, returnTo: string): Promise<void> {
    const locale = currentLanguage() as Locale;
    await call(requestPasswordReset, { ...quiet, body: { email, locale, ...returnToOf(returnTo) } });
  }

  async idToken({ renew = false }: { readonly renew?: boolean } = {}): Promise<string | null> {
    if (this.current && (renew || this.current.expiresAt - expiryMarginMs <= now())) await this.renew();
    return this.current?.idToken ?? null;
  }

  async signOut(scope: SignOutScope): Promise<void> {
    const kind = this.current?.user.kind;
    if (kind === undefined) return;
    // A page that is closed over it still signs out.
    const end = () =>
      call(signOut, { ...quiet, keepalive: true, body: { everywhere: scope === 'everywhere' } });
    // Every device is a promise to the person: it is kept first. Out of this browser one is at once.
    if (scope === 'everywhere') await end();
    this.report(undefined);
    if (scope === 'tab' || kind === 'guest') return;
    clearSessionMark();
    if (kind === 'account') this.tabs.broadcast({ type: 'signedOut' });
    if (scope === 'browser') await end().catch(() => undefined);
  }

  async attendees(): Promise<AttendeeService> {
    return (await import('./embeddedAttendees.ts')).embeddedAttendees;
  }

  /** One renewal at a time, in this tab and, under their lock, in all. */
  private renew(): Promise<void> {
    this.renewing ??= this.renewExclusively().finally(() => {
      this.renewing = undefined;
    });
    return this.renewing;
  }

  private async renewExclusively(): Promise<void> {
    const before = this.current;
    await this.tabs.runExclusive(async () => {
      // Another tab was first, or somebody signed out while this one waited.
      if (this.current !== before) return;
      try {
        const session = await call(before?.user.kind === 'guest' ? openGuestSession : refreshSession, quiet);
        if (this.current === before) this.accept(session);
      } catch (error) {
        // It speaks of somebody who has left, or has become somebody else.
        if (this.current !== before) return;
        if (isRejection(error)) this.report(undefined);
        throw error;
      }
    });
  }

  /** A session of this tab's own making. */
  private accept(session: OpenedSession, isFresh = false): void {
    this.report(parseToken(session), isFresh);
    if (this.current?.user.kind === 'account') this.tabs.broadcast({ type: 'token', base, session });
  }

  private handleMessage(news: TabMessage): void {
    const kind = this.current?.user.kind;
    if (news.type === 'signedOut') {
      if (kind === 'account') this.report(undefined);
      return;
    }
    const heard = parseToken(news.session);
    // Who signs in for the venue has not asked to be somebody else on a stage that is open beside it.
    const isNews = kind !== 'stage' && news.base === base;
    if (isNews || heard.user.userId === this.current?.user.userId) this.report(heard);
  }

  private report(next: SessionToken | undefined, isFresh = false): void {
    this.current = next;
    for (const listener of this.listeners) listener(next?.user ?? null, isFresh);
  }
}
