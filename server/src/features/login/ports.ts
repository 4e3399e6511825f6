/** What the login options need of others; passed by app.ts. */
import type { Architecture } from '@foyer/contract';
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
  /** The published architecture; undefined while there is none. */
  readonly liveArchitecture: () => Architecture | undefined;
  /** The one form of an email, undefined where it is none. */
  readonly emailKey: (email: string) => string | undefined;
  /** How sign-ins wait that are slowed down. In real time by default. */
  readonly pause?: Pause | undefined;
}

/** What sign-ins and tickets are made of. */
export interface LoginDeps extends Pick<LoginPorts, 'accounts' | 'sessions' | 'emailKey'> {
  /** Undefined while nothing is published. */
  readonly liveVenue: () => LiveVenue | undefined;
  /** Whether this server sends mails: without it no password can be forgotten. */
  readonly sendsMail: boolean;
  readonly clock: Clock;
  readonly pause: Pause;
  readonly log: Log;
  /** Over https alone. */
  readonly secureCookies: boolean;
}

export function liveVenueOf(architecture: Architecture | undefined): LiveVenue | undefined {
  if (architecture === undefined) return undefined;
  const cventEvent = architecture.cventLoginEnabled === true ? architecture.cventEvent : undefined;
  return { architectureId: architecture.id, cventEvent: cventEvent === '' ? undefined : cventEvent };
}
