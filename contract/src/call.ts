/**
 * Video calls in chat rooms (CHAT-05, CHAT-12): peer to peer over WebRTC with at most six participants, or through a
 * LiveKit server if the operator has configured one. The commands manage participants and relay WebRTC signaling
 * messages.
 */
import * as z from 'zod/mini';
import { chatUser } from './chat.ts';
import { endpoint } from './endpoint.ts';
import { callSignalsMax } from './limits.ts';
import { command, event } from './realtime.ts';
import { id } from './values.ts';

const callId = id;
/**
 * The id of a tab in a call, chosen by the client. A call rings in all tabs of a user; the user takes part in one of
 * them. A tab that reconnects keeps its id.
 */
const tabId = id.check(z.minLength(8), z.maxLength(64));

export const callMedia = z.strictObject({
  microphone: z.boolean(),
  camera: z.boolean(),
  screen: z.boolean(),
});
export type CallMedia = z.infer<typeof callMedia>;

export const callParticipant = z.strictObject({ tabId, user: chatUser, media: callMedia });
export type CallParticipant = z.infer<typeof callParticipant>;

/** `engine`: `mesh` is peer to peer, `livekit` is through a LiveKit server. */
export const call = z.strictObject({
  callId,
  roomId: id,
  engine: z.enum(['mesh', 'livekit']),
  /** Milliseconds since 1970. */
  startedAt: z.number(),
  /** Whether the call rang for anyone. Calls in large groups do not ring; the room only shows that there is a call. */
  rings: z.boolean(),
  participants: z.array(callParticipant),
});
export type Call = z.infer<typeof call>;

const joinedCall = z.strictObject({
  call,
  /** Set for `livekit`: the URL of the server and a token for this call's room, valid for ten minutes. */
  livekit: z.optional(z.strictObject({ url: z.string(), token: z.string() })),
});

/** A call that rings for the user, and the caller. */
const ringingCall = z.strictObject({ call, from: chatUser });
const callExample = {
  callId: 'k1',
  roomId: 'r1',
  engine: 'mesh',
  startedAt: 1_763_640_000_000,
  rings: true,
  participants: [],
} as const;

export const subscribeToCalls = command({
  name: 'call.subscribe',
  summary:
    'Returns the calls in the user’s rooms and those that ring for the user, and subscribes this tab to call events',
  input: z.strictObject({}),
  result: z.strictObject({ calls: z.array(call), ringing: z.array(ringingCall) }),
  errors: ['forbidden', 'functionUnsupported'],
  example: {},
});

export const startCall = command({
  name: 'call.start',
  summary:
    'Starts a call in a room and rings its other members, or joins the call that is in progress. Large groups do not ring',
  input: z.strictObject({ roomId: id, tabId, media: callMedia }),
  result: joinedCall,
  errors: ['forbidden', 'notFound', 'cannotPost', 'functionUnsupported', 'conflict'],
  example: {
    roomId: 'r1',
    tabId: 'tab-00000001',
    media: { microphone: true, camera: true, screen: false },
  },
});

export const joinCall = command({
  name: 'call.join',
  summary:
    'Joins a call with this tab, in place of the user’s other tab, and stops the ringing. Peer-to-peer calls have at most six participants',
  input: z.strictObject({ callId, tabId, media: callMedia }),
  result: joinedCall,
  errors: ['forbidden', 'notFound', 'cannotPost', 'functionUnsupported', 'conflict'],
  example: {
    callId: 'k1',
    tabId: 'tab-00000002',
    media: { microphone: true, camera: false, screen: false },
  },
});

export const declineCall = command({
  name: 'call.decline',
  summary:
    'Declines a call: the ringing stops in all tabs of the user. If the user is invisible, the others are not informed',
  input: z.strictObject({ callId }),
  errors: ['forbidden', 'notFound'],
  example: { callId: 'k1' },
});

export const leaveCall = command({
  name: 'call.leave',
  summary: 'Leaves a call. The call ends when only one participant is left',
  input: z.strictObject({ callId }),
  errors: ['forbidden', 'notFound'],
  example: { callId: 'k1' },
});

