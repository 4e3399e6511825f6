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
import { shownLanguage } from '../i18n/i18n.ts';
import { now } from '../time/serverTime.ts';
import { ApiError } from '../api/apiError.ts';
import type { AttendeeService, Backend, SignOutScope, UserListener } from './backend.ts';
import { clearSessionMark } from '../session/sessionMark.ts';
import { runAfter } from '../time/timers.ts';
import { readToken, type HeldToken } from './idToken.ts';
import { browserTabs, type TabNews, type Tabs } from './tabs.ts';

/** A token that runs out within this time counts as run out: it has a way to go. */
const marginMs = 10_000;
/** So long a sign-in that was given up may still be answered, and ended; then the next one need not wait for it. */
const givenUpMs = 3_000;

/** Calls that nobody repeats by themselves (ERROR-04), whose refusals say nothing about a session that is here. */
const quiet = { report: 'console', retry: false, keepsSession: true, withoutToken: true } as const;

/** What our server says of a session that is none. A proxy's 403 or 404 has no such word. */
const refusals: readonly unknown[] = ['unauthorized', 'forbidden', 'accountBlocked', 'notFound'];
const isRefusal = (error: unknown): boolean => error instanceof ApiError && refusals.includes(error.refusal);

export class EmbeddedBackend implements Backend {
  private readonly tabs: Tabs;
  private readonly listeners = new Set<UserListener>();
  private held: HeldToken | undefined;
  private renewing: Promise<void> | undefined;
  private signingIn: Promise<void> = Promise.resolve();

  constructor(tabs: Tabs = browserTabs()) {
    this.tabs = tabs;
    tabs.onNews((news) => this.hear(news));
  }

  onUser(listener: UserListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  async restore(): Promise<void> {
    await this.renew().catch((error: unknown) => {
      // Whoever has not been here for long is nobody; that is no fault.
      if (!isRefusal(error)) throw error;
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
      cancel = runAfter(givenUpMs, () => hanging.abort());
    };
    givenUp?.addEventListener('abort', giveTime, { once: true });
    try {
      const session = await call(signIn, { ...quiet, signal: hanging.signal, body: { email, password } });
      const isIn = this.held?.user.userId === readToken(session).user.userId;
      // Whoever has come in by another tab meanwhile has not given this one up.
      if (!givenUp?.aborted || isIn) this.take(session, !givenUp?.aborted);
      else await this.endUnwanted(session);
    } finally {
      cancel?.();
      givenUp?.removeEventListener('abort', giveTime);
    }
  }

  /** Ends a session of which nobody was told, and no other one that the browser's cookie may belong to by now. */
  private async endUnwanted({ idToken }: OpenedSession): Promise<void> {
    // A guest has none.
    if (this.held === undefined || this.held.user.kind === 'guest') clearSessionMark();
    const body = { everywhere: false };
    await call(signOut, { ...quiet, as: idToken, keepalive: true, body }).catch(() => undefined);
  }

  async signInAnonymously(): Promise<void> {
    const before = this.held;
    const session = await call(openGuestSession, quiet);
    // Whoever has signed in meanwhile stays who they are.
    if (this.held === before) this.take(session);
  }

  startProvider(providerId: string, redirect: string): void {
    const query = new URLSearchParams({ redirect: `${base}${redirect}` });
    location.assign(`/auth/${encodeURIComponent(providerId)}/start?${query}`);
  }

  async sendPasswordReset(email: string, returnTo: string): Promise<void> {
    const locale = shownLanguage() as Locale;
    await call(requestPasswordReset, { ...quiet, body: { email, locale, ...returnToOf(returnTo) } });
  }

  async idToken({ renew = false }: { readonly renew?: boolean } = {}): Promise<string | null> {
    if (this.held && (renew || this.held.expiresAt - marginMs <= now())) await this.renew();
    return this.held?.idToken ?? null;
  }

  async signOut(scope: SignOutScope): Promise<void> {
    const kind = this.held?.user.kind;
    if (kind === undefined) return;
    // A page that is closed over it still signs out.
    const end = () =>
      call(signOut, { ...quiet, keepalive: true, body: { everywhere: scope === 'everywhere' } });
    // Every device is a promise to the person: it is kept first. Out of this browser one is at once.
    if (scope === 'everywhere') await end();
    this.report(undefined);
    if (scope === 'tab' || kind === 'guest') return;
    clearSessionMark();
    if (kind === 'account') this.tabs.tell({ type: 'signedOut' });
    if (scope === 'browser') await end().catch(() => undefined);
  }

  async attendees(): Promise<AttendeeService> {
    return (await import('./embeddedAttendees.ts')).embeddedAttendees;
  }

  /** One renewal at a time, in this tab and, under their lock, in all. */
  private renew(): Promise<void> {
    this.renewing ??= this.renewAlone().finally(() => {
      this.renewing = undefined;
    });
    return this.renewing;
  }

  private async renewAlone(): Promise<void> {
    const before = this.held;
    await this.tabs.alone(async () => {
      // Another tab was first, or somebody signed out while this one waited.
      if (this.held !== before) return;
      try {
        const session = await call(before?.user.kind === 'guest' ? openGuestSession : refreshSession, quiet);
        if (this.held === before) this.take(session);
      } catch (error) {
        // It speaks of somebody who has left, or has become somebody else.
        if (this.held !== before) return;
        if (isRefusal(error)) this.report(undefined);
        throw error;
      }
    });
  }

  /** A session of this tab's own making. */
  private take(session: OpenedSession, isFresh = false): void {
    this.report(readToken(session), isFresh);
    if (this.held?.user.kind === 'account') this.tabs.tell({ type: 'token', base, session });
  }

  private hear(news: TabNews): void {
    const kind = this.held?.user.kind;
    if (news.type === 'signedOut') {
      if (kind === 'account') this.report(undefined);
      return;
    }
    const heard = readToken(news.session);
    // Who signs in for the venue has not asked to be somebody else on a stage that is open beside it.
    const isNews = kind !== 'stage' && news.base === base;
    if (isNews || heard.user.userId === this.held?.user.userId) this.report(heard);
  }

  private report(next: HeldToken | undefined, isFresh = false): void {
    this.held = next;
    for (const listener of this.listeners) listener(next?.user ?? null, isFresh);
  }
}
