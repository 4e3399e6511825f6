/** Actions of the login screen. The routes provide those that need the session. All throw `ApiError`. */
import { ApiError, call } from '../../platform/api/client.ts';
import type { Backend } from '../../platform/backend/backend.ts';
import { defaultArchitectureId } from '../../platform/venue/loadVenue.ts';
import { messageOfTicketLookup, type LoginMessage } from './loginMessage.ts';

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

/** Loaded with the session, because they are not needed before the form is submitted. */
const loginCalls = () => asNotReachable(import('@foyer/contract/login'));

const architectureID = (): string => defaultArchitectureId() ?? '';

/** Looks up a confirmation number at the ticket platform, then signs in with it as the password (LOGIN-13). */
export async function signInWithCvent(
  actions: LoginActions,
  confirmationNumber: string,
  signal: AbortSignal,
): Promise<LoginMessage | undefined> {
  const body = { architectureID: architectureID(), confirmationNumber };
  const { loginWithCvent } = await loginCalls();
  const response = await call(loginWithCvent, { ...requestOptions, body });
  const message = messageOfTicketLookup(response, 'CVENT_LOGIN');
  if (message || signal.aborted) return message;
  await actions.signInWithPassword(response.emailAddress, confirmationNumber, signal);
  return undefined;
}

/** Looks up an email and a registration number, then signs in with the number as the password. */
export async function signInWithBizzabo(
  actions: LoginActions,
  { emailAddress, registrationNumber }: Readonly<{ emailAddress: string; registrationNumber: number }>,
  signal: AbortSignal,
): Promise<LoginMessage | undefined> {
  const body = { architectureID: architectureID(), emailAddress, registrationNumber };
  const { loginWithBizzabo } = await loginCalls();
  const response = await call(loginWithBizzabo, { ...requestOptions, body });
  const message = messageOfTicketLookup(response, 'BIZZABO_LOGIN');
  if (message || signal.aborted) return message;
  await actions.signInWithPassword(response.emailAddress, String(registrationNumber), signal);
  return undefined;
}
