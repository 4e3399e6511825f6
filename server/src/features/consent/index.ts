/** Records of the users' consents to cookies and external media (CALL-04, CONSENT-13). */
import { listConsents, reportCookiePreferences } from '@foyer/contract';
import { defineFeature, type Feature, type Platform } from '#platform/feature';
import { administrator, anyone, route } from '#platform/http/route';
import type { ConsentPorts } from './ports.ts';
import { ConsentService } from './service.ts';
import { ConsentStore } from './store.ts';
import { consentMigration, type ConsentTables } from './tables.ts';

const dayMs = 24 * 3_600_000;

export const consentFeature = defineFeature({ migrations: [consentMigration], create });

function create({ storage, clock }: Platform<ConsentTables>, ports: ConsentPorts): Feature {
  const store = new ConsentStore(storage);
  const service = new ConsentService({ ...ports, store, clock });
  return {
    personalData: {
      export: async (accountId) => ({ consents: await service.export(accountId) }),
      erase: (accountId) => store.anonymize(accountId),
    },
    jobs: [
      {
        name: 'delete records of consents that are no longer needed',
        everyMs: dayMs,
        run: () => service.deleteExpired(),
      },
    ],
    routes: [
      route({
        endpoint: reportCookiePreferences,
        policy: anyone,
        handle: (call) => service.record(call.body, call),
      }),
      route({
        endpoint: listConsents,
        policy: administrator,
        handle: ({ query }) => service.list(query.cursor, query.limit),
      }),
    ],
  };
}
