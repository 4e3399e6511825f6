/** People of a test server: accounts that are made and signed in by the calls that everybody uses. */
import {
  addAccount,
  openGuestSession,
  signIn,
  type Locale,
  type OperatingMode,
  type Role,
} from '@foyer/contract';
import type { Calls, CastName } from '#testing/calls';

export const testPassword = 'a password for the tests';

/** A person with an account, signed in with one browser. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly roles: readonly Role[];
  /** An ID token, good for an hour of the test's clock. */
  readonly token: string;
  /** What the browser has, `foyer_refresh=…`. */
  readonly cookie: string;
  /** Milliseconds since 1970: when the ID token runs out. */
  readonly expiresAt: number;
}

export interface PersonOptions {
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
} as const satisfies Record<CastName, PersonOptions>;

export class People {
  private readonly foyer: Calls;
  private readonly known = new Map<CastName, Promise<Person>>();
  private made = 0;

  constructor(foyer: Calls) {
    this.foyer = foyer;
  }

  /** One of the cast; the same person each time, signed in anew when the token has run out. */
  async of(name: CastName): Promise<Person> {
    const known = await this.known.get(name);
    if (known !== undefined && known.expiresAt > this.foyer.now) return known;
    const person =
      known === undefined
        ? this.add({ email: `${name}@example.com`, ...cast[name] })
        : this.signIn(known.email).then((session) => ({ ...known, ...session }));
    this.known.set(name, person);
    return person;
  }

  /** Makes an account with `testPassword` and signs it in. */
  async add(options: PersonOptions = {}): Promise<Person> {
    const { email = `person-${++this.made}@example.com`, roles = [], ...rest } = options;
    const body = { email, roles: [...roles], password: testPassword, ...rest };
    const { account } = await this.foyer.must(addAccount, { body });
    return { id: account.userId, email, roles: account.roles, ...(await this.signIn(email)) };
  }

  /** Signs an account in with one more browser. */
  async signIn(email: string, headers: Readonly<Record<string, string>> = {}) {
    const signedIn = (mode: OperatingMode) =>
      this.foyer.call(signIn, { body: { email, password: testPassword } }, { as: 'nobody', mode, headers });
    const live = await signedIn('LIVE');
    // Where the login file has no password the stage takes it, from those whom it is for.
    const answer = live.fault?.code === 'notFound' ? await signedIn('STAGE') : live;
    if (answer.fault) throw new Error(`${email} could not sign in: ${answer.fault.code}`);
    const { idToken, expiresAt } = answer.body;
    return { token: idToken, cookie: cookieOf(answer.headers, 'foyer_refresh'), expiresAt };
  }

  /** The identity of a new visitor; `cookie` is what the browser has, `foyer_guest=…`. */
  async guest(): Promise<{ readonly token: string; readonly cookie: string }> {
    const answer = await this.foyer.call(openGuestSession, {}, { as: 'nobody' });
    if (answer.fault) throw new Error(`no guest: ${answer.fault.code}`);
    return { token: answer.body.idToken, cookie: cookieOf(answer.headers, 'foyer_guest') };
  }
}

/** Of the cookies that an answer sets, the one of this name, `__Host-` or not, as a browser sends it back; '' where there is none. */
export const cookieOf = (headers: Headers, name: string): string =>
  headers
    .getSetCookie()
    .find((cookie) => cookie.replace(/^__Host-/, '').startsWith(`${name}=`))
    ?.split(';')[0] ?? '';
