/** What holds for the people of OIDC and of SAML alike. */
import { fieldLength } from '@foyer/contract';
import { RedirectLoginError } from './loginFailure.ts';

export interface EmailRules {
  readonly verified: boolean;
  /** [] lets any. */
  readonly allowedDomains: readonly string[];
}

/** The email of a person from outside. Throws a `RedirectLoginError` where there is none, or one of a domain that may not in. */
export function checkEmail(value: unknown, { verified, allowedDomains }: EmailRules): string {
  const email = typeof value === 'string' ? value.trim() : '';
  if (!/^[^@\s]+@[^@\s]+$/.test(email) || email.length > fieldLength)
    throw new RedirectLoginError('loginError', 'the provider tells no email');
  if (allowedDomains.length === 0) return email;
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  if (!verified || !allowedDomains.includes(domain))
    throw new RedirectLoginError(
      'unauthorized',
      'the email is not of an allowed domain, or nobody has checked it',
    );
  return email;
}
