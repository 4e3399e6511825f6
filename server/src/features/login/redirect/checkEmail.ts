import { fieldLength } from '@foyer/contract';
import { RedirectLoginError } from './redirectLoginError.ts';

export interface EmailRules {
  /** Whether the provider has verified the email. */
  readonly verified: boolean;
  /** [] allows all. */
  readonly allowedDomains: readonly string[];
}

/** Returns the email that an OIDC or SAML provider sent. Throws a `RedirectLoginError` if it is missing, invalid or not allowed. */
export function checkEmail(value: unknown, { verified, allowedDomains }: EmailRules): string {
  const email = typeof value === 'string' ? value.trim() : '';
  if (!/^[^@\s]+@[^@\s]+$/.test(email) || email.length > fieldLength)
    throw new RedirectLoginError('loginError', 'the provider sent no valid email');
  if (allowedDomains.length === 0) return email;
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  if (!verified || !allowedDomains.includes(domain))
    throw new RedirectLoginError('unauthorized', 'the email is not verified, or its domain is not allowed');
  return email;
}
