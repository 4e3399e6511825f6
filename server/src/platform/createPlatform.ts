/** Creates the platform, which every feature receives. */
import type { OperatingMode } from '@foyer/contract';
import type { Bus } from '#platform/bus/bus';
import { shareChanges } from '#platform/changes';
import { Cluster } from '#platform/cluster/cluster';
import type { Feature, Platform } from '#platform/feature';
import type { Access } from '#platform/http/access';
import { headerKinds } from '#platform/http/headers';
import { createHostCheck, type HostCheck } from '#platform/http/hosts';
import { HotResponseTable } from '#platform/http/hot/hotResponseTable';
import type { Listener } from '#platform/http/listener';
import { requestIds } from '#platform/http/requestId';
import { createMail, type MailService } from '#platform/mail/mail';
import { once } from '#platform/concurrency/once';
import { Realtime } from '#platform/realtime/realtime';
import { Tickets } from '#platform/realtime/tickets';
import { createSecrets } from '#platform/secrets';
import type { Storage } from '#platform/storage/storage';
import { SingleUseRegistry } from '#platform/singleUseRegistry';
import { StorageOutages } from '#platform/storageOutage';

type ProvidedServices = 'config' | 'storage' | 'blobs' | 'clock' | 'monotonicClock' | 'every' | 'log';

export interface PlatformDeps<Tables> extends Pick<Platform<Tables>, ProvidedServices> {
  readonly listener: Listener;
  readonly bus: Bus;
  /** The id of this process, different after each start. */
  readonly nodeId: string;
  /** Access to features, which are created after the platform. */
  readonly later: {
    access(): Access;
    /** The current venue version of a mode. */
    venueVersion(mode: OperatingMode): number;
    features(): readonly Feature[];
  };
}

/** The platform with services that only `app.ts` uses. */
export interface AppPlatform<Tables> extends Platform<Tables> {
  readonly hot: HotResponseTable;
  readonly mail: MailService;
  readonly nextId: () => string;
  readonly checkHost: HostCheck;
  readonly outages: StorageOutages;
}

export function createPlatform<Tables>(deps: PlatformDeps<Tables>): AppPlatform<Tables> {
  const { config, storage, blobs, clock, monotonicClock, every, log, listener, bus, nodeId, later } = deps;
  const { publicUrl } = config;
  const { matomo } = config.analytics;
  const headers = headerKinds(
    publicUrl,
    config.calls.livekit?.url,
    matomo?.script === true ? matomo.url : undefined,
  );
  const nextId = requestIds();
  const checkHost = createHostCheck(config);
  const cluster = new Cluster({ bus, nodeId, monotonicClock, every, log });
  const secrets = createSecrets(tablesOf(storage), clock);
  const hot = new HotResponseTable({
    common: headers.inert,
    nextId,
    findCachedReader: (mode, requestHeaders, rawHeaders) =>
      later.access().findCachedReader(mode, requestHeaders, rawHeaders),
  });
  const tickets = new Tickets({
    key: once(() => secrets.key('realtime-ticket')),
    used: new SingleUseRegistry(tablesOf(storage)),
    clock,
  });
  const outages = new StorageOutages({ log, monotonicClock });
  const realtime = new Realtime({
    publicUrl,
    checkHost,
    nodeId,
    listener,
    tickets,
    access: { recheck: (mode, caller) => later.access().recheck(mode, caller) },
    venueVersion: (mode) => later.venueVersion(mode),
    clock,
    monotonicClock,
    every,
    log,
    nextId,
    outages,
  });
  return {
    config,
    storage,
    blobs,
    clock,
    monotonicClock,
    every,
    log,
    cluster,
    secrets,
    mail: createMail(config, { log, clock }),
    headers,
    hot,
    realtime,
    changes: shareChanges(cluster, () => later.features()),
    nextId,
    checkHost,
    outages,
  };
}

/** Narrows the storage to the tables of one service. */
const tablesOf = <T>(storage: object): Storage<T> => storage as Storage<T>;
