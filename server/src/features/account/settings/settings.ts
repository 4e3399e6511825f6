/** A user's own account: change password or email, export the data, delete the account. */
import type { Locale } from '@foyer/contract';
import type { Deletions } from './deletions.ts';
import { parseEmailAddress, requireEmailAddress } from '../emailAddress.ts';
import { PasswordGuessLimit, type MailRateLimits } from '../mail/rateLimits.ts';
import type { AccountDeps } from '../deps.ts';
import { checkPassword } from '../passwords/checkPassword.ts';
import { toAccount, formatRoles, searchTextOf, type AccountTransaction } from '../store.ts';
import type { AccountRow } from '../tables.ts';
import { ApiError } from '#platform/apiError';
import { UniqueViolation } from '#platform/storage/errors';

export interface SignedInUser {
  readonly accountId: string;
  readonly sessionId: string;
}

export class AccountSettings {
  private readonly deps: AccountDeps;
  private readonly limits: MailRateLimits;
  private readonly deletions: Deletions;
  private readonly guesses: PasswordGuessLimit;

  constructor(deps: AccountDeps, limits: MailRateLimits, deletions: Deletions) {
    this.deps = deps;
    this.deletions = deletions;
    this.limits = limits;
    this.guesses = new PasswordGuessLimit(deps.attempts);
  }

  async get({ accountId }: SignedInUser): Promise<{
    email: string;
    hasPassword: boolean;
    providers: string[];
    createdAt: number;
    mail: boolean;
  }> {
    const { store, mails } = this.deps;
    const row = await this.requireRow(accountId);
    const identities = await store.identitiesOf([accountId]);
    return {
      email: row.email,
      hasPassword: row.passwordHash !== null,
      providers: [...new Set(identities.map(({ provider }) => provider))],
      createdAt: row.createdAt,
      mail: mails.available,
    };
  }

  async changePassword(
    owner: SignedInUser,
    given: { currentPassword: string; newPassword: string },
  ): Promise<void> {
    const { store, links, hasher, clock, mails, sessions } = this.deps;
    const row = await this.requirePassword(owner, given.currentPassword);
    checkPassword(given.newPassword, row.emailKey);
    const passwordHash = await hasher.hash(given.newPassword);
    await store.transaction(async (trx) => {
      await this.lockUnchanged(trx, row);
      await store.update(trx, row.id, { passwordHash });
      await links.deleteAllOf(trx, row.id);
      await store.audit(trx, clock(), { actor: row.id, accountId: row.id, what: 'passwordChanged' });
    });
    await sessions.endAll(row.id, owner.sessionId);
    const { email: to, name, locale } = toAccount(row);
    mails.send('passwordChanged', { to, name, locale });
  }

  /** Response and audit log are the same whether or not the new address has an account; only the mail differs. */
  async changeEmail(
    owner: SignedInUser,
    given: { email: string; currentPassword: string; locale: Locale; address: string },
  ): Promise<void> {
    const { store, links, mails, clock } = this.deps;
    if (!mails.available)
      throw new ApiError(
        'functionUnsupported',
        'This server cannot send emails, so it cannot confirm an email address.',
      );
    const row = await this.requirePassword(owner, given.currentPassword);
    const newAddress = requireEmailAddress(given.email);
    const delayMs = await this.limits.reserve('emailChange', newAddress.key, given.address);
    if (delayMs === undefined) return;
    // Creates the link in either case, so that neither time nor audit log shows whether the address has an account.
    const { token } = await store.transaction(async (trx) => {
      await this.lockUnchanged(trx, row);
      await store.audit(trx, clock(), { actor: row.id, accountId: row.id, what: 'emailChangeRequested' });
      return links.create(trx, {
        kind: 'emailChange',
        accountId: row.id,
        email: newAddress.email,
        emailKey: newAddress.key,
      });
    });
    const to = { to: newAddress.email, locale: given.locale };
    const holder = await store.byEmail(newAddress.key);
    if (holder === undefined || holder.id === row.id)
      mails.send('emailChange', { ...to, url: mails.linkUrl(token) }, delayMs);
    else mails.send('alreadyRegistered', { ...to, url: mails.loginUrl }, delayMs);
  }

