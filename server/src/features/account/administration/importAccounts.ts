/** Makes accounts of a list, all of them or none, and leaves their invitations to be sent. */
import { setImmediate as turn } from 'node:timers/promises';
import type { CompiledQuery } from 'kysely';
import { actorOf, lockForAdministrator } from './actor.ts';
import { newAccount } from '../directory.ts';
import type { Invitations } from './invitations.ts';
import { readPeople, type LineFault, type Person } from './importFile.ts';
import type { AccountParts } from '../deps.ts';
import { auditRow, type AccountStore } from '../store.ts';
import type { Caller } from '#platform/http/route';
import { retry } from '#platform/retry';
import { UniqueViolation } from '#platform/storage/faults';

/** People of one statement; between two of them other requests have their turn. */
const peoplePerStatement = 100;
/** Somebody may add a person of the list while it is read. */
const maxAttempts = 3;

export interface Imported {
  readonly created: number;
  /** People who have an account already; nothing of it is changed. */
  readonly unchanged: number;
  readonly invited: number;
  readonly faults: LineFault[];
}

export async function importPeople(
  { parts, invitations }: { parts: AccountParts; invitations: Invitations },
  caller: Caller,
  { csv, invite }: { csv: string; invite: boolean },
): Promise<Imported> {
  const { people, faults } = await readPeople(csv);
  if (faults.length > 0) return { created: 0, unchanged: 0, invited: 0, faults };
  await parts.store.change((trx) => lockForAdministrator(parts.store, trx, { caller, ids: [] }));
  const invites = invite && parts.mails.available;
  const created = await make(parts, people, { actor: actorOf(caller), invites });
  if (invites) invitations.wake();
  return { created, unchanged: people.length - created, invited: invites ? created : 0, faults: [] };
}

async function make(
  parts: AccountParts,
  people: readonly Person[],
  how: { actor: string; invites: boolean },
): Promise<number> {
  const makeOnce = async () => {
    const { queries, created } = await prepare(parts, people, how);
    await parts.store.all(queries);
    return created;
  };
  return retry(makeOnce, {
    maxAttempts,
    delayAfter: (fault) => (fault instanceof UniqueViolation ? 0 : undefined),
  });
}

/** The statements that make whoever of these people has no account. */
async function prepare(
  { store, clock }: AccountParts,
  people: readonly Person[],
  { actor, invites }: { actor: string; invites: boolean },
): Promise<{ queries: CompiledQuery[]; created: number }> {
  const queries: CompiledQuery[] = [];
  const now = clock();
  let created = 0;
  for (let from = 0; from < people.length; from += peoplePerStatement) {
    const some = people.slice(from, from + peoplePerStatement);
    const there = await emailsThere(store, some);
    const rows = some
      .filter(({ address }) => !there.has(address.key))
      .map((person) => newAccount(person.address, { ...person, now, confirmed: false }));
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
      const due = rows.map(({ id }) => ({ accountId: id, requestedAt: now, takenUntil: 0 }));
      if (invites) queries.push(writing.insertInto('accountInvitation').values(due).compile());
    }
    await turn();
  }
  return { queries, created };
}

async function emailsThere(store: AccountStore, people: readonly Person[]): Promise<ReadonlySet<string>> {
  const keys = people.map(({ address }) => address.key);
  // Through the writer, which also sees what is still on its way to the disk.
  const rows = await store.writing
    .selectFrom('account')
    .select('emailKey')
    .where('emailKey', 'in', keys)
    .execute();
  return new Set(rows.map(({ emailKey }) => emailKey));
}
