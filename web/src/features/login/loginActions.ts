/** Actions of the login screen. The routes provide those that need the session. All throw `ApiError`. */
import { ApiError } from '../../platform/api/client.ts';
import type { Backend } from '../../platform/backend/backend.ts';

export interface LoginActions extends Pick<Backend, 'sendPasswordReset'> {
  /** Resolves when the session is accepted or rejected. Aborting before that ends the session again. */
  signInWithPassword(email: string, password: string, signal: AbortSignal): Promise<void>;
  /** Opens the page of an identity provider, unless it is aborted before the code for that has loaded. */
  startProvider(providerId: string, redirect: string, signal: AbortSignal): Promise<void>;
}

/** Treats code that fails to load like a response that does not arrive. */
export const asNotReachable = <T>(loading: Promise<T>): Promise<T> =>
  loading.catch((error: unknown) => {
    throw new ApiError('NOT_REACHABLE', String(error));
  });

/** Options for requests that are not retried and whose errors are shown in the form (ERROR-04). */
export const requestOptions = {
  report: 'console',
  retry: false,
  keepsSession: true,
  withoutToken: true,
} as const;
