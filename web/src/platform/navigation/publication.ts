import { noPublishedVersion } from '@foyer/contract/limits';
import type { VenueVersion } from '@foyer/contract';

export type Publication = 'UNKNOWN' | 'UNPUBLISHED' | 'PUBLISHED';

/** Whether the venue is open to attendees; the stage always counts as published. */
export function publicationOf(version: VenueVersion | null): Publication {
  if (!version) return 'UNKNOWN';
  return version.mode === 'LIVE' && version.publishedVersion === noPublishedVersion
    ? 'UNPUBLISHED'
    : 'PUBLISHED';
}
