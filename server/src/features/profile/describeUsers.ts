/** Summaries of users for other users, from their accounts and pictures. */
import type { ProfileAccounts } from './ports.ts';
import type { ProfileStore } from './store.ts';

export interface UserSummary {
  readonly name: string;
  readonly company: string;
  readonly title: string;
  readonly host: boolean;
  /** Generation of the profile picture; absent without one. */
  readonly picture?: string;
}

/** Summaries of the accounts that others may see: not blocked or pending ones. */
export async function describeUsers(
  { accounts, store }: { readonly accounts: ProfileAccounts; readonly store: ProfileStore },
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, UserSummary>> {
  const [found, pictures] = await Promise.all([accounts.findAll(accountIds), store.pictures(accountIds)]);
  return new Map(
    found
      .filter(({ blocked, pending }) => !blocked && !pending)
      .map(({ id, name, company, title, roles }) => {
        const generation = pictures.get(id);
        const host = roles.includes('ROLE_HOST');
        const picture = generation === undefined ? {} : { picture: String(generation) };
        return [id, { name, company, title, host, ...picture }];
      }),
  );
}
