import type { TicketLookupResult, UserLookupStatus } from '@foyer/contract';
import { unknownCredentials, type LoginMessage } from './loginMessage.ts';

const notAccepted = {
  CVENT_LOGIN: { kind: 'error', error: 'cventUserNotAccepted' },
  BIZZABO_LOGIN: { kind: 'error', error: 'bizzaboUserNotAccepted' },
} as const;

/** The message for a failed ticket lookup; undefined if it succeeded. An empty email counts as failed (LOGIN-13). */
export function messageOfTicketLookup(
  { status, emailAddress }: TicketLookupResult,
  attempt: 'CVENT_LOGIN' | 'BIZZABO_LOGIN',
): LoginMessage | undefined {
  const messages: Readonly<Record<UserLookupStatus, LoginMessage | undefined>> = {
    NO_USER_FOUND: unknownCredentials[attempt],
    USER_INACTIVE: notAccepted[attempt],
    USER_FOUND: undefined,
    USER_CREATED: undefined,
  };
  return messages[status] ?? (emailAddress === '' ? unknownCredentials[attempt] : undefined);
}
