import type { LoginError } from '@foyer/contract';

/** A redirect login that comes to nothing: what the person is told, and, for the log, why. Neither holds secrets. */
export class RedirectLoginError extends Error {
  readonly code: LoginError;

  constructor(told: LoginError, reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'LoginFailure';
    this.code = told;
  }
}
