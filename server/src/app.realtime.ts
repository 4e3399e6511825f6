/** Wires what goes over the realtime connection: tickets, areas, and who is told of a publication, who talks. */
import { publicationSpreadMs, publishedVersionNone, venuePublished } from '@foyer/contract';
import { createCalls } from './app.call.ts';
import { createChat } from './app.chat.ts';
import { areaFeature } from './features/area/index.ts';
import type { CallTables } from './features/call/index.ts';
import type { ChatFeature, ChatTables } from './features/chat/index.ts';
import {
  presenceFeature,
  type Details,
  type PresenceFeature,
  type PresenceTables,
} from './features/presence/index.ts';
import type { ProfileFeature } from './features/profile/index.ts';
import { reactionFeature } from './features/reaction/index.ts';
import type { VenueFeature } from './features/venue/index.ts';
import type { Blobs } from '#platform/blobs/blobs';
import type { Clock, Every } from '#platform/clock';
import type { Cluster } from '#platform/cluster/cluster';
import type { CallsConfig } from '#platform/config/calls';
import type { Config } from '#platform/config/config';
import type { Feature } from '#platform/feature';
import type { Access } from '#platform/http/access';
import type { Accounts } from '#platform/identity';
import type { Listener } from '#platform/http/listener';
import type { Log } from '#platform/log/log';
import { Realtime } from '#platform/realtime/realtime';
import { Tickets } from '#platform/realtime/tickets';
import type { Secrets } from '#platform/secrets';
import type { Storage } from '#platform/storage/storage';
import { UsedOnce, type UsedOnceTables } from '#platform/usedOnce';
import * as z from 'zod/mini';

export interface AppRealtimeParts {
  readonly publicUrl: string;
  readonly config: Pick<Config, 'dataDir' | 'chatRetentionDays'>;
  readonly blobs: Blobs;
  readonly nodeId: string;
  readonly listener: Listener;
  readonly storage: Storage<UsedOnceTables & PresenceTables & ChatTables & CallTables>;
  readonly secrets: Secrets;
  readonly cluster: Cluster;
  readonly calls: CallsConfig;
  readonly access: Pick<Access, 'stillHere'>;
  readonly accounts: Pick<Accounts, 'findAll'>;
  readonly profile: Pick<ProfileFeature, 'pictures'>;
  /** Of a session that has ended on another node. */
  readonly forgetSession: (sessionId: string) => void;
  /** Of an account whose rights were changed, here or on another node. */
  readonly forgetRights: (accountId: string) => void;
  readonly presenceActive: () => boolean;
  readonly venue: Pick<VenueFeature, 'version' | 'onPublication' | 'hasArea' | 'shown'>;
  readonly clock: Clock;
  readonly every: Every;
  readonly log: Log;
  readonly nextId: () => string;
}

export interface AppRealtime {
  readonly realtime: Realtime;
  readonly presence: PresenceFeature;
  readonly chat: ChatFeature;
  /** To be called when a session has ended on this node: it ends its connections on every node. */
  endSession(sessionId: string): void;
  /** To be called when this node has changed what an account may do: what was taken works nowhere any more. */
  rightsChanged(accountId: string): void;
  readonly features: readonly Feature[];
}

/** Each part sees its own tables. */
const tablesOf = <T>(storage: AppRealtimeParts['storage']): Storage<T> => storage as unknown as Storage<T>;

export async function createRealtime(parts: AppRealtimeParts): Promise<AppRealtime> {
  const { storage, secrets, clock, venue, cluster, log } = parts;
  const key = await secrets.key('realtime-ticket');
  const tickets = new Tickets({ key, used: new UsedOnce(tablesOf(storage)), clock });
  const realtime = new Realtime({
    ...parts,
    tickets,
    venueVersion: (mode) => {
      const { version, publishedVersion } = venue.version(mode);
      return mode === 'LIVE' ? publishedVersion : version || publishedVersionNone;
    },
  });
  notifyOfPublications(realtime, venue);
  const presence = presenceFeature({
    realtime,
    cluster,
    storage: tablesOf(storage),
    describe: (accountIds) => describePeople(parts, accountIds),
    active: parts.presenceActive,
    clock,
    every: parts.every,
    log,
  });
  const chat = createChat({
    ...parts,
    realtime,
    storage: tablesOf(storage),
    describe: (accountIds) => describePeople(parts, accountIds),
  });
  return {
    realtime,
    presence,
    chat,
    endSession: shareEndings(realtime, parts),
    rightsChanged: shareRights(realtime, parts),
    features: [
      areaFeature({ realtime, exists: (mode, areaId) => venue.hasArea(mode, areaId) }),
      reactionFeature({ realtime, cluster, clock }),
      presence,
      chat,
      createCalls({ ...parts, realtime, storage: tablesOf(storage), chat }),
    ],
  };
}

/** If the bus loses the message, the connections end at the next check of their session. */
function shareEndings(
  realtime: Realtime,
  { cluster, forgetSession }: AppRealtimeParts,
): AppRealtime['endSession'] {
  const endings = cluster.channel('session-ended', {
    schema: z.string(),
    handle: (sessionId) => {
      forgetSession(sessionId);
      realtime.endSession(sessionId);
    },
  });
  return (sessionId) => void endings.broadcast(sessionId);
}

/** If the bus loses the message, the change takes effect at the next check of the session. */
function shareRights(
  realtime: Realtime,
  { cluster, forgetRights }: AppRealtimeParts,
): AppRealtime['rightsChanged'] {
  const changes = cluster.channel('rights-changed', {
    schema: z.string(),
    handle: (accountId) => {
      forgetRights(accountId);
      realtime.lookAgain(accountId);
    },
  });
  return (accountId) => void changes.broadcast(accountId);
}

/** Who people are to others; nobody sees those who were blocked or never came. */
async function describePeople(
  { accounts, profile }: AppRealtimeParts,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, Details>> {
  const [found, pictures] = await Promise.all([accounts.findAll(accountIds), profile.pictures(accountIds)]);
  return new Map(
    found
      .filter(({ blocked, pending }) => !blocked && !pending)
      .map(({ id, name, company, title, roles }) => {
        const generation = pictures.get(id);
        const host = roles.includes('ROLE_HOST');
        const picture = generation === undefined ? {} : { picture: String(generation) };
        return [id, { name, company, title, host, ...picture }];
      }),
  );
}

/** VERSION-07: every open tab is notified of another version. */
function notifyOfPublications(realtime: Realtime, venue: AppRealtimeParts['venue']): void {
  realtime.listen({
    opened: (connection) => realtime.topics.join(connection.mode, connection),
    closed: (connection) => realtime.topics.leave(connection.mode, connection),
  });
  venue.onPublication((mode, version) => {
    const spreadMs = publicationSpreadMs(realtime.count(mode));
    realtime.topics.publish(mode, venuePublished, { ...version, spreadMs });
  });
}
