/**
 * The state of a call as pure functions: participants, ringing and the end. Field names are stored and cannot change.
 */
import type { Call, CallMedia, ChatPerson, OperatingMode } from '@foyer/contract';
import { callMeshMembers, callServedMembers } from '@foyer/contract/limits';
import { ApiError } from '#platform/apiError';

/** A tab in a call and its connection. */
export interface Participant {
  readonly tabId: string;
  readonly person: ChatPerson;
  readonly media: CallMedia;
  readonly nodeId: string;
  readonly connectionId: string;
  /** The connection is lost; the tab may rejoin over another one. */
  readonly lost?: true;
}

export interface CallState {
  readonly mode: OperatingMode;
  readonly roomId: string;
  readonly engine: Call['engine'];
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly by: ChatPerson;
  /** When the second participant joined, in milliseconds since 1970. */
  readonly answeredAt?: number;
  /** Whether the call has rung for anyone. */
  readonly rang: boolean;
  /** The ids of the users who may join. */
  readonly people: readonly string[];
  readonly ringing: readonly string[];
  readonly declined: readonly string[];
  /** The users who have not answered in time. */
  readonly missed: readonly string[];
  /** The participants. */
  readonly seats: readonly Participant[];
}

const without = (uids: readonly string[], uid: string): readonly string[] =>
  uids.filter((other) => other !== uid);

/**
 * Adds a participant, or replaces the previous tab of the same user (after a reconnect or from another tab).
 * @throws ApiError `conflict` if the call is full or the tab id belongs to another user
 */
export function addParticipant(state: CallState, participant: Participant, now: number): CallState {
  const { uid } = participant.person;
  const others = state.seats.filter(({ person }) => person.uid !== uid);
  if (others.some(({ tabId }) => tabId === participant.tabId))
    throw new ApiError('conflict', 'Another user is in this call with this tabId.');
  const limit = state.engine === 'mesh' ? callMeshMembers : callServedMembers;
  if (others.length >= limit)
    throw new ApiError('conflict', `This call is full: at most ${limit} participants.`, {
      details: { limit },
    });
  const before = state.seats.findIndex(({ person }) => person.uid === uid);
  const seats = before < 0 ? [...others, participant] : state.seats.with(before, participant);
  const answered = state.answeredAt ?? (seats.length > 1 ? now : undefined);
  return {
    ...state,
    seats,
    ringing: without(state.ringing, uid),
    ...(answered === undefined ? {} : { answeredAt: answered }),
  };
}

/** Returns undefined if nothing changes; so do the functions below. */
export const declineRinging = (state: CallState, uid: string): CallState | undefined =>
  state.ringing.includes(uid)
    ? { ...state, ringing: without(state.ringing, uid), declined: [...without(state.declined, uid), uid] }
    : undefined;

export function removeParticipants(
  state: CallState,
  shouldRemove: (participant: Participant) => boolean,
): CallState | undefined {
  const seats = state.seats.filter((participant) => !shouldRemove(participant));
  return seats.length === state.seats.length ? undefined : { ...state, seats };
}

export function updateParticipant(
  state: CallState,
  connectionId: string,
  change: Partial<Pick<Participant, 'media' | 'lost'>>,
): CallState | undefined {
  const index = state.seats.findIndex((participant) => participant.connectionId === connectionId);
  const participant = state.seats[index];
  return participant && { ...state, seats: state.seats.with(index, { ...participant, ...change }) };
}

export const ringTimedOut = (state: CallState): CallState | undefined =>
  state.ringing.length === 0
    ? undefined
    : { ...state, ringing: [], missed: [...state.missed, ...state.ringing] };

/** Replaces the users who may join, and stops ringing for those who may not any more. */
export function setAllowedUsers(state: CallState, people: readonly string[]): CallState | undefined {
  const isSame = people.length === state.people.length && people.every((uid) => state.people.includes(uid));
  if (isSame) return undefined;
  return { ...state, people, ringing: state.ringing.filter((uid) => people.includes(uid)) };
}

/** A call is over without participants, or with one who was left alone or whom no one has joined. */
export function isOver({ seats, ringing, rang, answeredAt }: CallState): boolean {
  if (seats.length === 0) return true;
  return seats.length === 1 && ringing.length === 0 && (rang || answeredAt !== undefined);
}

/** The call as clients see it. */
export const toCall = (callId: string, state: CallState): Call => ({
  callId,
  roomId: state.roomId,
  engine: state.engine,
  startedAt: state.startedAt,
  rang: state.rang,
  members: state.seats.map(({ tabId, person, media }) => ({ tabId, person, media })),
});
