/** Sessions: ID tokens, refresh tokens, devices and guests. */
import type { IncomingHttpHeaders } from 'node:http';
import { sessionIdleMs } from '@foyer/contract';
import { defineFeature, type Feature, type Platform } from '#platform/feature';
import type { Account, Sessions } from '#platform/identity';
import type { AccountCaller, Caller, StageCaller } from '#platform/http/route';
import { once } from '#platform/concurrency/once';
import { periodOf, SigningKeys } from './signingKeys.ts';
import type { SessionPorts } from './ports.ts';
import { sessionRoutes } from './routes.ts';
import { SessionService } from './service.ts';
import { SessionStore } from './store.ts';
import { sessionMigration, type SessionTables } from './tables.ts';
import { IdTokens } from './idTokens.ts';

/** How often expired sessions are deleted and the next signing key is prepared. */
const sweepMs = 3_600_000;

export interface SessionFeature extends Feature {
  readonly sessions: Sessions;
  readonly tokens: {
    identify(token: string): Promise<Caller | undefined>;
    identifyCached(token: string): Caller | undefined;
    recheck(caller: AccountCaller | StageCaller): Promise<Caller | undefined>;
  };
  /** The account of a browser's refresh cookie; does not rotate the token. */
  findSignedInAccount(headers: IncomingHttpHeaders): Promise<Account | undefined>;
}

export const sessionFeature = defineFeature({ migrations: [sessionMigration], create });

function create(platform: Platform<SessionTables>, ports: SessionPorts): SessionFeature {
  const { storage, clock, monotonicClock, secrets, changes } = platform;
  const { accounts, visitors } = ports;
  const secure = platform.config.publicUrl.startsWith('https:');
  const store = new SessionStore(storage);
  const keys = new SigningKeys(store, clock);
  const tokens = new IdTokens({ keys, store, accounts, visitors, clock, monotonicClock });
  const key = once(() => secrets.key('refresh-token'));
  const guestKey = once(() => secrets.key('guest'));
  const deviceKey = once(() => secrets.key('device'));
  const onEnded = (sessionId: string) => changes.sessionEnded(sessionId);
  const service = new SessionService({ store, tokens, accounts, clock, key, deviceKey, secure, onEnded });
  const prepareKeys = () => keys.prepare(2 * sweepMs);

  return {
    sessions: service,
    tokens,
    findSignedInAccount: (headers) => service.findSignedInAccount(headers),
    routes: sessionRoutes({ ...ports, clock, service, tokens, guestKey, secure }),
    personalData: {
      export: async (accountId) => ({ sessions: await service.listSessions(accountId) }),
      erase: 'withAccount',
    },
    jobs: [
      {
        name: 'delete expired sessions and signing keys',
        everyMs: sweepMs,
        run: async () => {
          tokens.deleteExpired();
          await store.deleteExpired(clock() - sessionIdleMs, periodOf(clock()) - 1);
          await prepareKeys();
        },
      },
    ],
    onSessionEnded: (sessionId) => tokens.invalidateSession(sessionId),
    onRightsChanged: (accountId) => tokens.invalidateAccount(accountId),
    start: prepareKeys,
  };
}
