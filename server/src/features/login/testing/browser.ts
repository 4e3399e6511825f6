/** A browser as far as redirect logins need one, and servers with identity providers. */
import { refreshSession, type IdTokenClaims } from '@foyer/contract';
import { expect } from 'vitest';
import { startFoyer, type Foyer } from '#testing/foyer';

/** A server whose login file lists these providers; its clock is that of the machine, as its peers' are. */
export async function startWithProviders(
  providers: readonly object[],
  env: Readonly<Record<string, string>> = {},
): Promise<Foyer> {
  const foyer = await startFoyer({ login: { providers }, env });
  foyer.pass(Date.now() - foyer.now);
  return foyer;
}

/** Keeps cookies by host, goes where it is sent, and presses buttons. */
export class TestBrowser {
  private readonly foyer: Foyer;
  private readonly jars = new Map<string, Map<string, string>>();
  /** The addresses it was sent to, in order. */
  readonly visited: string[] = [];

  /** `cookies` are those it has for Foyer to begin with. */
  constructor(foyer: Foyer, cookies: ReadonlyMap<string, string> = new Map()) {
    this.foyer = foyer;
    this.jars.set(new URL(this.publicUrl).host, new Map(cookies));
  }

  /** One request; redirects are not followed. */
  async request(address: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address, this.publicUrl);
    const jar = this.jarFor(url);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(cookie === '' ? {} : { cookie }), ...(init.headers as Record<string, string>) };
    const answer = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of answer.headers.getSetCookie()) storeCookie(jar, line);
    return answer;
  }

  /** Follows redirects until there is a page, or until Foyer sends to a page of the web app. */
  async open(address: string, init: RequestInit = {}): Promise<{ url: string; html: string }> {
    let url = new URL(address, this.publicUrl);
    let answer = await this.request(url.href, init);
    for (let hops = 0; hops < 12; hops += 1) {
      const location = answer.headers.get('location');
      if (location === null) return { url: url.href, html: await answer.text() };
      url = new URL(location, url);
      this.visited.push(url.href);
      if (url.origin === this.publicUrl && !url.pathname.startsWith('/auth/'))
        return { url: url.href, html: '' };
      answer = await this.request(url.href);
    }
    throw new Error('too many redirects');
  }

  /** Posts the one form of a page, with the button that has this value; as pages of others do, without our cookies. */
  async submit(page: { url: string; html: string }, button?: string): Promise<{ url: string; html: string }> {
    const [address, body] = formOf(page, button);
    const elsewhere = new URL(address).origin !== new URL(page.url).origin;
    return this.open(address, { method: 'POST', body, ...(elsewhere ? { headers: { cookie: '' } } : {}) });
  }

  /** Presses a button at the provider and follows it there. Returns the address of ours that it then sends to, not taken. */
  async submitUntilReturn(page: { url: string; html: string }, button: string): Promise<string> {
    const [address, body] = formOf(page, button);
    let answer = await this.request(address, { method: 'POST', body });
    for (let url = new URL(address); ;) {
      const location = answer.headers.get('location');
      if (location === null) throw new Error(`the provider stays at ${url.href}`);
      url = new URL(location, url);
      if (url.origin === this.publicUrl) return url.href;
      answer = await this.request(url.href);
    }
  }

  /** Sends a posted form as a page of another origin does: cookies of ours stay at home (SameSite=Lax). */
  async postCrossSite(address: string, fields: Readonly<Record<string, string>>): Promise<{ url: string }> {
    return this.open(address, { method: 'POST', body: new URLSearchParams(fields), headers: { cookie: '' } });
  }

  cookies(): ReadonlyMap<string, string> {
    return this.jarFor(new URL(this.publicUrl));
  }

  /** The claims of this browser's session; undefined where it has none. */
  async session(): Promise<IdTokenClaims | undefined> {
    const answer = await this.request(`/api${refreshSession.path}`, {
      method: 'POST',
      headers: { origin: this.foyer.running.config.publicUrl },
    });
    if (answer.status === 401) return undefined;
    expect(answer.status).toBe(200);
    const { idToken } = (await answer.json()) as { idToken: string };
    return JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString()) as IdTokenClaims;
  }

  /** The address that people and providers know. */
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
  if (action === undefined) throw new Error(`there is no form on ${page.url}: ${page.html.slice(0, 500)}`);
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

/** What the login page is told, where a login came to nothing. */
export const loginErrorOf = (url: string): string | undefined =>
  new URL(url).pathname.endsWith('/login')
    ? (new URL(url).searchParams.get('loginError') ?? undefined)
    : undefined;

/** Nothing of this came to a session, and the login page is told `told`. */
export async function expectRejected(browser: TestBrowser, url: string, told = 'loginError'): Promise<void> {
  expect(loginErrorOf(url)).toBe(told);
  expect([...browser.cookies().keys()].filter((name) => name.includes('refresh'))).toEqual([]);
  expect(await browser.session()).toBeUndefined();
}
