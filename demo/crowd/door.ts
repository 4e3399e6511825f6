/** How a simulated attendee gets in: over HTTP, by the calls that the web app makes. */
import { createHmac } from 'node:crypto';
import {
  getLoginOptions,
  getVenue,
  getVenueVersion,
  isLoginEnabled,
  openGuestSession,
  openRealtime,
  refreshSession,
  signIn,
  addAccount,
  listAccounts,
  type Architecture,
  type LoginConfiguration,
  type OpenedSession,
  type VenueVersion,
} from '@foyer/contract';
import type { MadeUpPerson } from './names.ts';

/** After the @ of everybody in a crowd. */
export const crowdDomain = 'crowd.example';
const listedAtOnce = 500;

export interface Session extends OpenedSession {
  /** What refreshes it. */
  readonly cookie: string;
}

export class Door {
  readonly #url: string;
  readonly #adminKey: string | undefined;
  #known: Promise<Set<string>> | undefined;

  constructor(url: string, adminKey?: string) {
    this.#url = url;
    this.#adminKey = adminKey;
  }

  /** Whether the venue asks for a login. Throws where nobody could log in with a password, or nobody made accounts. */
  async asksForLogin(): Promise<boolean> {
    const options = await this.#call<LoginConfiguration[]>(getLoginOptions);
    if (!isLoginEnabled(options)) return false;
    const passwords = options.some(({ idpProvider }) =>
      idpProvider.some(({ providerID }) => providerID === 'password'),
    );
    if (!passwords) throw new Error('This venue has no login by email and password, which a crowd needs.');
    if (this.#adminKey === undefined)
      throw new Error('This venue asks for a login: the crowd needs ADMIN_KEY to make accounts for itself.');
    return true;
  }

  /** Ids of the areas of the live venue. */
  async areas(session: Session): Promise<readonly string[]> {
    const { publishedArchitectureId } = await this.#call<VenueVersion>(getVenueVersion, { session });
    if (publishedArchitectureId === null) throw new Error('No venue is published here.');
    const venue = await this.#call<{ architectures: Architecture[] }>(getVenue, {
      session,
      query: `?architectureId=${encodeURIComponent(publishedArchitectureId)}`,
    });
    return venue.architectures[0]?.areas.map(({ id }) => id) ?? [];
  }

  guest(): Promise<Session> {
    return this.#open(openGuestSession.path);
  }

  /** Signs a made-up person in, after making their account where there is none. */
  async attendee(email: string, person: MadeUpPerson): Promise<Session> {
    // Known to whoever has the key, and to nobody else: these accounts stay on a server that is in earnest.
    const password = createHmac('sha256', this.#adminKey ?? '')
      .update(email)
      .digest('base64url');
    const credentials = { email, password };
    const known = await (this.#known ??= this.#crowdAccounts());
    if (!known.has(email)) {
      await this.#send(addAccount, { body: { ...credentials, ...person }, key: this.#adminKey });
      known.add(email);
    }
    return this.#open(signIn.path, credentials);
  }

  /** Emails of the crowd that have accounts from an earlier time: trying them out would count as guessing. */
  async #crowdAccounts(): Promise<Set<string>> {
    const emails = new Set<string>();
    for (let after: string | undefined = ''; after !== undefined;) {
      const query = new URLSearchParams({
        q: crowdDomain,
        limit: String(listedAtOnce),
        ...(after && { after }),
      });
      const to = { method: listAccounts.method, path: `${listAccounts.path}?${query.toString()}` };
      const answer = await this.#send(to, { key: this.#adminKey });
      const page = (await answer.json()) as { accounts: { email: string }[]; next?: string };
      for (const { email } of page.accounts) emails.add(email);
      after = page.next;
    }
    return emails;
  }

  refresh({ cookie }: Session): Promise<Session> {
    return this.#open(refreshSession.path, undefined, cookie);
  }

  async ticket(session: Session): Promise<string> {
    return (await this.#call<{ ticket: string }>(openRealtime, { session })).ticket;
  }

  async #open(path: string, body?: object, cookie?: string): Promise<Session> {
    const answer = await this.#send({ method: 'POST', path }, { body, cookie });
    const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
    return { ...((await answer.json()) as OpenedSession), cookie: cookies.join('; ') || (cookie ?? '') };
  }

  async #call<T>(
    endpoint: { readonly method: string; readonly path: string },
    { session, query = '' }: { session?: Session; query?: string } = {},
  ): Promise<T> {
    const to = { method: endpoint.method, path: endpoint.path + query };
    return (await (await this.#send(to, { key: session?.idToken })).json()) as T;
  }

  async #send(
    { method, path }: { readonly method: string; readonly path: string },
    {
      body,
      cookie,
      key,
    }: { body?: object | undefined; cookie?: string | undefined; key?: string | undefined } = {},
  ): Promise<Response> {
    const answer = await fetch(`${this.#url}/api${path}`, {
      method,
      headers: {
        origin: this.#url,
        ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
        ...(cookie === undefined ? {} : { cookie }),
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
    });
    if (answer.ok) return answer;
    const { errMsg = '' } = (await answer.json().catch(() => ({}))) as { errMsg?: string };
    throw new Error(`${method} ${path}: ${answer.status} ${errMsg}`);
  }
}
