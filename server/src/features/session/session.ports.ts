/** What the sessions need of others; passed by app.ts. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Accounts } from '#platform/identity';

export interface StageVisitor {
  /** As in `stage-…`. */
  readonly id: string;
  readonly sessionId: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Browsers that have opened a stage link. */
export interface StageVisitors {
  find(headers: IncomingHttpHeaders): Promise<StageVisitor | undefined>;
  /** Undefined where what the link opened has ended. */
  findSession(sessionId: string): Promise<StageVisitor | undefined>;
  /** The same without waiting: undefined also where a look into the storage would be needed. */
  knownSession(sessionId: string): StageVisitor | undefined;
  /** Ends what the stage link opened. Returns the `Set-Cookie` that takes its cookie away, if there was one. */
  end(headers: IncomingHttpHeaders): Promise<string | undefined>;
}

export interface SessionPorts {
  readonly accounts: Pick<Accounts, 'find'>;
  readonly visitors: StageVisitors;
  readonly loginEnabled: () => boolean;
}
