/** What accounts need of others; wired in app.ts. */
import type { Locale } from '@foyer/contract';
import type { Hasher } from './account.hash.ts';
import type { AccountTables } from './account.tables.ts';
import type { Clock } from '#platform/clock';
import type { AttemptCounter, Sessions } from '#platform/identity';
import type { Log } from '#platform/log/log';
import type { Mail } from '#platform/mail/mail';
import type { Storage } from '#platform/storage/storage';

/** What a feature adds to the export of an account, under its name. */
export interface AccountExport {
  readonly name: string;
  /** A value for JSON. */
  of(accountId: string): Promise<unknown>;
}

/** What a feature does when an account goes: it deletes what was the person's, and makes anonymous what others need. */
export type AccountGone = (accountId: string) => Promise<void>;

export interface AccountFeatureParts {
  readonly storage: Storage<AccountTables>;
  readonly clock: Clock;
  readonly log: Log;
  readonly mail: Mail;
  readonly publicUrl: string;
  readonly defaultLocale: Locale;
  /** What the venue is called in a language, for mails. */
  readonly venueName: (locale: Locale) => string;
  readonly sessions: Pick<Sessions, 'endAll'>;
  /** Whether people may make accounts themselves, and with which hosts, lower case and in ASCII (none named: any). */
  readonly registration: () => { readonly allowedDomains: readonly string[] } | undefined;
  readonly attempts: AttemptCounter;
  readonly exports: readonly AccountExport[];
  readonly onDelete: readonly AccountGone[];
  /** Called after what a person may do has changed: roles, a block, the end of the account. */
  readonly onRights: (accountId: string) => void;
  /** Called after what others see of a person has changed: names, roles, a block, the end of the account. */
  readonly onChange: (accountId: string) => void;
  /** argon2id with one hash per core at a time unless told. */
  readonly hasher?: Hasher;
}
