/** Wires chat: who people are, and which standing rooms the venue has. */
import {
  activeConfiguration,
  widgetsOfType,
  type Architecture,
  type OperatingMode,
  type WidgetOf,
} from '@foyer/contract';
import {
  chatFeature,
  type ChatFeature,
  type DescribePeople,
  type StandingRooms,
} from './features/chat/index.ts';
import type { ChatTables } from './features/chat/index.ts';
import type { VenueFeature } from './features/venue/index.ts';
import type { Blobs } from '#platform/blobs/blobs';
import type { Clock, Every } from '#platform/clock';
import type { Cluster } from '#platform/cluster/cluster';
import type { Config } from '#platform/config/config';
import type { Log } from '#platform/log/log';
import type { Realtime } from '#platform/realtime/realtime';
import type { Secrets } from '#platform/secrets';
import type { Storage } from '#platform/storage/storage';

export interface AppChatParts {
  readonly realtime: Realtime;
  readonly storage: Storage<ChatTables>;
  readonly cluster: Cluster;
  readonly describe: DescribePeople;
  readonly venue: Pick<VenueFeature, 'shown'>;
  readonly blobs: Blobs;
  readonly config: Pick<Config, 'dataDir' | 'chatRetentionDays'>;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly every: Every;
  readonly log: Log;
}

export function createChat(parts: AppChatParts): ChatFeature {
  const { venue, clock, config, secrets } = parts;
  const known = new WeakMap<Architecture, StandingRooms>();
  const standing = (mode: OperatingMode): StandingRooms | undefined => {
    const architecture = venue.shown(mode);
    if (architecture === undefined) return undefined;
    let rooms = known.get(architecture);
    if (rooms === undefined) known.set(architecture, (rooms = standingRooms(architecture, clock)));
    return rooms;
  };
  return chatFeature({
    ...parts,
    standing,
    dataDir: config.dataDir,
    retentionDays: config.chatRetentionDays,
    getSecret: (name) => secrets.key(name),
  });
}

type ChatWidget = WidgetOf<'AreaChatWidget'> | WidgetOf<'GlobalChatWidget'>;

/** CHAT-11: each area that has the widget has a room, and so has the venue. */
function standingRooms({ id, areas, globalWidgets }: Architecture, clock: Clock): StandingRooms {
  const roomOf = ({ configurations }: ChatWidget) => ({
    get guestsMayWrite() {
      return activeConfiguration(configurations, clock())?.guestsMayWrite ?? true;
    },
  });
  const areaRooms = areas.flatMap((area) =>
    widgetsOfType(area.contentWidgets, 'AreaChatWidget')
      .slice(0, 1)
      .map((widget) => [area.id, roomOf(widget)] as const),
  );
  const [global] = widgetsOfType(globalWidgets, 'GlobalChatWidget');
  return { architectureId: id, areas: new Map(areaRooms), global: global && roomOf(global) };
}
