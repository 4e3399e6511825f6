/** What the parts of this feature share. */
import type { AccountDirectory } from './account.directory.ts';
import type { Hasher } from './account.hash.ts';
import type { AccountLinks } from './account.links.ts';
import type { AccountMails } from './account.mails.ts';
import type { AccountFeatureParts } from './account.ports.ts';
import type { AccountStore } from './account.store.ts';

export interface AccountParts extends Omit<AccountFeatureParts, 'storage' | 'mail' | 'hasher'> {
  readonly store: AccountStore;
  readonly links: AccountLinks;
  readonly mails: AccountMails;
  readonly hasher: Hasher;
  readonly directory: AccountDirectory;
}
