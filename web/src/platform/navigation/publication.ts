import { publishedVersionNone } from '@foyer/contract/limits';
import type { VenueVersion } from '@foyer/contract';

export type Publication = 'UNKNOWN' | 'UNPUBLISHED' | 'PUBLISHED';

/** Whether attendees may come in; the stage is always open to who may see it. */
export function publicationOf(version: VenueVersion | null): Publication {
  if (!version) return 'UNKNOWN';
  return version.mode === 'LIVE' && version.publishedVersion === publishedVersionNone
    ? 'UNPUBLISHED'
    : 'PUBLISHED';
}
