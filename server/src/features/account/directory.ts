/** Implements `Accounts` for the login features: lookup, password check, admission of users of external providers. */
import { randomUUID } from 'node:crypto';
import { sanitizeLine, type Role } from '@foyer/contract';
import { parseEmailAddress, isVerifiedKey, unverifiedKey, type EmailAddress } from './emailAddress.ts';
import type { Hasher } from './passwords/passwordHasher.ts';
import { toAccount, formatRoles, searchTextOf, type AccountStore, type AccountTransaction } from './store.ts';
import type { AccountRow } from './tables.ts';
import type { Changes } from '#platform/changes';
import type { Clock } from '#platform/clock';
import type { Account, Accounts, ExternalUser } from '#platform/identity';
import { ApiError } from '#platform/apiError';
import { UniqueViolation } from '#platform/storage/errors';
import { isAllowedFor } from '#platform/tickets';

export class AccountDirectory implements Accounts {
  private readonly store: AccountStore;
  private readonly hasher: Hasher;
  private readonly clock: Clock;
  private readonly changes: Pick<Changes, 'accountChanged'>;

  constructor(deps: {
    store: AccountStore;
    hasher: Hasher;
    clock: Clock;
    changes: Pick<Changes, 'accountChanged'>;
  }) {
    this.store = deps.store;
    this.hasher = deps.hasher;
    this.clock = deps.clock;
    this.changes = deps.changes;
  }

  async find(accountId: string): Promise<Account | undefined> {
    const row = await this.store.byId(accountId);
    return row && toAccount(row);
  }

  async findAll(accountIds: readonly string[]): Promise<readonly Account[]> {
    return (await this.store.byIds(accountIds)).map(toAccount);
  }

  async verifyPassword(
    email: string,
    password: string,
  ): Promise<{ account: Account | undefined; isCorrect: boolean }> {
    const row = await this.rowOf(email);
    const isCorrect = await this.hasher.verify(row?.passwordHash ?? undefined, password);
    return { account: row && toAccount(row), isCorrect };
  }

  async recordLogin(accountId: string): Promise<void> {
    await this.store.recordLogin(accountId, this.clock());
  }

  async updateDetails(
    accountId: string,
    { name, company, title }: { name?: string; company?: string; title?: string },
  ): Promise<void> {
    await this.store.transaction(async (trx) => {
      const row = await this.store.lock(trx, accountId);
      if (row === undefined) return;
      const next = { name: name ?? row.name, company: company ?? row.company, title: title ?? row.title };
      await this.store.update(trx, accountId, { ...next, searchText: searchTextOf({ ...row, ...next }) });
    });
    this.changes.accountChanged(accountId);
  }

  async findOrCreate(user: ExternalUser): Promise<{ account: Account; created: boolean }> {
    const address = parseEmailAddress(user.email);
    try {
      return await this.admitOnce(user, address);
    } catch (error) {
      // A concurrent sign-in of the same user has created the account.
      if (error instanceof UniqueViolation) return this.admitOnce(user, address);
      throw error;
    }
  }

  private async rowOf(email: string): Promise<AccountRow | undefined> {
    const address = parseEmailAddress(email);
    return address && (await this.store.byEmail(address.key));
  }

  private async admitOnce(
    user: ExternalUser,
    address: EmailAddress | undefined,
  ): Promise<{ account: Account; created: boolean }> {
    const existing = await this.store.byIdentity(user);
    if (existing && !provesEmail(user, address, existing))
      return { account: admitAccount(existing, user), created: false };
    if (address === undefined)
      throw new ApiError('invalidCredentials', 'The provider sent no valid email address.');
    return this.store.transaction(async (trx) => {
      // Another change may not be written to disk yet: only a transaction sees it.
      const linked = await this.store.byIdentity(user, trx);
      const holder = await this.store.byEmail(address.key, trx);
      if (linked && holder === undefined && provesEmail(user, address, linked))
        return { account: await this.verify(trx, user, { row: linked, address }), created: false };
      if (linked) return { account: admitAccount(linked, user), created: false };
      if (holder === undefined) return { account: await this.create(trx, user, address), created: true };
      return { account: await this.link(trx, user, { holder, address }), created: false };
    });
  }

  private async create(trx: AccountTransaction, user: ExternalUser, address: EmailAddress): Promise<Account> {
    const row = newAccountRow(address, { ...user, now: this.clock(), confirmed: true });
    await this.store.insert(trx, user.emailVerified ? row : withUnverifiedKey(row, address));
    await this.addIdentity(trx, user, { accountId: row.id, address, what: 'created' });
    return toAccount(row);
  }

