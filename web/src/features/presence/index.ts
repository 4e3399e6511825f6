/** Presence: who is where, with which status, and the user's own status. */
export type { Presence } from './model/presence.ts';
export type { PresenceState } from './model/presenceState.ts';
export { useAllAttendees } from './useAllAttendees.ts';
export { useFollowedUser } from './useFollowedUser.ts';
export { usePresence } from './usePresence.ts';
export { usePresenceModel } from './usePresenceModel.ts';
