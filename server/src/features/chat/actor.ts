/** Who sends a chat command or request. */
import { hasHostRole, type OperatingMode } from '@foyer/contract';
import type { Caller } from '#platform/http/route';
import { ApiError } from '#platform/apiError';

/** A user, or a guest of an anonymous venue (ROLE-04). */
export interface Actor {
  readonly mode: OperatingMode;
  readonly uid: string;
  readonly isGuest: boolean;
  /** A host or an administrator, who moderates. */
  readonly isHost: boolean;
}

/** @throws ApiError `forbidden` for callers without an account who are not guests of an anonymous venue */
export function actorOf({ mode, caller }: { readonly mode: OperatingMode; readonly caller: Caller }): Actor {
  if (caller.kind === 'account') {
    return { mode, uid: caller.accountId, isGuest: false, isHost: hasHostRole(caller.roles) };
  }
  if (caller.kind === 'guest') return { mode, uid: caller.guestId, isGuest: true, isHost: false };
  throw new ApiError('forbidden', 'Chat requires an account, or a venue that admits guests.');
}

/** @throws ApiError `forbidden` for guests */
export function requireUser(actor: Actor): Actor {
  if (!actor.isGuest) return actor;
  throw new ApiError('forbidden', 'Guests can only use the rooms of areas and of the venue: log in first.');
}

/** @throws ApiError `forbidden` for everyone but hosts and administrators */
export function requireHost(actor: Actor): Actor {
  if (actor.isHost) return actor;
  throw new ApiError('forbidden', 'Only hosts can do this.');
}
