/** What the screen asks of whoever keeps the session; the routes hand it in. Each throws ApiError where it is refused. */
import { call } from '../../platform/api/client.ts';
import type { Backend } from '../../platform/backend/backend.ts';
import { openArchitectureId } from '../../platform/venue/loadVenue.ts';
import { messageOfTicket, type LoginMessage } from './loginMessage.ts';

export type Ways = Pick<Backend, 'signInWithPassword' | 'startProvider' | 'sendPasswordReset'>;

/** Calls that nobody repeats by themselves, whose refusals speak of what was typed (ERROR-04). */
export const asked = { report: 'console', retry: false, keepsSession: true, withoutToken: true } as const;

/** They come with the session, which nobody needs before they type. */
const loginCalls = () => import('@foyer/contract/login');

const architectureID = (): string => openArchitectureId() ?? '';

/** Asks the platform for a confirmation number, then signs in with it as the password (LOGIN-13). */
export async function signInWithCvent(
  ways: Ways,
  confirmationNumber: string,
): Promise<LoginMessage | undefined> {
  const body = { architectureID: architectureID(), confirmationNumber };
  const { loginWithCvent } = await loginCalls();
  const answer = await call(loginWithCvent, { ...asked, body });
  const refusal = messageOfTicket(answer, 'CVENT_LOGIN');
  if (!refusal) await ways.signInWithPassword(answer.emailAddress, confirmationNumber);
  return refusal;
}

/** The same with an email and a registration number. */
export async function signInWithBizzabo(
  ways: Ways,
  emailAddress: string,
  registrationNumber: number,
): Promise<LoginMessage | undefined> {
  const body = { architectureID: architectureID(), emailAddress, registrationNumber };
  const { loginWithBizzabo } = await loginCalls();
  const answer = await call(loginWithBizzabo, { ...asked, body });
  const refusal = messageOfTicket(answer, 'BIZZABO_LOGIN');
  if (!refusal) await ways.signInWithPassword(answer.emailAddress, String(registrationNumber));
  return refusal;
}
