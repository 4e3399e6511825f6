/**
 * Accounts that people make themselves. Until the mail's link is followed there is no account: only what was asked for,
 * beside the link. So nothing unconfirmed can be signed in to, linked, or taken over.
 */
import { locales, type Locale } from '@foyer/contract';
import * as z from 'zod';
import { newAccount } from './directory.ts';
import { emailAddress, type EmailAddress } from './emailAddress.ts';
import { Registrations, type MailLimits } from './mail/rateLimits.ts';
import type { Link } from './mail/links.ts';
import type { AccountParts } from './deps.ts';
import { checkPassword } from './passwords/checkPassword.ts';
import { ownPath } from './mail/returnPath.ts';
import type { Changing } from './store.ts';
import type { AccountRow } from './tables.ts';
import type { BackgroundTasks } from '#platform/backgroundTasks';
import { Refusal } from '#platform/refusal';
import { hashOfSecret, newSecret } from '#platform/secret';
import { UniqueViolation } from '#platform/storage/faults';
import { fromJson, toJson } from '#platform/storage/columns';

const storedRegistration = z.object({
  name: z.string(),
  locale: z.enum(locales),
  passwordHash: z.string(),
  browserHash: z.string(),
});

export interface Confirmed {
  readonly email: string;
  /** The token of a link to a new password, where the one given at the registration does not hold. */
  readonly passwordToken?: string;
}

export class AccountRegistration {
  readonly #parts: AccountParts;
  readonly #background: BackgroundTasks;
  readonly #limits: MailLimits;
  readonly #registrations: Registrations;

  constructor(parts: AccountParts, background: BackgroundTasks, limits: MailLimits) {
    this.#parts = parts;
    this.#background = background;
    this.#limits = limits;
    this.#registrations = new Registrations(parts.attempts);
  }

  /**
   * Returns the secret by which this browser is known again when the link is followed: a password that somebody else
   * chose for this address does not become the account's.
   */
  async register(asked: {
    email: string;
    password: string;
    name: string;
    locale: Locale;
    returnTo: string | undefined;
    address: string;
  }): Promise<string> {
    const address = this.#allowed(asked.email);
    checkPassword(asked.password, address.key);
    await this.#registrations.count(asked.address);
    // Hashed for every address alike.
    const passwordHash = await this.#parts.hasher.hash(asked.password);
    const browser = newSecret();
    const { name, locale } = asked;
    const registration = toJson({
      name: name.trim(),
      locale,
      passwordHash,
      browserHash: hashOfSecret(browser),
    });
    this.#background.run('registration', () => this.#mail(address, { ...asked, registration }));
    return browser;
  }

  /** Makes the account. `browser` is the secret of the browser that follows the link, if it has one. */
  async confirm(token: string, browser: string | undefined): Promise<Confirmed> {
    const { store, links, clock } = this.#parts;
    try {
      return await store.change(async (trx) => {
        const link = await links.burn(trx, token, ['registration']);
        const { name, locale, passwordHash, browserHash } = z.parse(
          storedRegistration,
          fromJson(link.registration ?? '{}'),
        );
        const known = browser !== undefined && hashOfSecret(browser) === browserHash;
        const row = newAccount(
          { email: link.email, key: link.emailKey },
          { now: clock(), confirmed: true, name, locale, ...(known ? { passwordHash } : {}) },
        );
        await store.insert(trx, row);
        await links.dropKind(trx, 'registration', link.emailKey);
        await store.audit(trx, row.createdAt, { actor: row.id, accountId: row.id, what: 'registered' });
        return {
          email: row.email,
          ...(known ? {} : { passwordToken: await this.#passwordToken(trx, row, link) }),
        };
      });
    } catch (fault) {
      if (!(fault instanceof UniqueViolation)) throw fault;
      throw new Refusal('duplicateAccount', 'There is an account with this address by now: log in with it.');
    }
  }

  #allowed(email: string): EmailAddress {
    const registration = this.#parts.registration();
    if (registration === undefined)
      throw new Refusal('notFound', 'This venue makes accounts for its people itself.');
    if (!this.#parts.mails.available)
      throw new Refusal(
        'functionUnsupported',
        'This server sends no mails, so that it can confirm no address.',
      );
    const address = emailAddress(email);
    if (address === undefined)
      throw new Refusal('invalidInput', 'The field email does not fit: this is not an email address.');
    const { allowedDomains } = registration;
    const host = address.key.slice(address.key.lastIndexOf('@') + 1);
    const isAllowed = allowedDomains.length === 0 || allowedDomains.includes(host);
    if (!isAllowed)
      throw new Refusal('forbidden', `Accounts are for addresses of ${allowedDomains.join(', ')}.`);
    return address;
  }

  async #mail(
    { email, key }: EmailAddress,
    asked: { locale: Locale; returnTo: string | undefined; address: string; registration: string },
  ): Promise<void> {
    const { store, links, mails, publicUrl } = this.#parts;
    const delayMs = await this.#limits.take('registration', key, asked.address);
    if (delayMs === undefined) return;
    const { locale, registration } = asked;
    const returnTo = ownPath(asked.returnTo, publicUrl);
    if ((await store.byEmail(key)) !== undefined) {
      mails.send('alreadyRegistered', { to: email, locale, url: mails.loginUrl }, delayMs);
      return;
    }
    const { token } = await store.change((trx) =>
      links.make(trx, { kind: 'registration', email, emailKey: key, returnTo, registration }),
    );
    mails.send('registration', { to: email, locale, url: mails.linkUrl(token) }, delayMs);
  }

  async #passwordToken(trx: Changing, row: AccountRow, link: Link): Promise<string> {
    const { email, emailKey } = link;
    const returnTo = link.returnTo ?? undefined;
    const made = { kind: 'passwordReset', accountId: row.id, email, emailKey, returnTo } as const;
    return (await this.#parts.links.make(trx, made)).token;
  }
}
