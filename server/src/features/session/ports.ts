/** What the session feature needs from other features; passed by app.ts. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Accounts, StageVisitor } from '#platform/identity';

/** Browsers that have opened a stage link, identified by the stage cookie. */
export interface StageVisitors {
  find(headers: IncomingHttpHeaders): Promise<StageVisitor | undefined>;
  /** Undefined if the stage session has ended. */
  findSession(sessionId: string): Promise<StageVisitor | undefined>;
  /** Like `findSession`, from the cache only: undefined also if a query is needed. */
  findCachedSession(sessionId: string): StageVisitor | undefined;
  /** Ends the stage session. Returns the `Set-Cookie` value that deletes its cookie, if there was one. */
  end(headers: IncomingHttpHeaders): Promise<string | undefined>;
}

export interface SessionPorts {
  readonly accounts: Pick<Accounts, 'find' | 'findAll'>;
  readonly visitors: StageVisitors;
  readonly loginEnabled: () => boolean;
}
