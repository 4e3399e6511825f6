/** Presence: which attendees are online, in which area, and with which status (PRESENCE). */
import { followUsers, setPresenceStatus, setIdle, subscribeToPresence } from '@foyer/contract';
import { defineFeature, type Feature, type Platform } from '#platform/feature';
import { onCommand } from '#platform/realtime/commands';
import type { PresencePorts } from './ports.ts';
import { PresenceService } from './service.ts';
import { PresenceStore } from './store.ts';
import { presenceMigration, type PresenceTables } from './tables.ts';

export interface PresenceFeature extends Feature {
  /** Implements the ports of chat and calls, which do not name invisible users. */
  readonly findInvisible: PresenceService['findInvisible'];
}

export const presenceFeature = defineFeature({ migrations: [presenceMigration], create });

function create(platform: Platform<PresenceTables>, ports: PresencePorts): PresenceFeature {
  const store = new PresenceStore(platform.storage);
  // Guests have no name that others could see, so presence needs a login.
  const isActive = () => platform.config.userPresence && ports.loginEnabled();
  const service = new PresenceService({ ...platform, describe: ports.describe, isActive, store });
  return {
    findInvisible: (uids) => service.findInvisible(uids),
    connections: service,
    commands: [
      onCommand(setPresenceStatus, (connection, choice) => service.choose(connection, choice)),
      onCommand(setIdle, (connection, { idle }) => service.setIdle(connection, idle)),
      onCommand(subscribeToPresence, (connection, { scope }) =>
        service.subscribe(connection, scope === 'everyone'),
      ),
      onCommand(followUsers, (connection, { userIds }) => service.follow(connection, userIds)),
    ],
    onAccountChanged: (accountId) => service.refresh(accountId),
    personalData: {
      export: async (accountId) => {
        const chosen = (await store.choices([accountId])).get(accountId);
        return { presence: chosen && { status: chosen.status, invisible: chosen.invisible } };
      },
      erase: (accountId) => store.delete(accountId),
    },
    start: async () => service.start(),
    stop: async () => service.stop(),
  };
}
