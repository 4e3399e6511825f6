/** What a call is, and how it goes on: who is in it, whom it rings, when it is over. Pure. */
import type { Call, CallMedia, ChatPerson, OperatingMode } from '@foyer/contract';
import { callMeshMembers, callServedMembers } from '@foyer/contract/limits';
import { Refusal } from '#platform/refusal';

/** A tab in a call, and the connection by which it is reached. */
export interface Seat {
  readonly tabId: string;
  readonly person: ChatPerson;
  readonly media: CallMedia;
  readonly nodeId: string;
  readonly connectionId: string;
  /** The connection is gone; the tab may come back over another one. */
  readonly lost?: true;
}

export interface CallState {
  readonly mode: OperatingMode;
  readonly roomId: string;
  readonly engine: Call['engine'];
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly by: ChatPerson;
  /** When the second person came. */
  readonly answeredAt?: number;
  /** Whether anybody was rung. */
  readonly rang: boolean;
  /** Who may join. */
  readonly people: readonly string[];
  readonly ringing: readonly string[];
  readonly declined: readonly string[];
  /** Whom it has rung too long. */
  readonly missed: readonly string[];
  readonly seats: readonly Seat[];
}

const without = (uids: readonly string[], uid: string): readonly string[] =>
  uids.filter((other) => other !== uid);

/**
 * Somebody sits down: anew, after a reconnection, or with another of their tabs.
 * @throws Refusal `conflict` where it is full, or where the tab is somebody else's
 */
export function seated(state: CallState, seat: Seat, now: number): CallState {
  const { uid } = seat.person;
  const others = state.seats.filter(({ person }) => person.uid !== uid);
  if (others.some(({ tabId }) => tabId === seat.tabId))
    throw new Refusal('conflict', 'Somebody else is in this call with a tab of this name.');
  const limit = state.engine === 'mesh' ? callMeshMembers : callServedMembers;
  if (others.length >= limit)
    throw new Refusal('conflict', `This call is full: it takes ${limit} people.`, { details: { limit } });
  const before = state.seats.findIndex(({ person }) => person.uid === uid);
  const seats = before < 0 ? [...others, seat] : state.seats.with(before, seat);
  const answered = state.answeredAt ?? (seats.length > 1 ? now : undefined);
  return {
    ...state,
    seats,
    ringing: without(state.ringing, uid),
    ...(answered === undefined ? {} : { answeredAt: answered }),
  };
}

/** Undefined where nothing is another than before, as below. */
export const declined = (state: CallState, uid: string): CallState | undefined =>
  state.ringing.includes(uid)
    ? { ...state, ringing: without(state.ringing, uid), declined: [...without(state.declined, uid), uid] }
    : undefined;

export function unseated(state: CallState, goes: (seat: Seat) => boolean): CallState | undefined {
  const seats = state.seats.filter((seat) => !goes(seat));
  return seats.length === state.seats.length ? undefined : { ...state, seats };
}

export function changedSeat(
  state: CallState,
  connectionId: string,
  change: Partial<Pick<Seat, 'media' | 'lost'>>,
): CallState | undefined {
  const index = state.seats.findIndex((seat) => seat.connectionId === connectionId);
  const seat = state.seats[index];
  return seat && { ...state, seats: state.seats.with(index, { ...seat, ...change }) };
}

export const rungOut = (state: CallState): CallState | undefined =>
  state.ringing.length === 0
    ? undefined
    : { ...state, ringing: [], missed: [...state.missed, ...state.ringing] };

/** Others may join now than before: who may not any more is rung no longer. */
export function withPeople(state: CallState, people: readonly string[]): CallState | undefined {
  const isSame = people.length === state.people.length && people.every((uid) => state.people.includes(uid));
  if (isSame) return undefined;
  return { ...state, people, ringing: state.ringing.filter((uid) => people.includes(uid)) };
}

/** Nobody is in it; or one person, for whom nobody comes any more. */
export function isOver({ seats, ringing, rang, answeredAt }: CallState): boolean {
  if (seats.length === 0) return true;
  return seats.length === 1 && ringing.length === 0 && (rang || answeredAt !== undefined);
}

/** As those see it who are told. */
export const callOf = (callId: string, state: CallState): Call => ({
  callId,
  roomId: state.roomId,
  engine: state.engine,
  startedAt: state.startedAt,
  rang: state.rang,
  members: state.seats.map(({ tabId, person, media }) => ({ tabId, person, media })),
});
