/** Creates accounts from a CSV list, all or none, and queues their invitations. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { CompiledQuery } from 'kysely';
import { actorName, lockForAdministrator } from './actor.ts';
import { newAccountRow } from '../directory.ts';
import type { Invitations } from './invitations.ts';
import { readImportCsv, type LineError, type ImportedAccount } from './readImportCsv.ts';
import type { AccountDeps } from '../deps.ts';
import { auditRow, type AccountStore } from '../store.ts';
import type { Caller } from '#platform/http/route';
import { retry } from '#platform/concurrency/retry';
import { UniqueViolation } from '#platform/storage/errors';

/** Accounts per SQL statement; between statements the event loop handles other requests. */
const accountsPerStatement = 100;
/** An account of the list may be added by someone else meanwhile; the import then starts again. */
const maxAttempts = 3;

export interface ImportResult {
  readonly created: number;
  /** Rows whose email has an account already; it is not changed. */
  readonly unchanged: number;
  readonly invited: number;
  readonly errors: LineError[];
}

export async function importFromCsv(
  { deps, invitations }: { deps: AccountDeps; invitations: Invitations },
  caller: Caller,
  { csv, invite }: { csv: string; invite: boolean },
): Promise<ImportResult> {
  const { accounts, errors } = await readImportCsv(csv);
  if (errors.length > 0) return { created: 0, unchanged: 0, invited: 0, errors };
  await deps.store.transaction((trx) => lockForAdministrator(deps.store, trx, { caller, ids: [] }));
  const invites = invite && deps.mails.available;
  const created = await insertAccounts(deps, accounts, { actor: actorName(caller), invites });
  if (invites) invitations.wake();
  return { created, unchanged: accounts.length - created, invited: invites ? created : 0, errors: [] };
}

async function insertAccounts(
  deps: AccountDeps,
  accounts: readonly ImportedAccount[],
  how: { actor: string; invites: boolean },
): Promise<number> {
  const insertOnce = async () => {
    const { queries, created } = await prepareStatements(deps, accounts, how);
    await deps.store.writeAll(queries);
    return created;
  };
  return retry(insertOnce, {
    maxAttempts,
    delayAfter: (error) => (error instanceof UniqueViolation ? 0 : undefined),
  });
}

/** The statements that create the accounts that do not exist yet. */
async function prepareStatements(
  { store, clock }: AccountDeps,
  accounts: readonly ImportedAccount[],
  { actor, invites }: { actor: string; invites: boolean },
): Promise<{ queries: CompiledQuery[]; created: number }> {
  const queries: CompiledQuery[] = [];
  const now = clock();
  let created = 0;
  for (let from = 0; from < accounts.length; from += accountsPerStatement) {
    const some = accounts.slice(from, from + accountsPerStatement);
    const existing = await findExistingEmails(store, some);
    const rows = some
      .filter(({ address }) => !existing.has(address.key))
      .map((account) => newAccountRow(account.address, { ...account, now, confirmed: false }));
    created += rows.length;
    if (rows.length > 0) {
      const { writing } = store;
      const audit = rows.map(({ id, roles }) =>
        auditRow(now, { actor, accountId: id, what: 'imported', details: { roles, invited: invites } }),
      );
      queries.push(
        writing.insertInto('account').values(rows).compile(),
        writing.insertInto('accountAudit').values(audit).compile(),
      );
      const due = rows.map(({ id }) => ({ accountId: id, requestedAt: now, leaseUntil: 0 }));
      if (invites) queries.push(writing.insertInto('accountInvitation').values(due).compile());
    }
    await yieldToEventLoop();
  }
  return { queries, created };
}

async function findExistingEmails(
  store: AccountStore,
  accounts: readonly ImportedAccount[],
): Promise<ReadonlySet<string>> {
  const keys = accounts.map(({ address }) => address.key);
  // Uses the writer connection, which also sees changes that are not written to disk yet.
  const rows = await store.writing
    .selectFrom('account')
    .select('emailKey')
    .where('emailKey', 'in', keys)
    .execute();
  return new Set(rows.map(({ emailKey }) => emailKey));
}
