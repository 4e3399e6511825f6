/**
 * The state of a call, and the pure functions that change it. It is stored as JSON, so a renamed field needs a migration.
 *
 * A call begins with one participant, the tab that started it. In a private room or a small group it *rings*: each other
 * user is in `ringing` until they join, decline (`declined`) or the time limit ends (`missed`). In larger rooms it rings
 * for no one, and a notice in the room invites to join. A call is *answered* when a second participant joins. It ends
 * when no participant is left, or one alone: after an answer, or when everyone has declined or missed the ring
 * (`shouldEnd`). A call that never rang waits with its first participant for others to join.
 */
import {
  call,
  callMedia,
  chatUser,
  operatingModes,
  type Call,
  type CallMedia,
  type ChatUser,
  type OperatingMode,
} from '@foyer/contract';
import * as z from 'zod/mini';
import { callMeshParticipantsMax, callLivekitParticipantsMax } from '@foyer/contract/limits';
import { ApiError } from '#platform/apiError';

/** A tab in a call and its connection. */
export interface Participant {
  readonly tabId: string;
  readonly user: ChatUser;
  readonly media: CallMedia;
  readonly nodeId: string;
  readonly connectionId: string;
  /** The connection is lost; the tab may rejoin over another one. */
  readonly lost?: true | undefined;
}

export interface CallState {
  readonly mode: OperatingMode;
  readonly roomId: string;
  readonly engine: Call['engine'];
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** The user who started the call. */
  readonly by: ChatUser;
  /** When the second participant joined, in milliseconds since 1970. */
  readonly answeredAt?: number | undefined;
  /** Whether the call has rung for anyone. */
  readonly hasRung: boolean;
  /** The ids of the users who may join. */
  readonly allowedUsers: readonly string[];
  /** The users for whom the call rings now. */
  readonly ringing: readonly string[];
  /** The users who have declined. */
  readonly declined: readonly string[];
  /** Invisible users who have declined. Until the ringing ends, the call goes on as if it rang for them. */
  readonly declinedSilently: readonly string[];
  /** The users who neither joined nor declined in time. */
  readonly missed: readonly string[];
  readonly participants: readonly Participant[];
}

export const callState: z.ZodMiniType<CallState> = z.object({
  mode: z.enum(operatingModes),
  roomId: z.string(),
  engine: call.shape.engine,
  startedAt: z.number(),
  by: chatUser,
  answeredAt: z.optional(z.number()),
  hasRung: z.boolean(),
  allowedUsers: z.array(z.string()),
  ringing: z.array(z.string()),
  declined: z.array(z.string()),
  declinedSilently: z._default(z.array(z.string()), []),
  missed: z.array(z.string()),
  participants: z.array(
    z.object({
      tabId: z.string(),
      user: chatUser,
      media: callMedia,
      nodeId: z.string(),
      connectionId: z.string(),
      lost: z.optional(z.literal(true)),
    }),
  ),
});

const without = (uids: readonly string[], uid: string): readonly string[] =>
  uids.filter((other) => other !== uid);

/**
 * Adds a participant, or replaces the previous tab of the same user (after a reconnect or from another tab).
 * @throws ApiError `conflict` if the call is full or the tab id belongs to another user
 */
export function addParticipant(state: CallState, participant: Participant, now: number): CallState {
  const { uid } = participant.user;
  const others = state.participants.filter(({ user }) => user.uid !== uid);
  if (others.some(({ tabId }) => tabId === participant.tabId))
    throw new ApiError('conflict', 'Another user is in this call with this tabId.');
  const limit = state.engine === 'mesh' ? callMeshParticipantsMax : callLivekitParticipantsMax;
  if (others.length >= limit)
    throw new ApiError('conflict', `This call is full: at most ${limit} participants.`, {
      details: { limit },
    });
  const before = state.participants.findIndex(({ user }) => user.uid === uid);
  const participants = before < 0 ? [...others, participant] : state.participants.with(before, participant);
  const answeredAt = state.answeredAt ?? (participants.length > 1 ? now : undefined);
  return {
    ...state,
    participants,
    ringing: without(state.ringing, uid),
    declinedSilently: without(state.declinedSilently, uid),
    ...(answeredAt === undefined ? {} : { answeredAt }),
  };
}

/** Returns undefined if nothing changes; so do the functions below. */
export function declineRinging(
  state: CallState,
  uid: string,
  { isSilent }: { readonly isSilent: boolean },
): CallState | undefined {
  if (!state.ringing.includes(uid)) return undefined;
  const list = isSilent ? 'declinedSilently' : 'declined';
  return {
    ...state,
    ringing: without(state.ringing, uid),
    [list]: [...without(state[list], uid), uid],
  };
}

/** Whether the call rings, or seems to: for users who have neither joined nor visibly declined. */
export const hasRingingUsers = ({ ringing, declinedSilently }: CallState): boolean =>
  ringing.length > 0 || declinedSilently.length > 0;

export function removeParticipants(
  state: CallState,
  shouldRemove: (participant: Participant) => boolean,
): CallState | undefined {
  const participants = state.participants.filter((participant) => !shouldRemove(participant));
  return participants.length === state.participants.length ? undefined : { ...state, participants };
}

export function updateParticipant(
  state: CallState,
  connectionId: string,
  change: Partial<Pick<Participant, 'media' | 'lost'>>,
): CallState | undefined {
  const index = state.participants.findIndex((participant) => participant.connectionId === connectionId);
  const participant = state.participants[index];
  return (
    participant && { ...state, participants: state.participants.with(index, { ...participant, ...change }) }
  );
}

/** Ends the ringing for the users who have not reacted in time. */
export const expireRinging = (state: CallState): CallState | undefined =>
  hasRingingUsers(state)
    ? {
        ...state,
        ringing: [],
        declinedSilently: [],
        missed: [...state.missed, ...state.ringing, ...state.declinedSilently],
      }
    : undefined;

/** Stops ringing for users who have blocked the caller. They may still join. */
export const stopRinging = (state: CallState, uids: ReadonlySet<string>): CallState | undefined =>
  state.ringing.some((uid) => uids.has(uid))
    ? { ...state, ringing: state.ringing.filter((uid) => !uids.has(uid)) }
    : undefined;

/** Replaces the users who may join, and stops ringing for those who may not any more. */
export function setAllowedUsers(state: CallState, userIds: readonly string[]): CallState | undefined {
  const isSame =
    userIds.length === state.allowedUsers.length && userIds.every((uid) => state.allowedUsers.includes(uid));
  if (isSame) return undefined;
  const isAllowed = (uid: string) => userIds.includes(uid);
  return {
    ...state,
    allowedUsers: userIds,
    ringing: state.ringing.filter(isAllowed),
    declinedSilently: state.declinedSilently.filter(isAllowed),
  };
}

/** Whether a call ends: it has no participants, or one who was left alone or whom no one has joined. */
export function shouldEnd(state: CallState): boolean {
  const { participants, hasRung, answeredAt } = state;
  if (participants.length === 0) return true;
  return participants.length === 1 && !hasRingingUsers(state) && (hasRung || answeredAt !== undefined);
}

/** The call as clients see it. */
export const toCall = (callId: string, state: CallState): Call => ({
  callId,
  roomId: state.roomId,
  engine: state.engine,
  startedAt: state.startedAt,
  rings: state.hasRung,
  participants: state.participants.map(({ tabId, user, media }) => ({ tabId, user, media })),
});
