/** Users of a test server: creates accounts and signs them in through the HTTP API. */
import {
  createAccount,
  openGuestSession,
  signIn,
  type Locale,
  type OperatingMode,
  type Role,
} from '@foyer/contract';
import type { Calls, TestUserName } from '#testing/calls';

export const testPassword = 'a password for the tests';

/** A user with an account, signed in with one browser. */
export interface TestUser {
  readonly id: string;
  readonly email: string;
  readonly roles: readonly Role[];
  /** An ID token, valid for one hour of the test's clock. */
  readonly token: string;
  /** The browser's cookie, `foyer_refresh=…`. */
  readonly cookie: string;
  /** When the ID token expires, in milliseconds since 1970. */
  readonly expiresAt: number;
}

export interface TestUserOptions {
  readonly email?: string;
  readonly roles?: readonly Role[];
  readonly name?: string;
  readonly company?: string;
  readonly title?: string;
  readonly locale?: Locale;
}

const predefinedUsers = {
  attendee: { roles: [], name: 'Ada Attendee' },
  host: { roles: ['ROLE_HOST'], name: 'Henri Host' },
  designer: { roles: ['ROLE_DESIGNER'], name: 'Dana Designer' },
  administrator: { roles: ['ROLE_ADMIN'], name: 'Alex Administrator' },
} as const satisfies Record<TestUserName, TestUserOptions>;

export class TestUsers {
  private readonly foyer: Calls;
  private readonly predefined = new Map<TestUserName, Promise<TestUser>>();
  private created = 0;

  constructor(foyer: Calls) {
    this.foyer = foyer;
  }

  /** Returns a predefined user; the same each time, signed in again if the token has expired. */
  async of(name: TestUserName): Promise<TestUser> {
    const cached = await this.predefined.get(name);
    if (cached !== undefined && cached.expiresAt > this.foyer.now) return cached;
    const user =
      cached === undefined
        ? this.add({ email: `${name}@example.com`, ...predefinedUsers[name] })
        : this.signIn(cached.email).then((session) => ({ ...cached, ...session }));
    this.predefined.set(name, user);
    return user;
  }

  /** Creates an account with `testPassword` and signs it in. */
  async add(options: TestUserOptions = {}): Promise<TestUser> {
    const { email = `person-${++this.created}@example.com`, roles = [], ...rest } = options;
    const body = { email, roles: [...roles], password: testPassword, ...rest };
    const { account } = await this.foyer.must(createAccount, { body });
    return { id: account.userId, email, roles: account.roles, ...(await this.signIn(email)) };
  }

  /** Signs an account in with another browser. */
  async signIn(email: string, headers: Readonly<Record<string, string>> = {}, password = testPassword) {
    const signedIn = (mode: OperatingMode) =>
      this.foyer.call(signIn, { body: { email, password } }, { as: 'anonymous', mode, headers });
    const live = await signedIn('LIVE');
    // Without a password login in the login file, designers and administrators can still sign in to the stage.
    const response = live.error?.code === 'notFound' ? await signedIn('STAGE') : live;
    if (response.error) throw new Error(`${email} could not sign in: ${response.error.code}`);
    const { idToken, expiresAt } = response.body;
    return { token: idToken, cookie: readSetCookie(response.headers, 'foyer_refresh'), expiresAt };
  }

  /** Opens a guest session; `cookie` is the browser's cookie, `foyer_guest=…`. */
  async guest(): Promise<{ readonly token: string; readonly cookie: string }> {
    const response = await this.foyer.call(openGuestSession, {}, { as: 'anonymous' });
    if (response.error) throw new Error(`no guest: ${response.error.code}`);
    return { token: response.body.idToken, cookie: readSetCookie(response.headers, 'foyer_guest') };
  }
}

/**
 * The cookie with this name, with or without `__Host-`, that a response sets, as the browser sends it back; '' if there
 * is none.
 */
export const readSetCookie = (headers: Headers, name: string): string =>
  headers
    .getSetCookie()
    .find((cookie) => cookie.replace(/^__Host-/, '').startsWith(`${name}=`))
    ?.split(';')[0] ?? '';
