/** Accounts: who may sign in, their passwords and their roles. */
import { AccountDirectory } from './account.directory.ts';
import { PasswordHasher, type Hasher } from './account.hash.ts';
import { AccountStore } from './account.store.ts';
import { accountMigrations, type AccountTables } from './account.tables.ts';
import type { Clock } from '#platform/clock';
import type { Feature } from '#platform/feature';
import type { Accounts } from '#platform/identity';
import type { Storage } from '#platform/storage/storage';

export type { AccountTables } from './account.tables.ts';

export interface AccountFeatureParts {
  readonly storage: Storage<AccountTables>;
  readonly clock: Clock;
  /** argon2id with one hash per core at a time unless told. */
  readonly hasher?: Hasher;
}

export interface AccountFeature extends Feature {
  readonly accounts: Accounts;
}

export function createAccountFeature(parts: AccountFeatureParts): AccountFeature {
  const { storage, clock, hasher = new PasswordHasher() } = parts;
  const store = new AccountStore(storage);
  return {
    name: 'account',
    accounts: new AccountDirectory({ store, hasher, clock }),
    migrations: accountMigrations,
    routes: [],
  };
}
