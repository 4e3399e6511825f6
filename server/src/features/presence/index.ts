/** Presence: who is here, where, and how they wish to appear (PRESENCE). */
import { choosePresence, setIdle, watchPresence, type PresenceChoice } from '@foyer/contract';
import type { Clock, Every } from '#platform/clock';
import type { Cluster } from '#platform/cluster/cluster';
import type { Feature } from '#platform/feature';
import type { Log } from '#platform/log/log';
import { onCommand } from '#platform/realtime/commands';
import type { Realtime } from '#platform/realtime/realtime';
import type { Storage } from '#platform/storage/storage';
import type { DescribePeople, PresenceActive } from './presence.ports.ts';
import { PresenceService } from './presence.service.ts';
import { PresenceStore } from './presence.store.ts';
import type { PresenceTables } from './presence.tables.ts';

export type { Details } from './presence.entry.ts';
export type { DescribePeople } from './presence.ports.ts';
export type { PresenceTables } from './presence.tables.ts';

export interface PresenceFeatureParts {
  readonly cluster: Cluster;
  readonly realtime: Pick<Realtime, 'listen'>;
  readonly storage: Storage<PresenceTables>;
  readonly describe: DescribePeople;
  readonly active: PresenceActive;
  readonly clock: Clock;
  readonly every: Every;
  readonly log: Log;
}

export interface PresenceFeature extends Feature {
  /** To be called when an account says something else of a person, or is not to be seen any more. */
  refresh(accountId: string): void;
  /** What is held of a person, for the export of an account. */
  exportOf(accountId: string): Promise<PresenceChoice | undefined>;
  /** Deletes it. */
  forget(accountId: string): Promise<void>;
}

export function presenceFeature(parts: PresenceFeatureParts): PresenceFeature {
  const store = new PresenceStore(parts.storage);
  const service = new PresenceService({ ...parts, store });
  parts.realtime.listen(service);
  return {
    name: 'presence',
    routes: [],
    commands: [
      onCommand(choosePresence, (connection, choice) => service.choose(connection, choice)),
      onCommand(setIdle, (connection, { idle }) => service.setIdle(connection, idle)),
      onCommand(watchPresence, (connection, { scope }) => service.watch(connection, scope === 'everyone')),
    ],
    refresh: (accountId) => service.refresh(accountId),
    exportOf: async (accountId) => {
      const chosen = (await store.choices([accountId])).get(accountId);
      return chosen && { status: chosen.status, invisible: chosen.invisible };
    },
    forget: (accountId) => store.delete(accountId),
    start: async () => service.start(),
    stop: async () => service.stop(),
  };
}
