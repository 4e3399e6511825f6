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

const cast = {
  attendee: { roles: [], name: 'Ada Attendee' },
  host: { roles: ['ROLE_HOST'], name: 'Henri Host' },
  designer: { roles: ['ROLE_DESIGNER'], name: 'Dana Designer' },
  administrator: { roles: ['ROLE_ADMIN'], name: 'Alex Administrator' },
} as const satisfies Record<TestUserName, TestUserOptions>;

export class TestUsers {
  private readonly foyer: Calls;
  private readonly known = new Map<TestUserName, Promise<TestUser>>();
  private made = 0;

  constructor(foyer: Calls) {
    this.foyer = foyer;
  }

  /** Returns a predefined user; the same each time, signed in again if the token has expired. */
  async of(name: TestUserName): Promise<TestUser> {
    const known = await this.known.get(name);
    if (known !== undefined && known.expiresAt > this.foyer.now) return known;
    const person =
      known === undefined
        ? this.add({ email: `${name}@example.com`, ...cast[name] })
        : this.signIn(known.email).then((session) => ({ ...known, ...session }));
    this.known.set(name, person);
    return person;
  }

  /** Creates an account with `testPassword` and signs it in. */
  async add(options: TestUserOptions = {}): Promise<TestUser> {
    const { email = `person-${++this.made}@example.com`, roles = [], ...rest } = options;
    const body = { email, roles: [...roles], password: testPassword, ...rest };
    const { account } = await this.foyer.must(createAccount, { body });
    return { id: account.userId, email, roles: account.roles, ...(await this.signIn(email)) };
  }

  /** Signs an account in with another browser. */
  async signIn(email: string, headers: Readonly<Record<string, string>> = {}) {
    const signedIn = (mode: OperatingMode) =>
      this.foyer.call(signIn, { body: { email, password: testPassword } }, { as: 'nobody', mode, headers });
    const live = await signedIn('LIVE');
    // Without a password login in the login file, designers and administrators can still sign in to the stage.
    const answer = live.fault?.code === 'notFound' ? await signedIn('STAGE') : live;
    if (answer.fault) throw new Error(`${email} could not sign in: ${answer.fault.code}`);
    const { idToken, expiresAt } = answer.body;
    return { token: idToken, cookie: readSetCookie(answer.headers, 'foyer_refresh'), expiresAt };
  }

  /** Opens a guest session; `cookie` is the browser's cookie, `foyer_guest=…`. */
  async guest(): Promise<{ readonly token: string; readonly cookie: string }> {
    const answer = await this.foyer.call(openGuestSession, {}, { as: 'nobody' });
    if (answer.fault) throw new Error(`no guest: ${answer.fault.code}`);
    return { token: answer.body.idToken, cookie: readSetCookie(answer.headers, 'foyer_guest') };
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
