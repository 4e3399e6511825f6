/** Who asks, and what a room is to them. */
import type { OperatingMode } from '@foyer/contract';
import type { Caller } from '#platform/http/route';
import { Refusal } from '#platform/refusal';

/** Somebody who may talk at all: a person with an account, or a guest of an anonymous venue (ROLE-04). */
export interface Speaker {
  readonly mode: OperatingMode;
  readonly uid: string;
  readonly isGuest: boolean;
  /** Looks after the rooms. */
  readonly isHost: boolean;
}

/** @throws Refusal `forbidden` for whoever is nobody */
export function speakerOf({
  mode,
  caller,
}: {
  readonly mode: OperatingMode;
  readonly caller: Caller;
}): Speaker {
  if (caller.kind === 'account') {
    const isHost = caller.roles.some((role) => role === 'ROLE_HOST' || role === 'ROLE_ADMIN');
    return { mode, uid: caller.accountId, isGuest: false, isHost };
  }
  if (caller.kind === 'guest') return { mode, uid: caller.guestId, isGuest: true, isHost: false };
  throw new Refusal('forbidden', 'Chat is for people who are logged in, and for guests of an open venue.');
}

/** @throws Refusal `forbidden` for guests */
export function memberOf(speaker: Speaker): Speaker {
  if (!speaker.isGuest) return speaker;
  throw new Refusal('forbidden', 'Guests talk in the rooms of areas and of the venue: log in for others.');
}

/** @throws Refusal `forbidden` for all but hosts and administrators */
export function hostOf(speaker: Speaker): Speaker {
  if (speaker.isHost) return speaker;
  throw new Refusal('forbidden', 'This is for hosts.');
}
