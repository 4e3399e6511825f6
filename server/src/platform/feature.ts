/** Defines features: each exports a `FeatureModule`, which `app.ts` lists and whose hooks it collects. */
import type { Blobs } from '#platform/blobs/blobs';
import type { ChangeHooks, Changes } from '#platform/changes';
import type { Clock, Every, MonotonicClock } from '#platform/clock';
import type { Cluster } from '#platform/cluster/cluster';
import type { Config } from '#platform/config/config';
import type { HeaderKinds } from '#platform/http/headers';
import type { HotResponses } from '#platform/http/hot/hotResponses';
import type { AnyRoute, Page } from '#platform/http/route';
import type { Job } from '#platform/jobs';
import type { Log } from '#platform/log/log';
import type { Mail } from '#platform/mail/mail';
import type { PersonalData } from '#platform/personalData';
import type { Realtime, RealtimeHooks } from '#platform/realtime/realtime';
import type { Secrets } from '#platform/secrets';
import type { Migration } from '#platform/storage/migration';
import type { Storage } from '#platform/storage/storage';

/** The services that every feature receives. `Tables` are the tables that the feature may read and write. */
export interface Platform<Tables = object> {
  readonly config: Config;
  readonly storage: Storage<Tables>;
  readonly blobs: Blobs;
  /** For times that leave the process. */
  readonly clock: Clock;
  /** For durations. */
  readonly monotonicClock: MonotonicClock;
  /** For work that runs several times a second; less frequent work is a job. */
  readonly every: Every;
  readonly log: Log;
  readonly cluster: Cluster;
  readonly secrets: Secrets;
  readonly mail: Mail;
  readonly headers: HeaderKinds;
  readonly hot: HotResponses;
  readonly realtime: Realtime;
  /** Reports changes to other features by calling their hooks. */
  readonly changes: Changes;
}

/** The parts that a feature adds to the server. All are optional. */
export interface Feature extends ChangeHooks, RealtimeHooks {
  /** HTTP endpoints of the contract. */
  readonly routes?: readonly AnyRoute[];
  /** Routes outside `/api`: pages, signed URLs. */
  readonly pages?: readonly Page[];
  /** Exported for the user, and erased with the account. */
  readonly personalData?: PersonalData;
  /** Periodic work. The first run is within a second of the start. */
  readonly jobs?: readonly Job[];
  /** Called once when all features are created and the storage is migrated, before the first request. */
  start?(): Promise<void>;
  /** Called once when a graceful stop begins: ends work that requests in progress wait for. */
  beginStop?(): void;
  /** Called once on a graceful stop, after the last request was answered and the last job has ended. */
  stop?(): Promise<void>;
}

/** A feature before it is created: its migrations, which are also used without a running server, and its factory. */
export interface FeatureModule<Created extends Feature, Tables, Ports> {
  /** Steps of the schema, in any order: they are applied in the order of their ids. */
  readonly migrations?: readonly Migration[];
  /** `ports` is what the feature needs from other features; `app.ts` passes it. */
  create(platform: Platform<Tables>, ports: Ports): Created;
}

/** Declares a feature: its types are inferred from `create`. */
export const defineFeature = <Created extends Feature, Tables = object, Ports = unknown>(
  module: FeatureModule<Created, Tables, Ports>,
): FeatureModule<Created, Tables, Ports> => module;

/** Features by their names. */
export type FeatureModules = Readonly<
  Record<
    string,
    Pick<FeatureModule<Feature, object, never>, 'migrations'> & {
      create(platform: never, ports: never): Feature;
    }
  >
>;

export type FeaturesOf<Modules extends FeatureModules> = {
  readonly [Name in keyof Modules]: ReturnType<Modules[Name]['create']>;
};

/** Functions that create the ports of features. A feature that is listed later may only be used after its creation. */
export type PortsOf<Modules extends FeatureModules> = {
  readonly [Name in keyof Modules as unknown extends PortsIn<Modules[Name]> ? never : Name]: (
    features: FeaturesOf<Modules>,
  ) => PortsIn<Modules[Name]>;
};
type PortsIn<Module> =
  Module extends FeatureModule<infer _Created, infer _Tables, infer Ports> ? Ports : never;

/** The tables of all these features. */
export type TablesOf<Modules extends FeatureModules> = Intersection<
  { [Name in keyof Modules]: TablesIn<Modules[Name]> }[keyof Modules]
>;
type TablesIn<Module> =
  Module extends FeatureModule<infer _Created, infer Tables, infer _Ports> ? Tables : never;
type Intersection<Union> = (Union extends unknown ? (member: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

export const migrationsOf = (modules: FeatureModules): readonly Migration[] =>
  Object.values(modules).flatMap(({ migrations = [] }) => migrations);

/** Creates the features in the order of their list. */
export function createFeatures<Modules extends FeatureModules, Tables extends TablesOf<Modules>>(
  modules: Modules,
  platform: Platform<Tables>,
  ports: PortsOf<Modules>,
): FeaturesOf<Modules> {
  const portsByName = ports as Readonly<Record<string, ((features: object) => unknown) | undefined>>;
  const features: Record<string, Feature> = {};
  for (const [name, module] of Object.entries(modules))
    features[name] = module.create(platform as never, portsByName[name]?.(features) as never);
  return features as FeaturesOf<Modules>;
}
