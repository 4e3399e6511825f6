/** Logs in with tickets of Cvent and Bizzabo. All functions throw `ApiError`. */
import { call } from '../../platform/api/client.ts';
import { importWithRetry } from '../../platform/loading/importWithRetry.ts';
import { defaultArchitectureId } from '../../platform/venue/loadVenue.ts';
import { asNotReachable, requestOptions, type LoginActions } from './loginActions.ts';
import type { LoginMessage } from './loginMessage.ts';
import { messageOfTicketLookup } from './ticketMessage.ts';

const importCalls = () => import('@foyer/contract/login');

/** Loaded with the session, because they are not needed before the form is submitted. */
const loginCalls = () => asNotReachable(importWithRetry(importCalls));

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
