/** Sessions: ID tokens, the refresh cookie, devices, guests. */
import type { IncomingHttpHeaders } from 'node:http';
import { sessionIdleMs } from '@foyer/contract';
import type { Feature } from '#platform/feature';
import type { Clock } from '#platform/clock';
import type { Account, Accounts, Sessions } from '#platform/identity';
import type { Secrets } from '#platform/secrets';
import type { AccountCaller, Caller, StageCaller } from '#platform/http/route';
import { once } from '#platform/once';
import type { Storage } from '#platform/storage/storage';
import { periodOf, SigningKeys } from './session.keys.ts';
import type { StageVisitors } from './session.ports.ts';
import { sessionRoutes } from './session.routes.ts';
import { SessionService } from './session.service.ts';
import { SessionStore } from './session.store.ts';
import { type SessionTables } from './session.tables.ts';
import { IdTokens } from './session.tokens.ts';

export type { SessionTables } from './session.tables.ts';

/** How often what has expired is taken away, and the next key looked for. */
const sweepMs = 3_600_000;

export interface SessionFeatureParts {
  readonly storage: Storage<SessionTables>;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly publicUrl: string;
  readonly accounts: Pick<Accounts, 'find'>;
  readonly visitors: StageVisitors;
  readonly loginEnabled: () => boolean;
  /** Hears of sessions that have ended on this node. */
  readonly onEnded: (sessionId: string) => void;
  readonly log: { warn(details: object, message: string): void };
}

export interface SessionFeature extends Feature {
  readonly sessions: Sessions;
  readonly tokens: {
    identify(token: string): Promise<Caller | undefined>;
    known(token: string): Caller | undefined;
    renewed(caller: AccountCaller | StageCaller): Promise<Caller | undefined>;
    /** To be called when a session has ended on another node. */
    forget(sessionId: string): void;
    /** To be called when an account has changed, on this node or another. */
    forgetAccount(accountId: string): void;
  };
  /** Where an account is signed in, for its export. */
  exportOf(accountId: string): Promise<readonly object[]>;
  /** The account that a browser is signed in with, by its refresh cookie, which stays as it is. */
  signedIn(headers: IncomingHttpHeaders): Promise<Account | undefined>;
}

export function sessionFeature(parts: SessionFeatureParts): SessionFeature {
  const { storage, clock, secrets, accounts, log } = parts;
  const secure = parts.publicUrl.startsWith('https:');
  const store = new SessionStore(storage);
  const keys = new SigningKeys(store, clock);
  const tokens = new IdTokens({ keys, store, accounts, visitors: parts.visitors, clock });
  const key = once(() => secrets.key('refresh-token'));
  const guestKey = once(() => secrets.key('guest'));
  const service = new SessionService({ store, tokens, accounts, clock, key, secure, onEnded: parts.onEnded });
  let sweeping: NodeJS.Timeout | undefined;

  const sweep = async () => {
    tokens.sweep();
    try {
      await store.sweep(clock() - sessionIdleMs, periodOf(clock()) - 1);
      await keys.prepare(2 * sweepMs);
    } catch (fault) {
      log.warn({ err: fault }, 'sessions and keys could not be swept');
    }
  };

  return {
    name: 'session',
    sessions: service,
    tokens,
    exportOf: (accountId) => service.sessionsOf(accountId),
    signedIn: (headers) => service.signedIn(headers),
    routes: sessionRoutes({ ...parts, service, tokens, guestKey, secure }),
    start: async () => {
      await sweep();
      sweeping = setInterval(() => void sweep(), sweepMs).unref();
    },
    stop: async () => clearInterval(sweeping),
  };
}
