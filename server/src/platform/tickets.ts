/** What a ticket of an event platform opens: no more than attending. */
import type { Role } from '@foyer/contract';

/** Their tickets are made out to whatever address somebody typed: no ground for more than an attendee's rights. */
export const ticketPlatforms: readonly string[] = ['cvent', 'bizzabo'];

export const isPlainAttendee = (roles: readonly Role[]): boolean =>
  roles.every((role) => role === 'ROLE_ATTENDEE');

/** Whether who came in by this provider may be in an account of these roles. */
export const isAllowedFor = (provider: string, roles: readonly Role[]): boolean =>
  !ticketPlatforms.includes(provider) || isPlainAttendee(roles);
