/** Identifies callers: ID tokens, the administrator's key, stage links and the stage cookie. */
import { createStageLink } from '@foyer/contract';
import { accessPages } from './accessPages.ts';
import type { AccessPorts } from './ports.ts';
import { AccessService, type StageLink } from './service.ts';
import type { StageVisitors } from './stageVisitors.ts';
import { createStageAccess } from './createStageAccess.ts';
import { accessMigrations, AccessStore, type AccessTables } from './store.ts';
import { defineFeature, type Feature, type Platform } from '#platform/feature';
import type { Access } from '#platform/http/access';
import { designer, route } from '#platform/http/route';
import type { StageAccess } from '#platform/shell/shell';

/** How often expired links and sessions are deleted. */
const sweepMs = 60_000;

export interface AccessFeature extends Feature {
  readonly access: Access;
  readonly visitors: StageVisitors;
  readonly stageAccess: StageAccess;
  createLink(): Promise<StageLink>;
}

export const accessFeature = defineFeature({ migrations: accessMigrations, create });

function create(platform: Platform<AccessTables>, ports: AccessPorts): AccessFeature {
  const { storage, clock, monotonicClock, headers, changes } = platform;
  const { publicUrl } = platform.config;
  const store = new AccessStore(storage);
  const service = new AccessService({
    ...ports,
    clock,
    monotonicClock,
    publicUrl,
    store,
    onStageSessionEnded: (sessionId) => changes.sessionEnded(sessionId),
  });
  const { visitors } = service;
  return {
    access: service,
    visitors,
    stageAccess: createStageAccess(visitors, ports.findSignedInAccount),
    createLink: () => service.createLink(),
    routes: [
      route({
        endpoint: createStageLink,
        policy: designer,
        handle: ({ caller }) => service.createLink(caller.kind === 'account' ? caller.accountId : undefined),
      }),
    ],
    pages: accessPages({ service, headers, publicUrl }),
    personalData: {
      export: async (accountId) => ({ stage: await store.listByOwner(accountId) }),
      erase: (accountId) => store.deleteByOwner(accountId),
    },
    jobs: [
      {
        name: 'delete expired stage links and sessions',
        everyMs: sweepMs,
        run: () => store.deleteExpired(clock()),
      },
    ],
    onSessionEnded: (sessionId) => visitors.invalidateSession(sessionId),
    onRightsChanged: (accountId) => visitors.invalidateOwner(accountId),
  };
}
