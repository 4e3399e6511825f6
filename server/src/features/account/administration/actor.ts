/** Who changes the accounts of others. */
import { accountOf, type AccountStore, type Changing } from '../store.ts';
import type { AccountRow } from '../tables.ts';
import type { Caller } from '#platform/http/route';
import { Refusal } from '#platform/refusal';

/** The name a change is written down under. */
export const actorOf = (caller: Caller): string => {
  if (caller.kind === 'account') return caller.accountId;
  return caller.kind === 'operator' ? caller.name : caller.kind;
};

/**
 * Locks these accounts and that of the administrator who changes them. What a node remembers of roles may be half a minute
 * old: refuses where this administrator is none any more.
 */
export async function lockForAdministrator(
  store: AccountStore,
  trx: Changing,
  { caller, ids }: { caller: Caller; ids: readonly string[] },
): Promise<readonly AccountRow[]> {
  if (caller.kind !== 'account') return store.lockAll(trx, ids);
  const rows = await store.lockAll(trx, [...ids, caller.accountId]);
  const own = rows.find(({ id }) => id === caller.accountId);
  if (own === undefined || own.blocked === 1 || !accountOf(own).roles.includes('ROLE_ADMIN'))
    throw new Refusal('forbidden', 'You do not administer this server any more.');
  return rows;
}
