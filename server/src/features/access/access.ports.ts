/** What the access feature needs of others; wired in app.ts. */
import type { AccountCaller, Caller, StageCaller } from '#platform/http/route';

/** The ID tokens of the session feature. */
export interface Tokens {
  /** Whom a token speaks of; undefined for one that is not ours, has run out, or whose session has ended. */
  identify(token: string): Promise<Caller | undefined>;
  /** The same without waiting: undefined also where a look into the storage would be needed. */
  known(token: string): Caller | undefined;
  /** A caller as their session, and their account, stand now; undefined where it has ended. */
  renewed(caller: AccountCaller | StageCaller): Promise<Caller | undefined>;
}
