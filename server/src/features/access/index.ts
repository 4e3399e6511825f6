/** Who calls: ID tokens, the administrator's key, stage links and the stage cookie. */
import { createStageLink } from '@foyer/contract';
import { accessPages } from './access.pages.ts';
import type { Tokens } from './access.ports.ts';
import { AccessService, type StageLink } from './access.service.ts';
import type { StageVisitors } from './access.stage.ts';
import { AccessStore, type AccessTables } from './access.store.ts';
import type { Feature } from '#platform/feature';
import type { Clock } from '#platform/clock';
import type { Access } from '#platform/http/access';
import type { HeaderKinds } from '#platform/http/headers';
import type { Accounts } from '#platform/identity';
import { designer, route } from '#platform/http/route';
import type { Storage } from '#platform/storage/storage';

export type { AccessTables } from './access.store.ts';

export interface AccessFeatureParts {
  readonly storage: Storage<AccessTables>;
  readonly clock: Clock;
  readonly adminKey: string;
  readonly publicUrl: string;
  readonly headers: HeaderKinds;
  readonly tokens: Tokens;
  readonly loginEnabled: () => boolean;
  readonly accounts: Pick<Accounts, 'find'>;
}

export interface AccessFeature extends Feature {
  readonly access: Access;
  readonly visitors: StageVisitors;
  createLink(): Promise<StageLink>;
}

export function createAccessFeature(parts: AccessFeatureParts): AccessFeature {
  const service = new AccessService({ ...parts, store: new AccessStore(parts.storage) });
  return {
    name: 'access',
    access: service,
    visitors: service.visitors,
    createLink: () => service.createLink(),
    routes: [
      route({
        endpoint: createStageLink,
        policy: designer,
        handle: ({ caller }) => service.createLink(caller.kind === 'account' ? caller.accountId : undefined),
      }),
    ],
    pages: accessPages({ service, headers: parts.headers, publicUrl: parts.publicUrl }),
  };
}
