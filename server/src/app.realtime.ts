/** Wires what goes over the realtime connection: tickets, areas, and who is told of a publication. */
import { publicationSpreadMs, publishedVersionNone, venuePublished } from '@foyer/contract';
import { areaFeature } from './features/area/index.ts';
import { reactionFeature } from './features/reaction/index.ts';
import type { VenueFeature } from './features/venue/index.ts';
import type { Bus } from '#platform/bus/bus';
import type { Clock } from '#platform/clock';
import type { Feature } from '#platform/feature';
import type { Access } from '#platform/http/access';
import type { Listener } from '#platform/http/listener';
import type { Log } from '#platform/log/log';
import { Realtime } from '#platform/realtime/realtime';
import { Tickets } from '#platform/realtime/tickets';
import type { Secrets } from '#platform/secrets';
import type { Storage } from '#platform/storage/storage';
import { UsedOnce, type UsedOnceTables } from '#platform/usedOnce';

export interface AppRealtimeParts {
  readonly publicUrl: string;
  readonly nodeId: string;
  readonly listener: Listener;
  readonly storage: Storage<UsedOnceTables>;
  readonly secrets: Secrets;
  readonly bus: Bus;
  readonly access: Pick<Access, 'stillHere'>;
  readonly venue: Pick<VenueFeature, 'version' | 'onPublication' | 'hasArea' | 'lookNow'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly nextId: () => string;
}

export interface AppRealtime {
  readonly realtime: Realtime;
  readonly features: readonly Feature[];
}

const publicationChannel = 'venue';

export async function createRealtime(parts: AppRealtimeParts): Promise<AppRealtime> {
  const { storage, secrets, clock, venue, bus } = parts;
  const key = await secrets.key('realtime-ticket');
  const tickets = new Tickets({ key, used: new UsedOnce(storage), clock });
  const realtime = new Realtime({
    ...parts,
    tickets,
    venueVersion: (mode) => {
      const { version, publishedVersion } = venue.version(mode);
      return mode === 'LIVE' ? publishedVersion : version || publishedVersionNone;
    },
  });
  tellPublications(realtime, venue, bus);
  return {
    realtime,
    features: [
      areaFeature({ realtime, exists: (mode, areaId) => venue.hasArea(mode, areaId) }),
      reactionFeature({ realtime, bus, clock }),
    ],
  };
}

/** VERSION-07: whoever has the venue open hears of another version at once, and other nodes look for it. */
function tellPublications(realtime: Realtime, venue: AppRealtimeParts['venue'], bus: Bus): void {
  realtime.listen({
    opened: (connection) => realtime.topics.join(connection.mode, connection),
    closed: (connection) => realtime.topics.leave(connection.mode, connection),
  });
  venue.onPublication((mode, version) => {
    const spreadMs = publicationSpreadMs(realtime.count(mode));
    realtime.topics.publish(mode, venuePublished, { ...version, spreadMs });
    bus.publish(publicationChannel, '');
  });
  bus.subscribe(publicationChannel, () => venue.lookNow());
}
