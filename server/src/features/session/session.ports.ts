/** What the sessions need of others; wired in app.ts. */
import type { IncomingHttpHeaders } from 'node:http';

/** Browsers that have opened a stage link. */
export interface StageVisitors {
  /** `id` as in `stage-…`; `expiresAt` in milliseconds since 1970. */
  find(
    headers: IncomingHttpHeaders,
  ): Promise<{ readonly id: string; readonly expiresAt: number } | undefined>;
  /** Ends what the stage link opened. Returns the `Set-Cookie` that takes its cookie away, if there was one. */
  end(headers: IncomingHttpHeaders): Promise<string | undefined>;
}
