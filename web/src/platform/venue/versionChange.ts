/** What a version that was just heard of means for the venue that is open (VERSION-03, VERSION-04). Pure. */
import { publishedVersionNone } from '@foyer/contract/limits';
import type { VenueVersion } from '@foyer/contract';

/** The number that counts: on the stage the newest version, live the published one; -1 while there is none. */
export function effectiveVersion(version: VenueVersion | null): number {
  if (!version) return publishedVersionNone;
  return version.mode === 'STAGE' ? version.version : version.publishedVersion;
}

export type VersionReaction = 'nothing' | 'leave' | 'reloadVersion' | 'reloadVenue';

export interface VersionComparison {
  readonly current: VenueVersion | null;
  readonly received: VenueVersion;
  readonly loginEnabled: boolean;
  readonly isLoggedIn: boolean;
}

export function reactionTo({
  current,
  received,
  loginEnabled,
  isLoggedIn,
}: VersionComparison): VersionReaction {
  const before = effectiveVersion(current);
  const after = effectiveVersion(received);
  const movedHouse = current !== null && current.publishedArchitectureId !== received.publishedArchitectureId;
  if (before === after && !movedHouse) return 'nothing';
  if (loginEnabled && !isLoggedIn) return 'nothing';
  if (after === publishedVersionNone) return 'leave';
  // Live there is one house: the one that is open here is gone, and '/' leads to the other.
  if (movedHouse && received.mode === 'LIVE' && before !== publishedVersionNone) return 'leave';
  return after < before ? 'reloadVersion' : 'reloadVenue';
}
