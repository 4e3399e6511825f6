import type { LoginError } from '@foyer/contract';

/** A failed OIDC or SAML login: `code` is for the login page, the message for the log. Neither contains secrets. */
export class RedirectLoginError extends Error {
  readonly code: LoginError;

  constructor(code: LoginError, reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'RedirectLoginError';
    this.code = code;
  }
}
