/** What the screen asks of whoever keeps the session; the routes hand it in. Each throws ApiError where it is refused. */
import { ApiError, call } from '../../platform/api/client.ts';
import type { Backend } from '../../platform/backend/backend.ts';
import { defaultArchitectureId } from '../../platform/venue/loadVenue.ts';
import { messageOfTicket, type LoginMessage } from './loginMessage.ts';

export interface Ways extends Pick<Backend, 'sendPasswordReset'> {
  /** Resolves when one is in, or is not let in; whoever gives up before is nobody again. */
  signInWithPassword(email: string, password: string, givenUp: AbortSignal): Promise<void>;
  /** Leaves the page for an identity provider's, unless that is given up before there is what leads there. */
  startProvider(providerId: string, redirect: string, givenUp: AbortSignal): Promise<void>;
}

/** A piece of the app that does not come means what an answer means that does not come. */
export const arrived = <T>(piece: Promise<T>): Promise<T> =>
  piece.catch((error: unknown) => {
    throw new ApiError('NOT_REACHABLE', String(error));
  });

/** Calls that nobody repeats by themselves, whose refusals speak of what was typed (ERROR-04). */
export const asked = { report: 'console', retry: false, keepsSession: true, withoutToken: true } as const;

/** They come with the session, which nobody needs before they type. */
const loginCalls = () => arrived(import('@foyer/contract/login'));

const architectureID = (): string => defaultArchitectureId() ?? '';

/** Asks the platform for a confirmation number, then signs in with it as the password (LOGIN-13). */
export async function signInWithCvent(
  ways: Ways,
  confirmationNumber: string,
  givenUp: AbortSignal,
): Promise<LoginMessage | undefined> {
  const body = { architectureID: architectureID(), confirmationNumber };
  const { loginWithCvent } = await loginCalls();
  const answer = await call(loginWithCvent, { ...asked, body });
  const refusal = messageOfTicket(answer, 'CVENT_LOGIN');
  if (refusal || givenUp.aborted) return refusal;
  await ways.signInWithPassword(answer.emailAddress, confirmationNumber, givenUp);
  return undefined;
}

/** The same with an email and a registration number. */
export async function signInWithBizzabo(
  ways: Ways,
  { emailAddress, registrationNumber }: Readonly<{ emailAddress: string; registrationNumber: number }>,
  givenUp: AbortSignal,
): Promise<LoginMessage | undefined> {
  const body = { architectureID: architectureID(), emailAddress, registrationNumber };
  const { loginWithBizzabo } = await loginCalls();
  const answer = await call(loginWithBizzabo, { ...asked, body });
  const refusal = messageOfTicket(answer, 'BIZZABO_LOGIN');
  if (refusal || givenUp.aborted) return refusal;
  await ways.signInWithPassword(answer.emailAddress, String(registrationNumber), givenUp);
  return undefined;
}
