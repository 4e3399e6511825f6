/** What a version that was just heard of means for the venue that is open (VERSION-03, VERSION-04). Pure. */
import { publishedVersionNone } from '@foyer/contract/limits';
import type { VenueVersion } from '@foyer/contract';

/** The number that counts: on the stage the newest version, live the published one; -1 while there is none. */
export function countingVersion(version: VenueVersion | null): number {
  if (!version) return publishedVersionNone;
  return version.mode === 'STAGE' ? version.version : version.publishedVersion;
}

export type VersionReaction = 'nothing' | 'leave' | 'reloadVersion' | 'reloadVenue';

export interface VersionComparison {
  readonly known: VenueVersion | null;
  readonly heard: VenueVersion;
  readonly loginEnabled: boolean;
  readonly isLoggedIn: boolean;
}

export function reactionTo({ known, heard, loginEnabled, isLoggedIn }: VersionComparison): VersionReaction {
  const before = countingVersion(known);
  const after = countingVersion(heard);
  const movedHouse = known !== null && known.publishedArchitectureId !== heard.publishedArchitectureId;
  if (before === after && !movedHouse) return 'nothing';
  if (loginEnabled && !isLoggedIn) return 'nothing';
  if (after === publishedVersionNone) return 'leave';
  // Live there is one house: the one that is open here is gone, and '/' leads to the other.
  if (movedHouse && heard.mode === 'LIVE' && before !== publishedVersionNone) return 'leave';
  return after < before ? 'reloadVersion' : 'reloadVenue';
}
