/** Dependencies that the classes of this feature share. */
import type { AccountDirectory } from './directory.ts';
import type { Hasher } from './passwords/passwordHasher.ts';
import type { AccountLinks } from './mail/links.ts';
import type { AccountMails } from './mail/mails.ts';
import type { AccountPorts } from './ports.ts';
import type { AccountStore } from './store.ts';
import type { Changes } from '#platform/changes';
import type { Clock } from '#platform/clock';
import type { Log } from '#platform/log/log';

export interface AccountDeps extends Omit<AccountPorts, 'hasher'> {
  readonly clock: Clock;
  readonly log: Log;
  readonly publicUrl: string;
  readonly changes: Changes;
  readonly store: AccountStore;
  readonly links: AccountLinks;
  readonly mails: AccountMails;
  readonly hasher: Hasher;
  readonly directory: AccountDirectory;
}
