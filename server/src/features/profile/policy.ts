/** Access to profiles and their fields. */
import { hasHostRole, type ProfileField, type Role } from '@foyer/contract';
import type { Account } from '#platform/identity';

export interface ProfileReader {
  readonly userId: string;
  readonly roles: readonly Role[];
}

/** Hosts and administrators see the networking fields of all profiles, but no private information. */
const isPrivileged = ({ roles }: ProfileReader): boolean => hasHostRole(roles);

/** Whether a profile is readable: not for pending accounts; for blocked ones only by hosts and administrators. */
export const canRead = (reader: ProfileReader, { id, pending, blocked }: Account): boolean =>
  reader.userId === id || (!pending && (!blocked || isPrivileged(reader)));

/** Whether the networking fields of a profile are visible only because of the role of the reader. */
export const isVisibleByRole = (
  reader: ProfileReader,
  profile: { readonly userId: string; readonly openForNetworking: boolean },
): boolean => isPrivileged(reader) && reader.userId !== profile.userId && !profile.openForNetworking;

/** Whether a reader sees a field of a profile. */
export function canSee(
  reader: ProfileReader,
  profile: { readonly userId: string; readonly openForNetworking: boolean },
  { visibleTo }: ProfileField,
): boolean {
  if (reader.userId === profile.userId || visibleTo === 'everyone') return true;
  return visibleTo === 'networking' && (profile.openForNetworking || isPrivileged(reader));
}
