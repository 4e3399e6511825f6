/** What people do with their own account: change its password or email, take its data along, delete it. */
import type { Locale } from '@foyer/contract';
import type { Deletions } from './deletions.ts';
import { emailAddress } from '../emailAddress.ts';
import { PasswordGuesses, type MailLimits } from '../mail/rateLimits.ts';
import type { AccountParts } from '../deps.ts';
import { checkPassword } from '../passwords/checkPassword.ts';
import { accountOf, rolesText, searchTextOf, type Changing } from '../store.ts';
import type { AccountRow } from '../tables.ts';
import { Refusal } from '#platform/refusal';
import { fromJson } from '#platform/storage/columns';
import { UniqueViolation } from '#platform/storage/faults';

export interface Owner {
  readonly accountId: string;
  readonly sessionId: string;
}

export class OwnAccounts {
  readonly #parts: AccountParts;
  readonly #limits: MailLimits;
  readonly #deletions: Deletions;
  readonly #guesses: PasswordGuesses;

  constructor(parts: AccountParts, limits: MailLimits, deletions: Deletions) {
    this.#parts = parts;
    this.#deletions = deletions;
    this.#limits = limits;
    this.#guesses = new PasswordGuesses(parts.attempts);
  }

  async get({ accountId }: Owner): Promise<{
    email: string;
    hasPassword: boolean;
    providers: string[];
    createdAt: number;
    mail: boolean;
  }> {
    const { store, mails } = this.#parts;
    const row = await this.#rowOf(accountId);
    const identities = await store.identitiesOf([accountId]);
    return {
      email: row.email,
      hasPassword: row.passwordHash !== null,
      providers: [...new Set(identities.map(({ provider }) => provider))],
      createdAt: row.createdAt,
      mail: mails.available,
    };
  }

  async changePassword(owner: Owner, given: { currentPassword: string; newPassword: string }): Promise<void> {
    const { store, links, hasher, clock, mails, sessions } = this.#parts;
    const row = await this.#proved(owner, given.currentPassword);
    checkPassword(given.newPassword, row.emailKey);
    const passwordHash = await hasher.hash(given.newPassword);
    await store.change(async (trx) => {
      await this.#unchanged(trx, row);
      await store.update(trx, row.id, { passwordHash });
      await links.dropOf(trx, row.id);
      await store.audit(trx, clock(), { actor: row.id, accountId: row.id, what: 'passwordChanged' });
    });
    await sessions.endAll(row.id, owner.sessionId);
    const { email: to, name, locale } = accountOf(row);
    mails.send('passwordChanged', { to, name, locale });
  }

  /** Answers, and is written down, alike whether or not the new address is somebody's: the mail there says it. */
  async changeEmail(
    owner: Owner,
    given: { email: string; currentPassword: string; locale: Locale; address: string },
  ): Promise<void> {
    const { store, links, mails, clock } = this.#parts;
    if (!mails.available)
      throw new Refusal(
        'functionUnsupported',
        'This server sends no mails, so that it can confirm no address.',
      );
    const row = await this.#proved(owner, given.currentPassword);
    const wanted = emailAddress(given.email);
    if (wanted === undefined)
      throw new Refusal('invalidInput', 'The field email does not fit: this is not an email address.');
    const delayMs = await this.#limits.take('emailChange', wanted.key, given.address);
    if (delayMs === undefined) return;
    // Made in either case: what it costs, and what the account's record says of it, tells nothing.
    const { token } = await store.change(async (trx) => {
      await this.#unchanged(trx, row);
      await store.audit(trx, clock(), { actor: row.id, accountId: row.id, what: 'emailChangeAsked' });
      return links.make(trx, {
        kind: 'emailChange',
        accountId: row.id,
        email: wanted.email,
        emailKey: wanted.key,
      });
    });
    const to = { to: wanted.email, locale: given.locale };
    const holder = await store.byEmail(wanted.key);
    if (holder === undefined || holder.id === row.id)
      mails.send('emailChange', { ...to, url: mails.linkUrl(token) }, delayMs);
    else mails.send('alreadyRegistered', { ...to, url: mails.loginUrl }, delayMs);
  }

  /** The second half of a change of email. */
  async confirmEmail(token: string): Promise<{ email: string }> {
    const { store, links, clock, mails } = this.#parts;
    try {
      const { accountId } = await links.read(token, ['emailChange']);
      const { before, after } = await store.change(async (trx) => {
        // The account first, as everybody does who changes it and drops its links.
        const before = accountId === null ? undefined : await store.lock(trx, accountId);
        const { email, emailKey } = await links.burn(trx, token, ['emailChange']);
        if (before === undefined) throw new Refusal('linkExpired', 'There is no such account any more.');
        const searchText = searchTextOf({ ...before, email, emailKey });
        const after = await store.update(trx, before.id, { email, emailKey, searchText });
        await links.dropOf(trx, before.id);
        await store.audit(trx, clock(), { actor: before.id, accountId: before.id, what: 'emailChanged' });
        return { before: accountOf(before), after };
      });
      mails.send('emailChanged', { to: before.email, name: before.name, locale: before.locale });
      return { email: after.email };
    } catch (fault) {
      if (!(fault instanceof UniqueViolation)) throw fault;
      throw new Refusal('duplicateAccount', 'Another account has this address by now.');
    }
  }

