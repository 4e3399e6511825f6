/** Messages that the web apps of users log (CALL-05), kept for administrators (ERROR-10). */
import { captureMessage, listCapturedMessages } from '@foyer/contract';
import { defineFeature, type Feature, type Platform } from '#platform/feature';
import { account, accountOf, administrator, route } from '#platform/http/route';
import { DroppedMessages } from './droppedMessages.ts';
import { RepeatedMessages } from './repeatedMessages.ts';
import { FrontendLogService } from './service.ts';
import { CapturedMessageStore } from './store.ts';
import { frontendLogMigration, type FrontendLogTables } from './tables.ts';

/** Room for the longest message: its 8,000 characters take up to three bytes each. The rest is the client details. */
const messageBytes = 32 * 1024;

export const frontendLogFeature = defineFeature({ migrations: [frontendLogMigration], create });

function create({ storage, clock, monotonicClock, log }: Platform<FrontendLogTables>): Feature {
  const store = new CapturedMessageStore(storage);
  const dropped = new DroppedMessages(storage, clock);
  const repeated = new RepeatedMessages({ store, dropped, clock });
  const service = new FrontendLogService({ store, dropped, repeated, clock, monotonicClock, log });
  const saveCounts = async (): Promise<void> => {
    await repeated.save();
    await dropped.save();
  };
  return {
    personalData: {
      export: async (accountId) => ({ capturedMessages: await service.export(accountId) }),
      erase: (accountId) => store.deleteByAccount(accountId),
    },
    jobs: [
      { name: 'save the numbers of repeated and dropped messages', everyMs: 10_000, run: saveCounts },
      { name: 'delete captured messages', everyMs: 3_600_000, run: () => service.deleteExpired() },
    ],
    // Without the storage, the server stops all the same.
    stop: () =>
      saveCounts().catch((err: unknown) =>
        log.warn({ err }, 'the numbers of repeated and dropped messages could not be saved'),
      ),
    routes: [
      route({
        endpoint: captureMessage,
        policy: account,
        bodyLimit: messageBytes,
        handle: ({ body, mode, caller, requestId }) =>
          service.capture(body, { mode, caller: accountOf(caller), requestId }),
      }),
      route({
        endpoint: listCapturedMessages,
        policy: administrator,
        handle: ({ query }) => service.list(query),
      }),
    ],
  };
}
