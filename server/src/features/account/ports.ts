/** Dependencies on other features; app.ts passes them. */
import type { Locale } from '@foyer/contract';
import type { Hasher } from './passwords/passwordHasher.ts';
import type { AttemptCounter, Sessions, SignInByLink } from '#platform/identity';

export interface AccountPorts {
  /** The venue's name in a language, for mails. */
  readonly venueName: (locale: Locale) => string;
  readonly sessions: Pick<Sessions, 'endAll'>;
  readonly signInByLink: SignInByLink;
  /**
   * Undefined if users cannot register themselves. `allowedDomains`: email domains that may register, lower case and in ASCII;
   * an empty list allows all.
   */
  readonly registration: () => { readonly allowedDomains: readonly string[] } | undefined;
  readonly attempts: AttemptCounter;
  /** The personal data of a user in all features. */
  readonly personalData: {
    export(accountId: string): Promise<Record<string, unknown>>;
    /** Stops at the first failure, and may be called again. */
    erase(accountId: string): Promise<void>;
  };
  /** Default: argon2id, at most one hash per core at a time. */
  readonly hasher?: Hasher | undefined;
}
