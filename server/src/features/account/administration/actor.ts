/** The actor of a change to other accounts: name for the audit log, check of the administrator role. */
import { toAccount, type AccountStore, type AccountTransaction } from '../store.ts';
import type { AccountRow } from '../tables.ts';
import type { Caller } from '#platform/http/route';
import { ApiError } from '#platform/apiError';

/** The actor's name in the audit log. */
export const actorName = (caller: Caller): string => {
  if (caller.kind === 'account') return caller.accountId;
  return caller.kind === 'operator' ? caller.name : caller.kind;
};

/**
 * Locks these accounts and that of the administrator who changes them. A node's cached roles may be half a minute old, so
 * this throws `forbidden` if the caller is no longer an administrator.
 */
export async function lockForAdministrator(
  store: AccountStore,
  trx: AccountTransaction,
  { caller, ids }: { caller: Caller; ids: readonly string[] },
): Promise<readonly AccountRow[]> {
  if (caller.kind !== 'account') return store.lockAll(trx, ids);
  const rows = await store.lockAll(trx, [...ids, caller.accountId]);
  const own = rows.find(({ id }) => id === caller.accountId);
  if (own === undefined || own.blocked === 1 || !toAccount(own).roles.includes('ROLE_ADMIN'))
    throw new ApiError('forbidden', 'You are no longer an administrator.');
  return rows;
}
