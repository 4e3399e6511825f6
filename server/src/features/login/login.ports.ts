/** What the ways in need of others; wired in app.ts. */
import type { Clock, Pause } from '#platform/clock';
import type { Accounts, Sessions } from '#platform/identity';
import type { Log } from '#platform/log/log';

/** The published venue, as far as tickets are about it. */
export interface LiveVenue {
  readonly architectureId: string;
  /** The event of the first platform, an id or a code; undefined where the venue takes no such tickets. */
  readonly cventEvent: string | undefined;
}

export interface LoginPorts {
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  /** Undefined while nothing is published. */
  readonly liveVenue: () => Promise<LiveVenue | undefined>;
  /** The one form of an email, undefined where it is none. */
  readonly emailKey: (email: string) => string | undefined;
  /** Whether this server sends mails: without it no password can be forgotten. */
  readonly sendsMail: boolean;
  readonly clock: Clock;
  readonly pause: Pause;
  readonly log: Log;
  /** Over https alone. */
  readonly secureCookies: boolean;
}
