/** Forgotten passwords and invitations: from the mail to the new password (LOGIN-20). */
import type { Locale } from '@foyer/contract';
import { ticketPlatforms } from '#platform/tickets';
import { emailAddress } from '../emailAddress.ts';
import type { MailLimits } from '../mail/rateLimits.ts';
import type { Link } from '../mail/links.ts';
import type { AccountParts } from '../deps.ts';
import type { BackgroundTasks } from '#platform/backgroundTasks';
import { checkPassword } from './checkPassword.ts';
import { ownPath } from '../mail/returnPath.ts';
import type { Changing } from '../store.ts';
import type { AccountRow } from '../tables.ts';
import { Refusal } from '#platform/refusal';

/** The links that lead to a new password. */
const passwordLinks = ['passwordReset', 'invitation'] as const;

export class AccountRecovery {
  readonly #parts: AccountParts;
  readonly #background: BackgroundTasks;
  readonly #limits: MailLimits;

  constructor(parts: AccountParts, background: BackgroundTasks, limits: MailLimits) {
    this.#parts = parts;
    this.#background = background;
    this.#limits = limits;
  }

  /** Answers before it looks whether there is such an account: nobody learns it, not even from the time it takes. */
  requestReset(asked: {
    email: string;
    locale: Locale;
    returnTo: string | undefined;
    address: string;
  }): void {
    if (!this.#parts.mails.available)
      throw new Refusal('functionUnsupported', 'This server sends no mails: ask whoever runs it.');
    this.#background.run('password reset', () => this.#reset(asked));
  }

  async readLink(token: string): Promise<Link> {
    const link = await this.#parts.links.read(token);
    if (link.kind !== 'firstAdministrator' || !(await this.#parts.store.hasAdministrator())) return link;
    throw new Refusal('linkExpired', 'This server has an administrator already.');
  }

  /** Burns the link; whoever was signed in with an earlier password is not any more. */
  async setPassword(token: string, password: string): Promise<{ email: string }> {
    const { links, hasher, store, clock, sessions } = this.#parts;
    // Looked at first: guesses of links cost no hash, and a weak password does not cost the link.
    const { emailKey, accountId } = await links.read(token, passwordLinks);
    checkPassword(password, emailKey);
    const passwordHash = await hasher.hash(password);
    const row = await store.change(async (trx) => {
      // The account first, as everybody does who changes it and drops its links: two who wait for each other lose time.
      const account = accountId === null ? undefined : await store.lock(trx, accountId);
      const { kind } = await links.burn(trx, token, passwordLinks);
      if (account === undefined) throw new Refusal('linkExpired', 'There is no such account any more.');
      if (account.blocked === 1)
        throw new Refusal('accountBlocked', 'An administrator has blocked this account.');
      const now = clock();
      await store.dropMails(trx, account.id);
      // The mail proves whose the address is; whoever came with a ticket has only typed it.
      await store.dropIdentities(trx, account.id, ticketPlatforms);
      await store.audit(trx, now, {
        actor: 'link',
        accountId: account.id,
        what: 'passwordSet',
        details: { kind },
      });
      return store.update(trx, account.id, { passwordHash, confirmedAt: account.confirmedAt ?? now });
    });
    await sessions.endAll(row.id);
    return { email: row.email };
  }

  async #reset(asked: {
    email: string;
    locale: Locale;
    returnTo: string | undefined;
    address: string;
  }): Promise<void> {
    const { store, links, mails, publicUrl, clock } = this.#parts;
    const wanted = emailAddress(asked.email);
    const row = wanted && (await store.byEmail(wanted.key));
    if (row === undefined || !(await this.#mayReset(row))) return;
    const delayMs = await this.#limits.take('passwordReset', row.emailKey, asked.address);
    if (delayMs === undefined) return;
    const link = await store.change(async (trx) => {
      // Somebody may have come in by another way since.
      const locked = await store.lock(trx, row.id);
      if (locked === undefined || !(await this.#mayReset(locked, trx))) return undefined;
      await store.audit(trx, clock(), { actor: 'anyone', accountId: row.id, what: 'resetAsked' });
      return links.make(trx, {
        kind: 'passwordReset',
        accountId: row.id,
        email: row.email,
        emailKey: row.emailKey,
        returnTo: ownPath(asked.returnTo, publicUrl),
      });
    });
    if (link === undefined) return;
    const url = mails.linkUrl(link.token);
    mails.send('passwordReset', { to: row.email, locale: asked.locale, url }, delayMs);
  }

  /** A person whom a provider vouches for has no password here, and gets none by mail. */
  async #mayReset(row: AccountRow, within?: Changing): Promise<boolean> {
    if (row.blocked === 1) return false;
    return row.passwordHash !== null || (await this.#parts.store.identitiesOf([row.id], within)).length === 0;
  }
}
