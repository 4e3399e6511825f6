/** Who sees what of whom. */
import type { ProfileField, Role } from '@foyer/contract';
import type { Account } from '#platform/identity';

export interface ProfileReader {
  readonly userId: string;
  readonly roles: readonly Role[];
}

/** Hosts and administrators see what people show to whoever is open for networking. Private information is not among it. */
const isPrivileged = ({ roles }: ProfileReader): boolean =>
  roles.includes('ROLE_HOST') || roles.includes('ROLE_ADMIN');

/** Whether there is somebody to be seen: not those who never came, nor, but for hosts and administrators, the blocked. */
export const mayRead = (reader: ProfileReader, { id, pending, blocked }: Account): boolean =>
  reader.userId === id || (!pending && (!blocked || isPrivileged(reader)));

/** Whether a reader owes what is seen to a role alone. */
export const seesByPrivilege = (
  reader: ProfileReader,
  profile: { readonly userId: string; readonly openForNetworking: boolean },
): boolean => isPrivileged(reader) && reader.userId !== profile.userId && !profile.openForNetworking;

/** Whether a reader sees a field of a profile. */
export function maySee(
  reader: ProfileReader,
  profile: { readonly userId: string; readonly openForNetworking: boolean },
  { seenBy }: ProfileField,
): boolean {
  if (reader.userId === profile.userId || seenBy === 'everyone') return true;
  return seenBy === 'networking' && (profile.openForNetworking || isPrivileged(reader));
}
