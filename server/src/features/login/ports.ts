/** What the login feature needs from other features; passed by app.ts. */
import type { Architecture } from '@foyer/contract';
import type { Clock, MonotonicClock, Pause } from '#platform/clock';
import type { Accounts, Sessions } from '#platform/identity';
import type { Log } from '#platform/log/log';

/** What ticket logins need to know about the published venue. */
export interface LiveVenue {
  readonly architectureId: string;
  /** The id or code of the Cvent event; undefined if the venue does not accept Cvent tickets. */
  readonly cventEvent: string | undefined;
}

export interface LoginPorts {
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  /** The published architecture; undefined if nothing is published. */
  readonly liveArchitecture: () => Architecture | undefined;
  /** The normalized form of an email; undefined if it is not a valid email. */
  readonly emailKey: (email: string) => string | undefined;
  /** Waits when a sign-in is delayed; real time by default. */
  readonly pause?: Pause | undefined;
}

/** Dependencies of sign-ins and ticket logins. */
export interface LoginDeps extends Pick<LoginPorts, 'accounts' | 'sessions' | 'emailKey'> {
  /** Undefined if nothing is published. */
  readonly liveVenue: () => LiveVenue | undefined;
  /** Whether this server can send mail; without mail there is no password reset. */
  readonly canSendMail: boolean;
  readonly clock: Clock;
  readonly monotonicClock: MonotonicClock;
  readonly pause: Pause;
  readonly log: Log;
  /** Whether cookies are sent over https only. */
  readonly secureCookies: boolean;
}

export function liveVenueOf(architecture: Architecture | undefined): LiveVenue | undefined {
  if (architecture === undefined) return undefined;
  const cventEvent = architecture.cventLoginEnabled === true ? architecture.cventEvent : undefined;
  return { architectureId: architecture.id, cventEvent: cventEvent === '' ? undefined : cventEvent };
}
