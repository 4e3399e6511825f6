/**
 * The call that this tab is in or is about to join: its states, and the pure function that changes them. The effects are in
 * `ownCall.ts`.
 */
import type { Call, CallParticipant } from '@foyer/contract';
import type { EndReason } from './endReason.ts';

/** A room, or a user to call in a private room, which is created if necessary. */
export type CallRequest =
  | { readonly roomId: string; readonly name?: string | undefined }
  | { readonly uid: string; readonly name?: string | undefined };

interface WithTarget {
  /** The room or user to call. */
  readonly target: CallRequest;
}

/** The server counts this tab among the participants, or did so until the connection was lost. */
interface Member extends WithTarget {
  readonly call: Call;
  /** Identifies this tab in the call. A tab that rejoins as a new participant gets a new id. */
  readonly tabId: string;
  /** Whether anyone else has ever been in the call. */
  readonly hadOthers: boolean;
  readonly wasDeclined: boolean;
  /** When this tab lost its connection, by `performance.now()`. Null while connected, and again once it has rejoined. */
  readonly disconnectedSince: number | null;
  /** Counts the attempts to rejoin. */
  readonly attempt: number;
  /** The next attempt joins as a new participant: the server has removed this one, or may have. */
  readonly asNew: boolean;
}

export type OwnCall =
  | { readonly phase: 'idle' }
  /** The user checks camera and microphone before the call. */
  | ({ readonly phase: 'preview' } & WithTarget)
  /** Devices are opened and the server is asked. `declined`: the calls that were declined since, by id. */
  | ({ readonly phase: 'starting'; readonly declined: ReadonlySet<string> } & WithTarget)
  /** The server has accepted; the connections to the others are being prepared. */
  | ({ readonly phase: 'joining' } & Member)
  | ({ readonly phase: 'joined' } & Member)
  | ({ readonly phase: 'reconnecting' } & Member)
  | ({ readonly phase: 'rejoining' } & Member)
  /** A dialog or snackbar says why. */
  | ({ readonly phase: 'ended'; readonly reason: EndReason } & WithTarget);

export type MemberCall = Extract<OwnCall, Member>;
export type RejoiningCall = Extract<OwnCall, { phase: 'rejoining' }>;

export const noCall: OwnCall = { phase: 'idle' };

export type OwnCallEvent =
  | { readonly type: 'previewed'; readonly target: CallRequest }
  | { readonly type: 'started'; readonly target: CallRequest }
  /** The server has accepted this tab with this id. */
  | { readonly type: 'accepted'; readonly call: Call; readonly tabId: string }
  /** The connections to the others are prepared. */
  | { readonly type: 'opened'; readonly uid: string | undefined }
  /** A call has changed. `uid` is the user's own id. */
  | { readonly type: 'changed'; readonly call: Call; readonly uid: string | undefined }
  | { readonly type: 'declined'; readonly callId: string }
  | { readonly type: 'disconnected'; readonly at: number }
  /** A new connection is open. `asNew`: there is a reason to join as a new participant. */
  | { readonly type: 'connected'; readonly at: number; readonly asNew: boolean }
  /** The last attempt to rejoin got no reply. */
  | { readonly type: 'retried' }
  | { readonly type: 'failed'; readonly reason: EndReason }
  /** The user leaves the call, or closes its preview or the message about its end. */
  | { readonly type: 'closed' };

/** The server keeps a disconnected participant for 15 s. After this time the tab rejoins as a new participant. */
export const reconnectTimeoutMs = 12_000;

export const memberOf = (own: OwnCall): MemberCall | undefined => ('call' in own ? own : undefined);

/** Whether this tab is in a call or is joining one. */
export const isActive = (own: OwnCall): boolean => own.phase === 'starting' || 'call' in own;

export const isJoining = ({ phase }: OwnCall): boolean => phase === 'starting' || phase === 'joining';

export const targetOf = (own: OwnCall): CallRequest | undefined => ('target' in own ? own.target : undefined);

export const othersIn = ({ participants }: Call, ownTabId: string): readonly CallParticipant[] =>
  participants.filter(({ tabId }) => tabId !== ownTabId);

