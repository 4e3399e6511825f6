/** What accounts need of others; passed by app.ts. */
import type { Locale } from '@foyer/contract';
import type { Hasher } from './passwords/passwordHasher.ts';
import type { PersonalData } from '#platform/feature';
import type { AttemptCounter, Sessions } from '#platform/identity';

export interface AccountPorts {
  /** What the venue is called in a language, for mails. */
  readonly venueName: (locale: Locale) => string;
  readonly sessions: Pick<Sessions, 'endAll'>;
  /** Whether people may make accounts themselves, and with which hosts, lower case and in ASCII (none named: any). */
  readonly registration: () => { readonly allowedDomains: readonly string[] } | undefined;
  readonly attempts: AttemptCounter;
  /** What all features hold of users, in the order in which it is exported and erased. */
  readonly personalData: () => readonly PersonalData[];
  /** argon2id with one hash per core at a time by default. */
  readonly hasher?: Hasher | undefined;
}
