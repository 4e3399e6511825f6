/**
 * Accounts that users create themselves. The account is created when the user follows the link in the mail; until then
 * the link's row holds the registration. So no unconfirmed account can be signed in to, linked, or taken over.
 */
import { locales, type Locale } from '@foyer/contract';
import * as z from 'zod';
import { newAccountRow } from './directory.ts';
import { requireEmailAddress, type EmailAddress } from './emailAddress.ts';
import { RegistrationLimit, type MailRateLimits } from './mail/rateLimits.ts';
import type { Link } from './mail/links.ts';
import type { AccountDeps } from './deps.ts';
import { checkPassword } from './passwords/checkPassword.ts';
import { returnPath } from './mail/returnPath.ts';
import type { AccountTransaction } from './store.ts';
import type { AccountRow } from './tables.ts';
import type { BackgroundTasks } from '#platform/concurrency/backgroundTasks';
import { ApiError } from '#platform/apiError';
import { hashSecret, createSecret } from '#platform/secret';
import { UniqueViolation } from '#platform/storage/errors';
import { fromJson, toJson } from '#platform/storage/columns';

const storedRegistration = z.object({
  name: z.string(),
  locale: z.enum(locales),
  passwordHash: z.string(),
  browserHash: z.string(),
});

export interface ConfirmedRegistration {
  readonly accountId: string;
  readonly email: string;
  /** The token of a link to set a password, if the password of the registration was discarded. */
  readonly passwordToken?: string;
}

export class AccountRegistration {
  private readonly deps: AccountDeps;
  private readonly background: BackgroundTasks;
  private readonly limits: MailRateLimits;
  private readonly registrations: RegistrationLimit;

  constructor(deps: AccountDeps, background: BackgroundTasks, limits: MailRateLimits) {
    this.deps = deps;
    this.background = background;
    this.limits = limits;
    this.registrations = new RegistrationLimit(deps.attempts);
  }

  /**
   * Returns a secret that identifies this browser when the link is followed: the account gets the registration's password
   * only if the same browser confirms, because someone else may have registered with this address.
   */
  async register(input: {
    email: string;
    password: string;
    name: string;
    locale: Locale;
    returnTo: string | undefined;
    address: string;
  }): Promise<string> {
    const address = this.requireAllowed(input.email);
    checkPassword(input.password, address.key);
    await this.registrations.count(input.address);
    // Hashed for every address, so that the response time does not show whether an account exists.
    const passwordHash = await this.deps.hasher.hash(input.password);
    const browser = createSecret();
    const { name, locale } = input;
    const registration = toJson({
      name: name.trim(),
      locale,
      passwordHash,
      browserHash: hashSecret(browser),
    });
    this.background.run('registration', () => this.sendMail(address, { ...input, registration }));
    return browser;
  }

  /** Creates the account. `browser` is the secret of the browser that follows the link, if it has one. */
  async confirm(token: string, browser: string | undefined): Promise<ConfirmedRegistration> {
    const { store, links, clock } = this.deps;
    try {
      return await store.transaction(async (trx) => {
        const link = await links.consume(trx, token, ['registration']);
        const { name, locale, passwordHash, browserHash } = z.parse(
          storedRegistration,
          fromJson(link.registration ?? '{}'),
        );
        const isSameBrowser = browser !== undefined && hashSecret(browser) === browserHash;
        const row = newAccountRow(
          { email: link.email, key: link.emailKey },
          { now: clock(), confirmed: true, name, locale, ...(isSameBrowser ? { passwordHash } : {}) },
        );
        await store.insert(trx, row);
        await links.deleteKind(trx, 'registration', link.emailKey);
        await store.audit(trx, row.createdAt, { actor: row.id, accountId: row.id, what: 'registered' });
        return {
          accountId: row.id,
          email: row.email,
          ...(isSameBrowser ? {} : { passwordToken: await this.createPasswordLink(trx, row, link) }),
        };
      });
    } catch (error) {
      if (!(error instanceof UniqueViolation)) throw error;
      throw new ApiError('duplicateAccount', 'An account with this email exists already: log in with it.');
    }
  }

  private requireAllowed(email: string): EmailAddress {
    const registration = this.deps.registration();
    if (registration === undefined)
      throw new ApiError(
        'notFound',
        'Users cannot register: the organiser creates the accounts of this venue.',
      );
    if (!this.deps.mails.available)
      throw new ApiError(
        'functionUnsupported',
        'This server cannot send emails, so it cannot confirm an email address.',
      );
    const address = requireEmailAddress(email);
    const { allowedDomains } = registration;
    const host = address.key.slice(address.key.lastIndexOf('@') + 1);
    const isAllowed = allowedDomains.length === 0 || allowedDomains.includes(host);
    if (!isAllowed)
      throw new ApiError(
        'forbidden',
        `Only email addresses of these domains can register: ${allowedDomains.join(', ')}.`,
      );
    return address;
  }

  private async sendMail(
    { email, key }: EmailAddress,
    input: { locale: Locale; returnTo: string | undefined; address: string; registration: string },
  ): Promise<void> {
    const { store, links, mails, publicUrl } = this.deps;
    const delayMs = await this.limits.reserve('registration', key, input.address);
    if (delayMs === undefined) return;
    const { locale, registration } = input;
    const returnTo = returnPath(input.returnTo, publicUrl);
    if ((await store.byEmail(key)) !== undefined) {
      mails.send('alreadyRegistered', { to: email, locale, url: mails.loginUrl }, delayMs);
      return;
    }
    const { token } = await store.transaction((trx) =>
      links.create(trx, { kind: 'registration', email, emailKey: key, returnTo, registration }),
    );
    mails.send('registration', { to: email, locale, url: mails.linkUrl(token) }, delayMs);
  }

  private async createPasswordLink(trx: AccountTransaction, row: AccountRow, link: Link): Promise<string> {
    const { email, emailKey } = link;
    const returnTo = link.returnTo ?? undefined;
    const newLink = { kind: 'passwordReset', accountId: row.id, email, emailKey, returnTo } as const;
    return (await this.deps.links.create(trx, newLink)).token;
  }
}
