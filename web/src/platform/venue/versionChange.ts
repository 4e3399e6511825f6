/** Decides how to react to a received version (VERSION-03, VERSION-04). Pure. */
import { noPublishedVersion } from '@foyer/contract/limits';
import type { VenueVersion } from '@foyer/contract';

/** The version number that is compared: on the stage the newest version, live the published one; -1 if there is none. */
export function effectiveVersion(version: VenueVersion | null): number {
  if (!version) return noPublishedVersion;
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
  const hasOtherVenue =
    current !== null && current.publishedArchitectureId !== received.publishedArchitectureId;
  if (before === after && !hasOtherVenue) return 'nothing';
  if (loginEnabled && !isLoggedIn) return 'nothing';
  if (after === noPublishedVersion) return 'leave';
  // Only one venue is live: the open one has been replaced, and '/' leads to the new one.
  if (hasOtherVenue && received.mode === 'LIVE' && before !== noPublishedVersion) return 'leave';
  return after < before ? 'reloadVersion' : 'reloadVenue';
}