  /** Stores that the provider has verified an email that was unverified before. */
  private async verify(
    trx: AccountTransaction,
    user: ExternalUser,
    { row, address }: { row: AccountRow; address: EmailAddress },
  ): Promise<Account> {
    const account = admitAccount(row, user);
    const changes = { email: address.email, emailKey: address.key };
    await this.store.update(trx, row.id, { ...changes, searchText: searchTextOf({ ...row, ...changes }) });
    const { provider } = user;
    await trx
      .updateTable('accountIdentity')
      .set({ email: address.email, emailVerified: 1 })
      .where('provider', '=', provider)
      .where('subject', '=', user.subject)
      .execute();
    const entry = { actor: provider, accountId: row.id, what: 'emailVerified', details: { provider } };
    await this.store.audit(trx, this.clock(), entry);
    return { ...account, email: address.email };
  }

  /**
   * Links an existing account to an identity of a provider: only if no one else can have access to the account, and after
   * invalidating the links of earlier mails.
   */
  private async link(
    trx: AccountTransaction,
    user: ExternalUser,
    { holder, address }: { holder: AccountRow; address: EmailAddress },
  ): Promise<Account> {
    const locked = (await this.store.lock(trx, holder.id)) ?? holder;
    const identities = await this.store.identitiesOf([holder.id], trx);
    const allIdentitiesMatch = identities.every(
      ({ provider, emailVerified, email }) =>
        provider === user.provider &&
        // A mailbox that was reassigned to another user does not give access to the previous user's account.
        user.stableSubject !== true &&
        emailVerified === 1 &&
        parseEmailAddress(email)?.key === address.key,
    );
    if (!user.emailVerified || locked.passwordHash !== null || !allIdentitiesMatch) throw duplicateAccount();
    const account = admitAccount(locked, user);
    await this.store.deletePendingMails(trx, holder.id);
    await this.addIdentity(trx, user, { accountId: holder.id, address, what: 'linked' });
    if (!account.pending) return account;
    const confirmed = await this.store.update(trx, holder.id, {
      confirmedAt: this.clock(),
      name: locked.name || sanitizeLine(user.name ?? ''),
      company: locked.company || sanitizeLine(user.company ?? ''),
      title: locked.title || sanitizeLine(user.title ?? ''),
    });
    return toAccount(confirmed);
  }

  private async addIdentity(
    trx: AccountTransaction,
    { provider, subject, emailVerified }: ExternalUser,
    { accountId, address, what }: { accountId: string; address: EmailAddress; what: string },
  ): Promise<void> {
    const now = this.clock();
    await this.store.addIdentity(trx, {
      provider,
      subject,
      accountId,
      email: address.email,
      emailVerified: emailVerified ? 1 : 0,
      createdAt: now,
    });
    await this.store.audit(trx, now, { actor: provider, accountId, what, details: { provider } });
  }
}

export interface NewAccountValues {
  readonly now: number;
  readonly confirmed: boolean;
  readonly name?: string | undefined;
  readonly company?: string | undefined;
  readonly title?: string | undefined;
  readonly roles?: readonly Role[] | undefined;
  readonly locale?: string | undefined;
  readonly passwordHash?: string | undefined;
}

/** The row of a new account; the caller inserts it. */
export function newAccountRow(address: EmailAddress, given: NewAccountValues): AccountRow {
  const row = {
    id: randomUUID(),
    emailKey: address.key,
    email: address.email,
    name: sanitizeLine(given.name ?? ''),
    company: sanitizeLine(given.company ?? ''),
    title: sanitizeLine(given.title ?? ''),
    roles: formatRoles(given.roles ?? []),
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
  const changed = { ...row, emailKey: unverifiedKey(address, row.id) };
  return { ...changed, searchText: searchTextOf(changed) };
}

/** Whether the provider verifies the address of an account whose address is unverified. */
const provesEmail = (
  { emailVerified }: ExternalUser,
  address: EmailAddress | undefined,
  { emailKey }: AccountRow,
): boolean => emailVerified && address !== undefined && !isVerifiedKey(emailKey);

const duplicateAccount = () =>
  new ApiError(
    'duplicateAccount',
    'An account with this email exists already and uses another login option.',
  );

function admitAccount(row: AccountRow, { provider }: ExternalUser): Account {
  if (row.blocked === 1) throw new ApiError('accountBlocked', 'An administrator has blocked this account.');
  const account = toAccount(row);
  if (!isAllowedFor(provider, account.roles)) throw duplicateAccount();
  return account;
}
