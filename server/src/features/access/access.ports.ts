/** What the access feature needs of others; passed by app.ts. */
import type { IncomingHttpHeaders } from 'node:http';
import type { AccountCaller, Caller, StageCaller } from '#platform/http/route';
import type { Account, Accounts } from '#platform/identity';

/** The ID tokens of the session feature. */
export interface Tokens {
  /** Whom a token speaks of; undefined for one that is not ours, has run out, or whose session has ended. */
  identify(token: string): Promise<Caller | undefined>;
  /** The same without waiting: undefined also where a look into the storage would be needed. */
  known(token: string): Caller | undefined;
  /** A caller as their session, and their account, stand now; undefined where it has ended. */
  renewed(caller: AccountCaller | StageCaller): Promise<Caller | undefined>;
}

export interface AccessPorts {
  /** The administrator's key. */
  readonly adminKey: string;
  readonly tokens: Tokens;
  /** The account that a browser is signed in with, by its refresh cookie, which stays as it is. */
  readonly signedIn: (headers: IncomingHttpHeaders) => Promise<Account | undefined>;
  readonly loginEnabled: () => boolean;
  readonly accounts: Pick<Accounts, 'find'>;
}
