/** Notifies every open tab when the live or staged version changes (VERSION-07). */
import { maxPublicationDelayMs, venueVersionChanged } from '@foyer/contract';
import type { Realtime } from '#platform/realtime/realtime';
import type { Publication } from './publication.ts';

/** Each connection subscribes to the topic of its mode. */
export function announcePublications(
  publication: Pick<Publication, 'onChange'>,
  realtime: Pick<Realtime, 'count' | 'listen' | 'topics'>,
): void {
  realtime.listen({
    opened: (connection) => realtime.topics.subscribe(connection.mode, connection),
    closed: (connection) => realtime.topics.unsubscribe(connection.mode, connection),
  });
  publication.onChange((mode, version) => {
    const maxDelayMs = maxPublicationDelayMs(realtime.count(mode));
    realtime.topics.publish(mode, venueVersionChanged, { ...version, maxDelayMs });
  });
}
