/** Test helpers of accounts: a server that sends its mails to a local SMTP server, and signed-in users. */
import {
  createAccount,
  issuedIdToken,
  requestPasswordReset,
  signIn,
  type AccountEntry,
  type Role,
} from '@foyer/contract';
import { startSmtp, type SmtpStandin } from '@foyer/standins/smtp';
import { onTestFinished } from 'vitest';
import * as z from 'zod';
import { startFoyer, type Foyer, type FoyerOptions } from '#testing/foyer';

export const goodPassword = 'a long enough password';

export interface MailingFoyer {
  readonly foyer: Foyer;
  readonly smtp: SmtpStandin;
}

export async function startMailingFoyer(options: FoyerOptions = {}): Promise<MailingFoyer> {
  const smtp = await startSmtp();
  onTestFinished(() => smtp.close());
  const env = { SMTP_URL: smtp.url, MAIL_FROM: 'Foyer <foyer@example.org>', ...options.env };
  return { foyer: await startFoyer({ ...options, env }), smtp };
}

/** Adds an account that can sign in. */
export async function addUser(
  foyer: Foyer,
  email: string,
  more: { roles?: Role[]; name?: string; password?: string } = {},
): Promise<AccountEntry> {
  const { password = goodPassword, ...rest } = more;
  return (await foyer.must(createAccount, { body: { email, password, ...rest } })).account;
}

/** The Authorization header of a signed-in user; use it with `as: 'anonymous'`. */
export async function signInHeaders(
  foyer: Foyer,
  email: string,
  password = goodPassword,
): Promise<Record<string, string>> {
  const { idToken } = await foyer.must(signIn, { body: { email, password } }, { as: 'anonymous' });
  return { authorization: `Bearer ${idToken}` };
}

/** Signs in; returns 'signedIn', or the error code. */
export async function signInCode(foyer: Foyer, email: string, password: string): Promise<string> {
  const { body, error } = await foyer.call(signIn, { body: { email, password } }, { as: 'anonymous' });
  if (error) return error.code;
  z.parse(issuedIdToken, body);
  return 'signedIn';
}

/** Requests a password reset without being signed in. */
export const requestReset = (
  { foyer }: Pick<MailingFoyer, 'foyer'>,
  email: string,
  more: { returnTo?: string; locale?: 'en' | 'de' | 'ar' | 'fr' } = {},
) => foyer.call(requestPasswordReset, { body: { email, locale: 'en', ...more } }, { as: 'anonymous' });
