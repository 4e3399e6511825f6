/** Logins with tickets of event platforms give access only to attendee accounts. */
import type { Role } from '@foyer/contract';

/** These platforms do not verify the email of a ticket, so it must not give more than an attendee's rights. */
export const ticketPlatforms: readonly string[] = ['cvent', 'bizzabo'];

export const isPlainAttendee = (roles: readonly Role[]): boolean =>
  roles.every((role) => role === 'ROLE_ATTENDEE');

/** Whether a login by this provider may use an account with these roles. */
export const isAllowedFor = (provider: string, roles: readonly Role[]): boolean =>
  !ticketPlatforms.includes(provider) || isPlainAttendee(roles);
