/** Accounts as sign-ins see them: found, asked for their password, let in from outside. */
import { randomUUID } from 'node:crypto';
import { tidyLine, type Role } from '@foyer/contract';
import { emailAddress, isVerifiedKey, unverifiedKey, type EmailAddress } from './emailAddress.ts';
import type { Hasher } from './passwords/passwordHasher.ts';
import { accountOf, rolesText, searchTextOf, type AccountStore, type Changing } from './store.ts';
import type { AccountRow } from './tables.ts';
import type { Changes } from '#platform/changes';
import type { Clock } from '#platform/clock';
import type { Account, Accounts, ExternalPerson } from '#platform/identity';
import { Refusal } from '#platform/refusal';
import { UniqueViolation } from '#platform/storage/faults';
import { opensTo } from '#platform/tickets';

export class AccountDirectory implements Accounts {
  readonly #store: AccountStore;
  readonly #hasher: Hasher;
  readonly #clock: Clock;
  readonly #changes: Pick<Changes, 'accountChanged'>;

  constructor(parts: {
    store: AccountStore;
    hasher: Hasher;
    clock: Clock;
    changes: Pick<Changes, 'accountChanged'>;
  }) {
    this.#store = parts.store;
    this.#hasher = parts.hasher;
    this.#clock = parts.clock;
    this.#changes = parts.changes;
  }

  async find(accountId: string): Promise<Account | undefined> {
    const row = await this.#store.byId(accountId);
    return row && accountOf(row);
  }

  async findAll(accountIds: readonly string[]): Promise<readonly Account[]> {
    return (await this.#store.byIds(accountIds)).map(accountOf);
  }

  async verifyPassword(
    email: string,
    password: string,
  ): Promise<{ account: Account | undefined; right: boolean }> {
    const row = await this.#rowOf(email);
    const right = await this.#hasher.verify(row?.passwordHash ?? undefined, password);
    return { account: row && accountOf(row), right };
  }

  async noteLogin(accountId: string): Promise<void> {
    await this.#store.noteLogin(accountId, this.#clock());
  }

  async describe(
    accountId: string,
    { name, company, title }: { name?: string; company?: string; title?: string },
  ): Promise<void> {
    await this.#store.change(async (trx) => {
      const row = await this.#store.lock(trx, accountId);
      if (row === undefined) return;
      const next = { name: name ?? row.name, company: company ?? row.company, title: title ?? row.title };
      await this.#store.update(trx, accountId, { ...next, searchText: searchTextOf({ ...row, ...next }) });
    });
    this.#changes.accountChanged(accountId);
  }

  async admit(person: ExternalPerson): Promise<{ account: Account; created: boolean }> {
    const address = emailAddress(person.email);
    try {
      return await this.#admit(person, address);
    } catch (fault) {
      // Two sign-ins of one person at once: the other one has made the account.
      if (fault instanceof UniqueViolation) return this.#admit(person, address);
      throw fault;
    }
  }

  async #rowOf(email: string): Promise<AccountRow | undefined> {
    const address = emailAddress(email);
    return address && (await this.#store.byEmail(address.key));
  }

  async #admit(
    person: ExternalPerson,
    address: EmailAddress | undefined,
  ): Promise<{ account: Account; created: boolean }> {
    const known = await this.#store.byIdentity(person);
    if (known && !isProof(person, address, known)) return { account: welcome(known, person), created: false };
    if (address === undefined)
      throw new Refusal('invalidCredentials', 'The provider names no email address that this server takes.');
    return this.#store.change(async (trx) => {
      // Somebody else's change may be on its way to the disk: only a transaction sees it.
      const meanwhile = await this.#store.byIdentity(person, trx);
      const holder = await this.#store.byEmail(address.key, trx);
      if (meanwhile && holder === undefined && isProof(person, address, meanwhile))
        return { account: await this.#verify(trx, person, { row: meanwhile, address }), created: false };
      if (meanwhile) return { account: welcome(meanwhile, person), created: false };
      if (holder === undefined) return { account: await this.#create(trx, person, address), created: true };
      return { account: await this.#link(trx, person, { holder, address }), created: false };
    });
  }

  async #create(trx: Changing, person: ExternalPerson, address: EmailAddress): Promise<Account> {
    const row = newAccount(address, { ...person, now: this.#clock(), confirmed: true });
    await this.#store.insert(trx, person.emailVerified ? row : withUnverifiedKey(row, address));
    await this.#addIdentity(trx, person, { accountId: row.id, address, what: 'created' });
    return accountOf(row);
  }

  /** The provider vouches by now for an email that it only named before. */
  async #verify(
    trx: Changing,
    person: ExternalPerson,
    { row, address }: { row: AccountRow; address: EmailAddress },
  ): Promise<Account> {
    const account = welcome(row, person);
    const named = { email: address.email, emailKey: address.key };
    await this.#store.update(trx, row.id, { ...named, searchText: searchTextOf({ ...row, ...named }) });
    const { provider } = person;
    await trx
      .updateTable('accountIdentity')
      .set({ email: address.email, emailVerified: 1 })
      .where('provider', '=', provider)
      .where('subject', '=', person.subject)
      .execute();
    const entry = { actor: provider, accountId: row.id, what: 'emailVerified', details: { provider } };
    await this.#store.audit(trx, this.#clock(), entry);
    return { ...account, email: address.email };
  }

  /** An account that is there is opened to a provider only where nobody else can be in it, nor come in later by mail. */
  async #link(
    trx: Changing,
    person: ExternalPerson,
    { holder, address }: { holder: AccountRow; address: EmailAddress },
  ): Promise<Account> {
    const locked = (await this.#store.lock(trx, holder.id)) ?? holder;
    const identities = await this.#store.identitiesOf([holder.id], trx);
    const ofOnePerson = identities.every(
      ({ provider, emailVerified, email }) =>
        provider === person.provider &&
        // A mailbox that was given to somebody else does not hand over the account of whoever had it before.
        person.lastingSubject !== true &&
        emailVerified === 1 &&
        emailAddress(email)?.key === address.key,
    );
    if (!person.emailVerified || locked.passwordHash !== null || !ofOnePerson) throw anotherWayIn();
    const account = welcome(locked, person);
    await this.#store.dropMails(trx, holder.id);
    await this.#addIdentity(trx, person, { accountId: holder.id, address, what: 'linked' });
    if (!account.pending) return account;
    const taken = await this.#store.update(trx, holder.id, {
      confirmedAt: this.#clock(),
      name: locked.name || tidyLine(person.name ?? ''),
      company: locked.company || tidyLine(person.company ?? ''),
      title: locked.title || tidyLine(person.title ?? ''),
    });
    return accountOf(taken);
  }

  async #addIdentity(
    trx: Changing,
    { provider, subject, emailVerified }: ExternalPerson,
    { accountId, address, what }: { accountId: string; address: EmailAddress; what: string },
  ): Promise<void> {
    const now = this.#clock();
    await this.#store.addIdentity(trx, {
      provider,
      subject,
      accountId,
      email: address.email,
      emailVerified: emailVerified ? 1 : 0,
      createdAt: now,
    });
    await this.#store.audit(trx, now, { actor: provider, accountId, what, details: { provider } });
  }
}

