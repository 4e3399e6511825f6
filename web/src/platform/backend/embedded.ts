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
import { base } from '../base.ts';
import { shownLanguage } from '../i18n/i18n.ts';
import { now } from '../serverTime.ts';
import { ApiError } from '../api/apiError.ts';
import type { AttendeeService, Backend, BackendUser, SignOutScope } from './backend.ts';
import { clearSessionMark } from '../session/sessionMark.ts';
import { readToken, type HeldToken } from './idToken.ts';
import { browserTabs, type TabNews, type Tabs } from './tabs.ts';

/** A token that runs out within this time counts as run out: it has a way to go. */
const marginMs = 10_000;

/** Calls that nobody repeats by themselves (ERROR-04), whose refusals say nothing about a session that is here. */
const quiet = { report: 'console', retry: false, keepsSession: true, withoutToken: true } as const;

/** What our server says of a session that is none. A proxy's 403 or 404 has no such word. */
const refusals: readonly unknown[] = ['unauthorized', 'forbidden', 'accountBlocked', 'notFound'];
const isRefusal = (error: unknown): boolean => error instanceof ApiError && refusals.includes(error.refusal);

export class EmbeddedBackend implements Backend {
  private readonly tabs: Tabs;
  private readonly listeners = new Set<(user: BackendUser | null) => void>();
  private held: HeldToken | undefined;
  private renewing: Promise<void> | undefined;

  constructor(tabs: Tabs = browserTabs()) {
    this.tabs = tabs;
    tabs.onNews((news) => this.hear(news));
  }

  onUser(listener: (user: BackendUser | null) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  async restore(): Promise<void> {
    await this.renew().catch((error: unknown) => {
      // Whoever has not been here for long is nobody; that is no fault.
      if (!isRefusal(error)) throw error;
    });
  }

  async signInWithPassword(email: string, password: string): Promise<void> {
    this.take(await call(signIn, { ...quiet, body: { email, password } }));
  }

  async signInAnonymously(): Promise<void> {
    this.take(await call(openGuestSession, quiet));
  }

  startProvider(providerId: string, redirect: string): void {
    const query = new URLSearchParams({ redirect: `${base}${redirect}` });
    location.assign(`/auth/${encodeURIComponent(providerId)}/start?${query}`);
  }

  async sendPasswordReset(email: string, returnTo: string): Promise<void> {
    const locale = shownLanguage() as Locale;
    await call(requestPasswordReset, { ...quiet, body: { email, locale, returnTo: `${base}${returnTo}` } });
  }

  async idToken({ renew = false }: { readonly renew?: boolean } = {}): Promise<string | null> {
    if (this.held && (renew || this.held.expiresAt - marginMs <= now())) await this.renew();
    return this.held?.idToken ?? null;
  }

  async signOut(scope: SignOutScope): Promise<void> {
    const kind = this.held?.user.kind;
    if (kind === undefined) return;
    const end = () => call(signOut, { ...quiet, body: { everywhere: scope === 'everywhere' } });
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
        this.take(await call(before?.user.kind === 'guest' ? openGuestSession : refreshSession, quiet));
      } catch (error) {
        if (isRefusal(error)) this.report(undefined);
        throw error;
      }
    });
  }

  /** A session of this tab's own making. */
  private take(session: OpenedSession): void {
    this.report(readToken(session));
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

  private report(next: HeldToken | undefined): void {
    this.held = next;
    for (const listener of this.listeners) listener(next?.user ?? null);
  }
}