export const setCallMedia = command({
  name: 'call.setMedia',
  summary: 'Sets whether the microphone, the camera and screen sharing of this tab are on',
  input: z.strictObject({ callId, media: callMedia }),
  errors: ['forbidden', 'notFound'],
  example: { callId: 'k1', media: { microphone: false, camera: true, screen: false } },
});

/**
 * A WebRTC signaling message from one tab to another: a session description or an ICE candidate. The server only relays
 * it.
 */
export const callSignal = z.union([
  z.strictObject({
    description: z.strictObject({
      type: z.enum(['offer', 'answer']),
      sdp: z.string().check(z.maxLength(48_000)),
    }),
  }),
  /** Asks the offering tab for a new offer. */
  z.strictObject({ renegotiate: z.literal(true) }),
  z.strictObject({
    candidate: z.nullable(
      z.strictObject({
        candidate: z.string().check(z.maxLength(2_000)),
        sdpMid: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
        sdpMLineIndex: z.optional(z.nullable(z.int())),
        usernameFragment: z.optional(z.nullable(z.string().check(z.maxLength(256)))),
      }),
    ),
  }),
]);
export type CallSignal = z.infer<typeof callSignal>;

export const sendCallSignals = command({
  name: 'call.sendSignals',
  summary: 'Relays WebRTC signaling messages to another tab in the same call, in order',
  input: z.strictObject({
    callId,
    to: tabId,
    signals: z.array(callSignal).check(z.minLength(1), z.maxLength(callSignalsMax)),
  }),
  errors: ['forbidden', 'notFound'],
  example: { callId: 'k1', to: 'tab-00000002', signals: [{ candidate: null }] },
});

export const callRinging = event({
  name: 'call.ringing',
  kind: 'ephemeral',
  summary: 'A call rings for the user',
  data: ringingCall,
  example: { call: callExample, from: { uid: 'u1', name: 'Ada' } },
});

export const callRingingStopped = event({
  name: 'call.ringingStopped',
  kind: 'ephemeral',
  summary:
    'A call stopped ringing: it was accepted or declined in another tab, ended by the caller, or not answered in time',
  data: z.strictObject({ callId, reason: z.enum(['accepted', 'declined', 'ended', 'missed']) }),
  example: { callId: 'k1', reason: 'missed' },
});

export const callChanged = event({
  name: 'call.changed',
  kind: 'replicated',
  summary:
    'The participants of a call changed; sent to the participants and to members who may join. An empty list means that the call is over',
  data: z.strictObject({ call }),
  example: { call: callExample },
});

export const callDeclined = event({
  name: 'call.declined',
  kind: 'ephemeral',
  summary: 'A member declined the call. Not sent for invisible users',
  data: z.strictObject({ callId, user: chatUser }),
  example: { callId: 'k1', user: { uid: 'u2', name: 'Bo' } },
});

export const callSignalsReceived = event({
  name: 'call.signalsReceived',
  kind: 'ephemeral',
  summary: 'WebRTC signaling messages from another tab in the call',
  data: z.strictObject({ callId, from: tabId, signals: z.array(callSignal) }),
  example: { callId: 'k1', from: 'tab-00000001', signals: [{ candidate: null }] },
});

export const callCommands = [
  subscribeToCalls,
  startCall,
  joinCall,
  declineCall,
  leaveCall,
  setCallMedia,
  sendCallSignals,
] as const;
export const callEvents = [
  callRinging,
  callRingingStopped,
  callChanged,
  callDeclined,
  callSignalsReceived,
] as const;

export const getIceServers = endpoint({
  name: 'getIceServers',
  method: 'GET',
  path: '/calls/ice-servers',
  summary: 'Returns the STUN and TURN servers for calls, with temporary credentials',
  response: z.strictObject({
    iceServers: z.array(
      z.strictObject({
        urls: z.array(z.string()),
        username: z.optional(z.string()),
        credential: z.optional(z.string()),
      }),
    ),
    /** Whether calls use TURN relays only, so that participants do not see each other's IP addresses. */
    relayOnly: z.boolean(),
    /** Seconds. */
    ttl: z.number(),
  }),
  errors: ['unauthorized', 'forbidden', 'functionUnsupported'],
  example: {},
});