export interface NewAccount {
  readonly now: number;
  readonly confirmed: boolean;
  readonly name?: string | undefined;
  readonly company?: string | undefined;
  readonly title?: string | undefined;
  readonly roles?: readonly Role[] | undefined;
  readonly locale?: string | undefined;
  readonly passwordHash?: string | undefined;
}

/** The row of an account that is yet to be written. */
export function newAccount(address: EmailAddress, given: NewAccount): AccountRow {
  const row = {
    id: randomUUID(),
    emailKey: address.key,
    email: address.email,
    name: tidyLine(given.name ?? ''),
    company: tidyLine(given.company ?? ''),
    title: tidyLine(given.title ?? ''),
    roles: rolesText(given.roles ?? []),
    locale: given.locale ?? null,
    blocked: 0,
    confirmedAt: given.confirmed ? given.now : null,
    passwordHash: given.passwordHash ?? null,
    createdAt: given.now,
    lastLoginAt: null,
  };
  return { ...row, searchText: searchTextOf(row) };
}

function withUnverifiedKey(row: AccountRow, address: EmailAddress): AccountRow {
  const named = { ...row, emailKey: unverifiedKey(address, row.id) };
  return { ...named, searchText: searchTextOf(named) };
}

/** Whether a person who is known proves the address of an account that has it unproved. */
const isProof = (
  { emailVerified }: ExternalPerson,
  address: EmailAddress | undefined,
  { emailKey }: AccountRow,
): boolean => emailVerified && address !== undefined && !isVerifiedKey(emailKey);

const anotherWayIn = () =>
  new Refusal('duplicateAccount', 'This email belongs to an account with another way in.');

function welcome(row: AccountRow, { provider }: ExternalPerson): Account {
  if (row.blocked === 1) throw new Refusal('accountBlocked', 'An administrator has blocked this account.');
  const account = accountOf(row);
  if (!opensTo(provider, account.roles)) throw anotherWayIn();
  return account;
}
