/** What the access feature needs from other features; passed by app.ts. */
import type { IncomingHttpHeaders } from 'node:http';
import type { AccountCaller, Caller, StageCaller } from '#platform/http/route';
import type { Account, Accounts } from '#platform/identity';

/** The ID tokens of the session feature. */
export interface Tokens {
  /** The caller of a token; undefined if the token is invalid or expired or its session has ended. */
  identify(token: string): Promise<Caller | undefined>;
  /** Like `identify`, from the cache only: undefined also if a query is needed. */
  identifyCached(token: string): Caller | undefined;
  /** The caller with current roles; undefined if the session has ended. */
  recheck(caller: AccountCaller | StageCaller): Promise<Caller | undefined>;
}

export interface AccessPorts {
  /** The administrator's key. */
  readonly adminKey: string;
  readonly tokens: Tokens;
  /** The account of a browser's refresh cookie; does not rotate the token. */
  readonly findSignedInAccount: (headers: IncomingHttpHeaders) => Promise<Account | undefined>;
  readonly loginEnabled: () => boolean;
  readonly accounts: Pick<Accounts, 'find'>;
}
