/** Password resets and invitations: sends the mail and sets the new password (LOGIN-20). */
import type { Locale } from '@foyer/contract';
import { ticketPlatforms } from '#platform/tickets';
import { parseEmailAddress } from '../emailAddress.ts';
import type { MailRateLimits } from '../mail/rateLimits.ts';
import type { Link } from '../mail/links.ts';
import type { AccountDeps } from '../deps.ts';
import type { BackgroundTasks } from '#platform/concurrency/backgroundTasks';
import { checkPassword } from './checkPassword.ts';
import { returnPath } from '../mail/returnPath.ts';
import type { AccountTransaction } from '../store.ts';
import type { AccountRow } from '../tables.ts';
import { ApiError } from '#platform/apiError';

/** Kinds of links that allow setting a password. */
const passwordLinks = ['passwordReset', 'invitation'] as const;

export class AccountRecovery {
  private readonly deps: AccountDeps;
  private readonly background: BackgroundTasks;
  private readonly limits: MailRateLimits;

  constructor(deps: AccountDeps, background: BackgroundTasks, limits: MailRateLimits) {
    this.deps = deps;
    this.background = background;
    this.limits = limits;
  }

  /** Looks up the account in the background, so that neither the response nor its time shows whether it exists. */
  requestReset(input: {
    email: string;
    locale: Locale;
    returnTo: string | undefined;
    address: string;
  }): void {
    if (!this.deps.mails.available)
      throw new ApiError(
        'functionUnsupported',
        'This server cannot send emails: ask the operator for a new password.',
      );
    this.background.run('password reset', () => this.sendResetMail(input));
  }

  async readLink(token: string): Promise<Link> {
    const link = await this.deps.links.read(token);
    if (link.kind !== 'firstAdministrator' || !(await this.deps.store.hasAdministrator())) return link;
    throw new ApiError('linkExpired', 'This server already has an administrator.');
  }

  /** Uses the link up and ends all sessions of the account. */
  async setPassword(token: string, password: string): Promise<{ accountId: string; email: string }> {
    const { links, hasher, store, clock, sessions } = this.deps;
    // Reads the link first: a guessed link costs no hash, and a weak password does not use the link up.
    const { emailKey, accountId } = await links.read(token, passwordLinks);
    checkPassword(password, emailKey);
    const passwordHash = await hasher.hash(password);
    const row = await store.transaction(async (trx) => {
      // Locks the account before its links, as all other changes do, to avoid deadlocks.
      const account = accountId === null ? undefined : await store.lock(trx, accountId);
      const { kind } = await links.consume(trx, token, passwordLinks);
      if (account === undefined) throw new ApiError('linkExpired', 'The account no longer exists.');
      if (account.blocked === 1)
        throw new ApiError('accountBlocked', 'An administrator has blocked this account.');
      const now = clock();
      await store.deletePendingMails(trx, account.id);
      // The mail proves the address; a user who logged in with a ticket only typed it.
      await store.deleteIdentities(trx, account.id, ticketPlatforms);
      await store.audit(trx, now, {
        actor: 'link',
        accountId: account.id,
        what: 'passwordSet',
        details: { kind },
      });
      return store.update(trx, account.id, { passwordHash, confirmedAt: account.confirmedAt ?? now });
    });
    await sessions.endAll(row.id);
    return { accountId: row.id, email: row.email };
  }

  private async sendResetMail(input: {
    email: string;
    locale: Locale;
    returnTo: string | undefined;
    address: string;
  }): Promise<void> {
    const { store, links, mails, publicUrl, clock } = this.deps;
    const address = parseEmailAddress(input.email);
    const row = address && (await store.byEmail(address.key));
    if (row === undefined || !(await this.canReset(row))) return;
    const delayMs = await this.limits.reserve('passwordReset', row.emailKey, input.address);
    if (delayMs === undefined) return;
    const link = await store.transaction(async (trx) => {
      // The account may have changed since, for example by another login option.
      const locked = await store.lock(trx, row.id);
      if (locked === undefined || !(await this.canReset(locked, trx))) return undefined;
      await store.audit(trx, clock(), { actor: 'anyone', accountId: row.id, what: 'resetRequested' });
      return links.create(trx, {
        kind: 'passwordReset',
        accountId: row.id,
        email: row.email,
        emailKey: row.emailKey,
        returnTo: returnPath(input.returnTo, publicUrl),
      });
    });
    if (link === undefined) return;
    const url = mails.linkUrl(link.token);
    mails.send('passwordReset', { to: row.email, locale: input.locale, url }, delayMs);
  }

  /** An account of an identity provider has no password and must not get one by mail. */
  private async canReset(row: AccountRow, within?: AccountTransaction): Promise<boolean> {
    if (row.blocked === 1) return false;
    return row.passwordHash !== null || (await this.deps.store.identitiesOf([row.id], within)).length === 0;
  }
}