const hasOthers = (call: Call, tabId: string): boolean => othersIn(call, tabId).length > 0;

const endOf = ({ target }: WithTarget, reason: EndReason): OwnCall => ({ phase: 'ended', reason, target });

const rejoin = (own: MemberCall, asNew: boolean): OwnCall => ({
  ...own,
  phase: 'rejoining',
  attempt: own.attempt + 1,
  asNew,
});

function reduceAccepted(own: OwnCall, call: Call, tabId: string): OwnCall {
  if (own.phase === 'rejoining')
    return { ...own, call, tabId, hadOthers: own.hadOthers || hasOthers(call, tabId) };
  if (own.phase !== 'starting') return own;
  return {
    phase: 'joining',
    target: own.target,
    call,
    tabId,
    hadOthers: hasOthers(call, tabId),
    wasDeclined: own.declined.has(call.callId),
    disconnectedSince: null,
    attempt: 0,
    asNew: false,
  };
}

/** Ends the call that is over, and rejoins one that goes on without this tab, unless another tab of the user has taken over. */
function checkMembership(own: MemberCall, uid: string | undefined): OwnCall {
  const { participants, rings } = own.call;
  if (participants.length === 0)
    return endOf(own, own.hadOthers || !rings ? 'ended' : own.wasDeclined ? 'declined' : 'noAnswer');
  if (own.phase === 'joining' || participants.some(({ tabId }) => tabId === own.tabId)) return own;
  // An attempt that is running may already have changed that; the next one takes account of it.
  if (own.phase !== 'joined') return { ...own, asNew: true };
  return participants.some(({ user }) => user.uid === uid) ? endOf(own, 'elsewhere') : rejoin(own, true);
}

function reduceOpened(own: OwnCall, uid: string | undefined): OwnCall {
  if (own.phase === 'rejoining')
    return checkMembership({ ...own, phase: 'joined', disconnectedSince: null, asNew: false }, uid);
  if (own.phase !== 'joining') return own;
  return checkMembership({ ...own, phase: own.disconnectedSince === null ? 'joined' : 'reconnecting' }, uid);
}

function reduceConnected(own: MemberCall, at: number, asNew: boolean): OwnCall {
  // `opened` follows.
  if (own.phase === 'joining') return own;
  const { disconnectedSince } = own;
  const isTooLate = disconnectedSince !== null && at - disconnectedSince > reconnectTimeoutMs;
  return rejoin(own, own.asNew || asNew || isTooLate);
}

export function reduceOwnCall(own: OwnCall, event: OwnCallEvent): OwnCall {
  const member = memberOf(own);
  switch (event.type) {
    case 'previewed':
      return { phase: 'preview', target: event.target };
    case 'started':
      return { phase: 'starting', target: event.target, declined: new Set() };
    case 'accepted':
      return reduceAccepted(own, event.call, event.tabId);
    case 'opened':
      return reduceOpened(own, event.uid);
    case 'changed': {
      if (member?.call.callId !== event.call.callId) return own;
      const hadOthers = member.hadOthers || hasOthers(event.call, member.tabId);
      return checkMembership({ ...member, call: event.call, hadOthers }, event.uid);
    }
    case 'declined':
      if (own.phase === 'starting') return { ...own, declined: new Set(own.declined).add(event.callId) };
      return member?.call.callId === event.callId ? { ...member, wasDeclined: true } : own;
    case 'disconnected': {
      if (!member) return own;
      const disconnectedSince = member.disconnectedSince ?? event.at;
      if (member.phase === 'joining') return { ...member, disconnectedSince };
      return { ...member, phase: 'reconnecting', disconnectedSince };
    }
    case 'connected':
      return member ? reduceConnected(member, event.at, event.asNew) : own;
    case 'retried':
      return own.phase === 'rejoining' ? rejoin(own, own.asNew) : own;
    case 'failed':
      return 'target' in own && own.phase !== 'ended' ? endOf(own, event.reason) : own;
    case 'closed':
      return noCall;
    default:
      return event satisfies never;
  }
}
