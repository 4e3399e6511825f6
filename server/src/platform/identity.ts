/** What the features that let people in ask of each other; app.ts wires them. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Locale, OpenedSession, Role } from '@foyer/contract';

/** A person who may sign in. */
export interface Account {
  readonly id: string;
  /** As it was given, after NFKC; one account per address, whatever its case. */
  readonly email: string;
  readonly name: string;
  readonly company: string;
  readonly title: string;
  /** ROLE_ATTENDEE is always among them. */
  readonly roles: readonly Role[];
  readonly locale: Locale | undefined;
  readonly blocked: boolean;
  /** Invited or registered, and not confirmed: cannot sign in yet. */
  readonly pending: boolean;
  /** Another one for each password, of which it says nothing; '' without one. */
  readonly passwordMark: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** Whom an identity provider or an event platform vouches for. */
export interface ExternalPerson {
  /** 'cvent', 'bizzabo', or the id of an OIDC or SAML provider. */
  readonly provider: string;
  /** What the provider knows the person by, unique within it: never an email. */
  readonly subject: string;
  /** A person keeps their subject for good, as OpenID Connect has it: another one is another person. */
  readonly stableSubject?: boolean;
  readonly email: string;
  /** An unverified email never leads to an account that is there already. */
  readonly emailVerified: boolean;
  readonly name?: string | undefined;
  readonly company?: string | undefined;
  readonly title?: string | undefined;
}

/** The account feature, as sign-ins see it. */
export interface Accounts {
  find(accountId: string): Promise<Account | undefined>;
  /** Those that there are, in any order. */
  findAll(accountIds: readonly string[]): Promise<readonly Account[]>;
  /** Costs one hash whether or not there is such an account. At most one hash per core runs at a time. */
  verifyPassword(email: string, password: string): Promise<{ account: Account | undefined; right: boolean }>;
  /**
   * The account of a person from outside, made when there is none.
   * Refuses with `duplicateAccount` (the email has a password or another provider) or `accountBlocked`.
   */
  findOrCreate(person: ExternalPerson): Promise<{ account: Account; created: boolean }>;
  recordLogin(accountId: string): Promise<void>;
  /** Changes what people say of themselves, those that are named; '' takes one away. Nothing for an account that is gone. */
  updateDetails(
    accountId: string,
    changes: { readonly name?: string; readonly company?: string; readonly title?: string },
  ): Promise<void>;
}

/** A new session: what the browser is told, and the cookies it is given. */
export interface NewSession {
  readonly session: OpenedSession;
  /** Values of `Set-Cookie`. */
  readonly cookies: readonly string[];
}

/** The session feature, as sign-ins and accounts see it. */
export interface Sessions {
  /**
   * @param account as it was when the person showed that it is theirs. Refuses with `invalidCredentials` where it has been
   *   blocked, or got another password, since: no sign-in outruns what ends all sessions.
   */
  open(account: Account, by: { provider: string; headers: IncomingHttpHeaders }): Promise<NewSession>;
  /** Ends the sessions of an account, on every node, but for one where told; their ID tokens stop working. */
  endAll(accountId: string, exceptSessionId?: string): Promise<void>;
}

/** `fromLast`: forgotten two minutes after the last one, as failures of an account are; else so long after the first one. */
export interface AttemptLimit {
  readonly key: string;
  readonly limit: number;
  readonly fromLast: boolean;
  /** Two minutes unless told. */
  readonly windowMs?: number;
}

/** One that was counted; `cancel` when it turned out to be none. */
export interface Attempt {
  /** How many there are by now, in the order in which they were asked for. */
  readonly counts: readonly number[];
  cancel(): Promise<void>;
}

/** Counts what may not be done too often, for all nodes. */
export interface AttemptCounter {
  /** Counts an attempt of each of these, in this order, or of none. Throws `LimitReached`. */
  begin(counted: readonly AttemptLimit[]): Promise<Attempt>;
}

/** Thrown where the limit is reached. */
export class LimitReached extends Error {
  /** Seconds until the next attempt counts. */
  readonly retryAfter: number;
  constructor(retryAfter: number) {
    super('the limit is reached');
    this.retryAfter = retryAfter;
  }
}