  /** Completes a change of email. */
  async confirmEmail(token: string): Promise<{ email: string }> {
    const { store, links, clock, mails } = this.deps;
    try {
      const { accountId } = await links.read(token, ['emailChange']);
      const { before, after } = await store.transaction(async (trx) => {
        // Locks the account before its links, as all other changes do, to avoid deadlocks.
        const before = accountId === null ? undefined : await store.lock(trx, accountId);
        const { email, emailKey } = await links.consume(trx, token, ['emailChange']);
        if (before === undefined) throw new ApiError('linkExpired', 'The account no longer exists.');
        const searchText = searchTextOf({ ...before, email, emailKey });
        const after = await store.update(trx, before.id, { email, emailKey, searchText });
        await links.deleteAllOf(trx, before.id);
        await store.audit(trx, clock(), { actor: before.id, accountId: before.id, what: 'emailChanged' });
        return { before: toAccount(before), after };
      });
      mails.send('emailChanged', { to: before.email, name: before.name, locale: before.locale });
      return { email: after.email };
    } catch (error) {
      if (!(error instanceof UniqueViolation)) throw error;
      throw new ApiError('duplicateAccount', 'Another account uses this email now.');
    }
  }

  async export({ accountId }: SignedInUser): Promise<Record<string, unknown>> {
    await this.requireRow(accountId);
    return this.deps.personalData.export(accountId);
  }

  /**
   * Deletes the account permanently. The data of other features is erased first, so that the user can try again if this
   * fails. Before that, an administrator loses the role, so that the last administrator is never deleted; the role stays
   * removed if a later step fails.
   */
  async delete(
    owner: SignedInUser,
    given: { email: string; currentPassword: string | undefined },
  ): Promise<void> {
    const { store, clock, changes, personalData } = this.deps;
    const row = await this.requireRow(owner.accountId);
    if (parseEmailAddress(given.email)?.key !== parseEmailAddress(row.email)?.key)
      throw new ApiError('conflict', 'The field email is not the email of this account.', {
        details: { reason: 'email' },
      });
    if (row.passwordHash !== null) await this.requirePassword(owner, given.currentPassword ?? '');
    await store.transaction(async (trx) => {
      await this.removeAdminRole(trx, await this.lockForDeletion(trx, row));
    });
    changes.rightsChanged(row.id);
    await personalData.erase(row.id);
    await store.transaction(async (trx) => {
      await this.lockForDeletion(trx, row);
      await store.delete(trx, row.id);
      await store.audit(trx, clock(), { actor: row.id, accountId: row.id, what: 'deleted' });
      await this.deletions.add(trx, row.id);
    });
    // Erases again what requests stored while the account still existed.
    await this.deletions.finish(row.id);
  }

  private async requireRow(accountId: string): Promise<AccountRow> {
    const row = await this.deps.store.byId(accountId);
    if (row === undefined) throw new ApiError('unauthorized', 'This account has been deleted.');
    return row;
  }

  /** Throws `conflict` for the last administrator, also if two administrators delete their accounts at the same time. */
  private async lockForDeletion(trx: AccountTransaction, row: AccountRow): Promise<AccountRow> {
    const { store } = this.deps;
    const before = await store.administrators(trx);
    if (before.includes(row.id)) await store.lockAll(trx, before);
    const current = await this.lockUnchanged(trx, row);
    const administrators = await store.administrators(trx);
    if (!administrators.includes(row.id) || administrators.length > 1) return current;
    throw new ApiError('conflict', 'You are the only administrator: make another user administrator first.', {
      details: { reason: 'lastAdministrator' },
    });
  }

  /** Removes ROLE_ADMIN from an account that is about to be deleted, so that it no longer counts as an administrator. */
  private async removeAdminRole(trx: AccountTransaction, row: AccountRow): Promise<void> {
    const { store, clock } = this.deps;
    const { roles } = toAccount(row);
    if (!roles.includes('ROLE_ADMIN')) return;
    const after = formatRoles(roles.filter((role) => role !== 'ROLE_ADMIN'));
    await store.update(trx, row.id, { roles: after });
    const details = { before: row.roles, after };
    await store.audit(trx, clock(), { actor: row.id, accountId: row.id, what: 'roles', details });
  }

  /** Throws `conflict` if the password was reset or the account was blocked since `row` was read. */
  private async lockUnchanged(
    trx: AccountTransaction,
    { id, passwordHash }: AccountRow,
  ): Promise<AccountRow> {
    const current = await this.deps.store.lock(trx, id);
    if (current !== undefined && current.blocked === 0 && current.passwordHash === passwordHash)
      return current;
    throw new ApiError('conflict', 'The account was changed at the same time. Try again.', {
      details: { reason: 'password' },
    });
  }

  /** Checks the current password; an open session is not enough. */
  private async requirePassword({ accountId }: SignedInUser, password: string): Promise<AccountRow> {
    const row = await this.requireRow(accountId);
    const { passwordHash } = row;
    if (passwordHash === null)
      throw new ApiError('conflict', 'This account has no password.', {
        details: { reason: 'noPassword' },
      });
    const isCorrect = () => this.deps.hasher.verify(passwordHash, password);
    if (!(await this.guesses.check(accountId, isCorrect)))
      throw new ApiError('conflict', 'The current password is wrong.', { details: { reason: 'password' } });
    return row;
  }
}
