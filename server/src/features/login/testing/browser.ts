/** A minimal browser for tests of OIDC and SAML logins, and servers with identity providers. */
import { refreshSession, type IdTokenClaims } from '@foyer/contract';
import { expect } from 'vitest';
import { startFoyer, type Foyer } from '#testing/foyer';

/** Starts a server whose login file lists these providers. Its clock shows the real time, as the providers' clocks do. */
export async function startWithProviders(
  providers: readonly object[],
  env: Readonly<Record<string, string>> = {},
): Promise<Foyer> {
  const foyer = await startFoyer({ login: { providers }, env });
  foyer.advance(Date.now() - foyer.now);
  return foyer;
}

/** Stores cookies by host, follows redirects and submits forms. */
export class TestBrowser {
  private readonly foyer: Foyer;
  private readonly jars = new Map<string, Map<string, string>>();
  /** URLs of all redirects, in order. */
  readonly visited: string[] = [];

  /** @param cookies initial cookies for Foyer */
  constructor(foyer: Foyer, cookies: ReadonlyMap<string, string> = new Map()) {
    this.foyer = foyer;
    this.jars.set(new URL(this.publicUrl).host, new Map(cookies));
  }

  /** Sends one request without following redirects. */
  async request(address: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address, this.publicUrl);
    const jar = this.jarFor(url);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(cookie === '' ? {} : { cookie }), ...(init.headers as Record<string, string>) };
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) storeCookie(jar, line);
    return response;
  }

  /** Follows redirects to a page, or until Foyer redirects to a page of the web app. */
  async open(address: string, init: RequestInit = {}): Promise<{ url: string; html: string }> {
    let url = new URL(address, this.publicUrl);
    let response = await this.request(url.href, init);
    for (let hops = 0; hops < 12; hops += 1) {
      const location = response.headers.get('location');
      if (location === null) return { url: url.href, html: await response.text() };
      url = new URL(location, url);
      this.visited.push(url.href);
      if (url.origin === this.publicUrl && !url.pathname.startsWith('/auth/'))
        return { url: url.href, html: '' };
      response = await this.request(url.href);
    }
    throw new Error('too many redirects');
  }

  /** Submits the form of a page with the button of this value. A cross-site post is sent without cookies. */
  async submit(page: { url: string; html: string }, button?: string): Promise<{ url: string; html: string }> {
    const [address, body] = formOf(page, button);
    const isCrossSite = new URL(address).origin !== new URL(page.url).origin;
    return this.open(address, { method: 'POST', body, ...(isCrossSite ? { headers: { cookie: '' } } : {}) });
  }

  /** Submits a form at the provider and follows its redirects. Returns the URL of Foyer it redirects to, without requesting it. */
  async submitUntilReturn(page: { url: string; html: string }, button: string): Promise<string> {
    const [address, body] = formOf(page, button);
    let response = await this.request(address, { method: 'POST', body });
    for (let url = new URL(address); ;) {
      const location = response.headers.get('location');
      if (location === null) throw new Error(`the provider does not redirect from ${url.href}`);
      url = new URL(location, url);
      if (url.origin === this.publicUrl) return url.href;
      response = await this.request(url.href);
    }
  }

  /** Posts a form like a page of another origin: without cookies (SameSite=Lax). */
  async postCrossSite(address: string, fields: Readonly<Record<string, string>>): Promise<{ url: string }> {
    return this.open(address, { method: 'POST', body: new URLSearchParams(fields), headers: { cookie: '' } });
  }

  cookies(): ReadonlyMap<string, string> {
    return this.jarFor(new URL(this.publicUrl));
  }

  /** The claims of this browser's session; undefined without a session. */
  async session(): Promise<IdTokenClaims | undefined> {
    const response = await this.request(`/api${refreshSession.path}`, {
      method: 'POST',
      headers: { origin: this.foyer.running.config.publicUrl },
    });
    if (response.status === 401) return undefined;
    expect(response.status).toBe(200);
    const { idToken } = (await response.json()) as { idToken: string };
    return JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString()) as IdTokenClaims;
  }

  /** The origin of the server. */
  private get publicUrl(): string {
    return this.foyer.running.config.publicUrl;
  }

  private jarFor({ host }: URL): Map<string, string> {
    const jar = this.jars.get(host) ?? new Map<string, string>();
    this.jars.set(host, jar);
    return jar;
  }
}

function storeCookie(jar: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split('; ');
  const name = pair.slice(0, pair.indexOf('='));
  if (
    attributes.some(
      (attribute) => /^max-age=0$/i.test(attribute) || /^expires=Thu, 01 Jan 1970/i.test(attribute),
    )
  )
    jar.delete(name);
  else jar.set(name, pair.slice(pair.indexOf('=') + 1));
}

export function formOf(page: { url: string; html: string }, button?: string): [string, URLSearchParams] {
  const action = /<form[^>]*action="([^"]*)"/.exec(page.html)?.[1];
  if (action === undefined) throw new Error(`no form on ${page.url}: ${page.html.slice(0, 500)}`);
  const body = new URLSearchParams();
  for (const [input] of page.html.matchAll(/<input[^>]*type="hidden"[^>]*>/g)) {
    body.set(attributeOf(input, 'name'), attributeOf(input, 'value'));
  }
  if (button !== undefined) body.set('person', button);
  return [new URL(unescapeHtml(action), page.url).href, body];
}

const attributeOf = (tag: string, name: string): string =>
  unescapeHtml(new RegExp(`${name}="([^"]*)"`).exec(tag)?.[1] ?? '');
const unescapeHtml = (text: string): string =>
  text
    .replaceAll(/&#(x?)([0-9a-f]+);/gi, (_all, hex: string, code: string) =>
      String.fromCodePoint(Number.parseInt(code, hex ? 16 : 10)),
    )
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

/** The error code in the URL of the login page; undefined for other pages. */
export const loginErrorOf = (url: string): string | undefined =>
  new URL(url).pathname.endsWith('/login')
    ? (new URL(url).searchParams.get('loginError') ?? undefined)
    : undefined;

/** Expects that there is no session, and that the login page has the error code `error`. */
export async function expectRejected(browser: TestBrowser, url: string, error = 'loginError'): Promise<void> {
  expect(loginErrorOf(url)).toBe(error);
  expect([...browser.cookies().keys()].filter((name) => name.includes('refresh'))).toEqual([]);
  expect(await browser.session()).toBeUndefined();
}