  async export({ accountId }: Owner): Promise<Record<string, unknown>> {
    const { store, personalData } = this.#parts;
    const row = await this.#rowOf(accountId);
    const { id, email, name, company, title, roles, locale, createdAt } = accountOf(row);
    const identities = await store.identitiesOf([accountId]);
    const audit = await store.auditOf(accountId);
    const sections: Record<string, unknown> = {
      account: { id, email, name, company, title, roles, locale: locale ?? null, createdAt },
      logins: {
        lastLoginAt: row.lastLoginAt,
        providers: identities.map(({ provider, subject, email: known, createdAt: since }) => ({
          provider,
          subject,
          email: known,
          since,
        })),
      },
      changes: audit.map(({ details, ...entry }) => ({ ...entry, details: fromJson(details) })),
    };
    for (const held of personalData()) sections[held.name] = await held.export(accountId);
    return sections;
  }

  /**
   * For good. What belongs to other features goes before the account: whatever fails can be tried again by whoever asked.
   * Before anything goes it is settled that it may: an administrator is none from then on, also where something fails.
   */
  async delete(owner: Owner, given: { email: string; currentPassword: string | undefined }): Promise<void> {
    const { store, clock, changes, personalData } = this.#parts;
    const row = await this.#rowOf(owner.accountId);
    if (emailAddress(given.email)?.key !== emailAddress(row.email)?.key)
      throw new Refusal('conflict', 'This is not the email of the account.', {
        details: { reason: 'email' },
      });
    if (row.passwordHash !== null) await this.#proved(owner, given.currentPassword ?? '');
    await store.change(async (trx) => {
      await this.#dropAdministration(trx, await this.#mayGo(trx, row));
    });
    changes.rightsChanged(row.id);
    for (const held of personalData()) await held.erase(row.id);
    await store.change(async (trx) => {
      await this.#mayGo(trx, row);
      await store.delete(trx, row.id);
      await store.audit(trx, clock(), { actor: row.id, accountId: row.id, what: 'deleted' });
      await this.#deletions.note(trx, row.id);
    });
    // Once more, for what was on its way and has found the account still there.
    await this.#deletions.finish(row.id);
  }

  async #rowOf(accountId: string): Promise<AccountRow> {
    const row = await this.#parts.store.byId(accountId);
    if (row === undefined) throw new Refusal('unauthorized', 'This account was deleted.');
    return row;
  }

  /** Refused where nobody would administer this server any more, also not where two of them go at one moment. */
  async #mayGo(trx: Changing, row: AccountRow): Promise<AccountRow> {
    const { store } = this.#parts;
    const before = await store.administrators(trx);
    if (before.includes(row.id)) await store.lockAll(trx, before);
    const now = await this.#unchanged(trx, row);
    const administrators = await store.administrators(trx);
    if (!administrators.includes(row.id) || administrators.length > 1) return now;
    throw new Refusal('conflict', 'Nobody else administers this server: ask for another one first.', {
      details: { reason: 'lastAdministrator' },
    });
  }

  /** Nobody counts any more on an administrator who goes. */
  async #dropAdministration(trx: Changing, row: AccountRow): Promise<void> {
    const { store, clock } = this.#parts;
    const { roles } = accountOf(row);
    if (!roles.includes('ROLE_ADMIN')) return;
    const after = rolesText(roles.filter((role) => role !== 'ROLE_ADMIN'));
    await store.update(trx, row.id, { roles: after });
    const details = { before: row.roles, after };
    await store.audit(trx, clock(), { actor: row.id, accountId: row.id, what: 'roles', details });
  }

  /** Refused where a reset or a block came in between: whoever knew the password then need not be its owner now. */
  async #unchanged(trx: Changing, { id, passwordHash }: AccountRow): Promise<AccountRow> {
    const now = await this.#parts.store.lock(trx, id);
    if (now !== undefined && now.blocked === 0 && now.passwordHash === passwordHash) return now;
    throw new Refusal('conflict', 'This account was changed at this moment.', {
      details: { reason: 'password' },
    });
  }

  /** Whoever sits at an open session must still know the password. */
  async #proved({ accountId }: Owner, password: string): Promise<AccountRow> {
    const row = await this.#rowOf(accountId);
    const { passwordHash } = row;
    if (passwordHash === null)
      throw new Refusal('conflict', 'This account has no password of its own.', {
        details: { reason: 'noPassword' },
      });
    const isRight = () => this.#parts.hasher.verify(passwordHash, password);
    if (!(await this.#guesses.check(accountId, isRight)))
      throw new Refusal('conflict', 'This is not the current password.', { details: { reason: 'password' } });
    return row;
  }
}
