/** Notifies every open tab when the live or staged version changes (VERSION-07). */
import { maxPublicationDelayMs, venueVersionChanged, type OperatingMode } from '@foyer/contract';
import type { Realtime } from '#platform/realtime/realtime';
import type { ShownVenues } from './shownVenues.ts';

/** The topic of all tabs of a mode. */
export const publicationTopic = (mode: OperatingMode): string => `publication:${mode}`;

export function announcePublications(
  shownVenues: Pick<ShownVenues, 'onChange'>,
  realtime: Pick<Realtime, 'count' | 'topics'>,
): void {
  shownVenues.onChange((mode, version) => {
    const maxDelayMs = maxPublicationDelayMs(realtime.count(mode));
    realtime.topics.publish(publicationTopic(mode), venueVersionChanged, { ...version, maxDelayMs });
  });
}
