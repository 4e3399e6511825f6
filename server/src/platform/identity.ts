/** The interfaces between the features of accounts, access, sessions and logins; app.ts connects them. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Locale, IssuedIdToken, OperatingMode, Role } from '@foyer/contract';

/** The account of a user. */
export interface Account {
  readonly id: string;
  /** As entered, normalized with NFKC. Emails are unique, ignoring case. */
  readonly email: string;
  readonly name: string;
  readonly company: string;
  readonly title: string;
  /** Always contains ROLE_ATTENDEE. */
  readonly roles: readonly Role[];
  readonly locale: Locale | undefined;
  readonly blocked: boolean;
  /** Invited or registered, but not confirmed: cannot sign in yet. */
  readonly pending: boolean;
  /** A hash of the stored password hash; changes with each password. Empty without a password. */
  readonly passwordFingerprint: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** A user as identified by an identity provider or an event platform. */
export interface ExternalUser {
  /** 'cvent', 'bizzabo', or the id of an OIDC or SAML provider. */
  readonly provider: string;
  /** The provider's unique id of the user; never an email. */
  readonly subject: string;
  /** Whether the subject of a user never changes, as in OpenID Connect: then another subject is another user. */
  readonly stableSubject?: boolean;
  readonly email: string;
  /** An unverified email never gives access to an existing account. */
  readonly emailVerified: boolean;
  readonly name?: string | undefined;
  readonly company?: string | undefined;
  readonly title?: string | undefined;
}

/** The part of the account feature that sign-ins use. */
export interface Accounts {
  find(accountId: string): Promise<Account | undefined>;
  /** Returns the accounts that exist, in any order. */
  findAll(accountIds: readonly string[]): Promise<readonly Account[]>;
  /** Computes one hash whether or not the account exists. At most one hash per core runs at a time. */
  verifyPassword(
    email: string,
    password: string,
  ): Promise<{ account: Account | undefined; isCorrect: boolean }>;
  /**
   * Returns the account of an external user, and creates it if there is none. Throws `duplicateAccount` (the email
   * has a password or another provider) or `accountBlocked`.
   */
  findOrCreate(user: ExternalUser): Promise<{ account: Account; created: boolean }>;
  recordLogin(accountId: string): Promise<void>;
  /** Updates the given details; '' removes one. Does nothing for a deleted account. */
  updateDetails(
    accountId: string,
    changes: { readonly name?: string; readonly company?: string; readonly title?: string },
  ): Promise<void>;
}

/** A browser with a stage session. */
export interface StageVisitor {
  /** `stage-…`, constant for the session. */
  readonly id: string;
  /** The hash of the cookie's token. */
  readonly sessionId: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** A new session: the response body and the cookies. */
export interface NewSession {
  readonly session: IssuedIdToken;
  /** Values of `Set-Cookie`. */
  readonly cookies: readonly string[];
}

/** The part of the session feature that sign-ins and accounts use. */
export interface Sessions {
  /**
   * @param account as it was when the user authenticated. Throws `invalidCredentials` if the account has been blocked
   * or its password changed since then, so that a concurrent sign-in does not survive the end of all sessions.
   */
  open(account: Account, by: { provider: string; headers: IncomingHttpHeaders }): Promise<NewSession>;
  /** The accounts that have signed in with their current password in this browser, by its device cookie. */
  knownAccounts(headers: IncomingHttpHeaders): Promise<readonly Account[]>;
  /** Ends all sessions of an account, on every node, optionally except one. Their ID tokens become invalid. */
  endAll(accountId: string, exceptSessionId?: string): Promise<void>;
}

/**
 * Opens a session for a user who has proved the email of the account with a link, and has set its password. Undefined if
 * the account cannot log in with a password in this mode.
 */
export type SignInByLink = (accountId: string, request: SignInRequest) => Promise<NewSession | undefined>;

/** What a sign-in needs to know about its HTTP request. */
export interface SignInRequest {
  readonly mode: OperatingMode;
  readonly headers: IncomingHttpHeaders;
  readonly address: string;
  readonly requestId: string;
}

/**
 * `fromLast`: the count expires two minutes after the last attempt, as for failed sign-ins; otherwise after the first
 * attempt.
 */
export interface AttemptLimit {
  readonly key: string;
  readonly limit: number;
  readonly fromLast: boolean;
  /** Default two minutes. */
  readonly windowMs?: number;
}

/** A counted attempt. `cancel` removes it from the counts, for example after a successful sign-in. */
export interface Attempt {
  /** The current counts, in the order of the keys. */
  readonly counts: readonly number[];
  cancel(): Promise<void>;
}

/** Counts rate-limited attempts over all nodes. */
export interface AttemptCounter {
  /** Counts an attempt for all keys, in this order, or for none. @throws LimitReached */
  begin(counted: readonly AttemptLimit[]): Promise<Attempt>;
}

/** Thrown if a rate limit is reached. */
export class LimitReached extends Error {
  /** Seconds until the next attempt is allowed. */
  readonly retryAfter: number;
  constructor(retryAfter: number) {
    super('Rate limit exceeded');
    this.retryAfter = retryAfter;
  }
}
