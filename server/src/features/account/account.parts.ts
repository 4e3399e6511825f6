/** What the parts of this feature share. */
import type { AccountDirectory } from './account.directory.ts';
import type { Hasher } from './account.hash.ts';
import type { AccountLinks } from './account.links.ts';
import type { AccountMails } from './account.mails.ts';
import type { AccountPorts } from './account.ports.ts';
import type { AccountStore } from './account.store.ts';
import type { Changes } from '#platform/changes';
import type { Clock } from '#platform/clock';
import type { Log } from '#platform/log/log';

export interface AccountParts extends Omit<AccountPorts, 'hasher'> {
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
