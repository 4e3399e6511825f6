/** Makes accounts of a list, all of them or none, and leaves their invitations to be sent. */
import { actorOf } from './account.administration.ts';
import { newAccount } from './account.directory.ts';
import type { Invitations } from './account.invitations.ts';
import { readPeople, type LineFault } from './account.list.ts';
import type { AccountParts } from './account.parts.ts';
import type { Changing } from './account.store.ts';
import type { Caller } from '#platform/http/route';

/** The bound parameters of one question. */
const emailsAsked = 500;

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
  const { store, clock, mails } = parts;
  const { people, faults } = await readPeople(csv);
  if (faults.length > 0) return { created: 0, unchanged: 0, invited: 0, faults };
  const now = clock();
  const invites = invite && mails.available;
  const created = await store.change(async (trx) => {
    const there = await emailsThere(
      trx,
      people.map(({ address }) => address.key),
    );
    const rows = people
      .filter(({ address }) => !there.has(address.key))
      .map((person) => newAccount(person.address, { ...person, now, confirmed: false }));
    await store.insert(trx, rows);
    const actor = actorOf(caller);
    await store.audit(
      trx,
      now,
      rows.map(({ id, roles }) => ({
        actor,
        accountId: id,
        what: 'imported',
        details: { roles, invited: invites },
      })),
    );
    const ids = rows.map(({ id }) => id);
    if (invites) await invitations.add(trx, ids);
    return ids.length;
  });
  if (invites) invitations.wake();
  return { created, unchanged: people.length - created, invited: invites ? created : 0, faults: [] };
}

async function emailsThere(trx: Changing, emailKeys: readonly string[]): Promise<ReadonlySet<string>> {
  const there = new Set<string>();
  for (let from = 0; from < emailKeys.length; from += emailsAsked) {
    const asked = emailKeys.slice(from, from + emailsAsked);
    const rows = await trx.selectFrom('account').select('emailKey').where('emailKey', 'in', asked).execute();
    for (const { emailKey } of rows) there.add(emailKey);
  }
  return there;
}
