/**
 * Calls in a room of up to six: from browser to browser over WebRTC, or through a media server where one is configured
 * (CHAT-05, CHAT-12). What is signalled here is who is in a call and what their browsers say to each other.
 */
import * as z from 'zod/mini';
import { chatPerson } from './chat.ts';
import { endpoint } from './endpoint.ts';
import { callSignals } from './limits.ts';
import { command, event } from './realtime.ts';
import { id } from './values.ts';

const callId = id;
/**
 * A tab in a call, as it has named itself: somebody may be called on many, and is in a call with one. A tab that was away
 * for a moment comes back under the same name.
 */
const tabId = id.check(z.minLength(8), z.maxLength(64));

export const callMedia = z.strictObject({
  microphone: z.boolean(),
  camera: z.boolean(),
  screen: z.boolean(),
});
export type CallMedia = z.infer<typeof callMedia>;

export const callMember = z.strictObject({ tabId, person: chatPerson, media: callMedia });
export type CallMember = z.infer<typeof callMember>;

/** `mesh`: each browser sends to each other one; `livekit`: a media server passes on. */
export const call = z.strictObject({
  callId,
  roomId: id,
  engine: z.enum(['mesh', 'livekit']),
  /** Milliseconds since 1970. */
  startedAt: z.number(),
  /** Whether anybody was rung; where nobody is, the room says that there is a call. */
  rang: z.boolean(),
  members: z.array(callMember),
});
export type Call = z.infer<typeof call>;

const joined = z.strictObject({
  call,
  /** The way to the media server, where there is one; the token opens this room for ten minutes. */
  livekit: z.optional(z.strictObject({ url: z.string(), token: z.string() })),
});

/** Somebody calls. */
const ringing = z.strictObject({ call, from: chatPerson });
const callExample = {
  callId: 'k1',
  roomId: 'r1',
  engine: 'mesh',
  startedAt: 1_763_640_000_000,
  rang: true,
  members: [],
} as const;

export const watchCalls = command({
  name: 'call.watch',
  summary: 'The calls of one’s rooms, and those that ring; from now on this tab hears of calls',
  input: z.strictObject({}),
  result: z.strictObject({ calls: z.array(call), ringing: z.array(ringing) }),
  errors: ['forbidden', 'functionUnsupported'],
  example: {},
});

export const startCall = command({
  name: 'call.start',
  summary:
    'Calls the others of a room; joins where there is a call already. A large group is not rung: its room says that there is a call',
  input: z.strictObject({ roomId: id, tabId, media: callMedia }),
  result: joined,
  errors: ['forbidden', 'notFound', 'cannotPublish', 'functionUnsupported', 'conflict'],
  example: {
    roomId: 'r1',
    tabId: 'tab-00000001',
    media: { microphone: true, camera: true, screen: false },
  },
});

export const joinCall = command({
  name: 'call.join',
  summary:
    'This tab is in a call, in place of another one of this person: it rings no more. A call of six is full',
  input: z.strictObject({ callId, tabId, media: callMedia }),
  result: joined,
  errors: ['forbidden', 'notFound', 'cannotPublish', 'functionUnsupported', 'conflict'],
  example: {
    callId: 'k1',
    tabId: 'tab-00000002',
    media: { microphone: true, camera: false, screen: false },
  },
});

export const declineCall = command({
  name: 'call.decline',
  summary: 'One does not come: the ringing ends on all tabs of this person',
  input: z.strictObject({ callId }),
  errors: ['forbidden', 'notFound'],
  example: { callId: 'k1' },
});

export const leaveCall = command({
  name: 'call.leave',
  summary: 'This tab is in the call no more; the last but one who leaves ends it',
  input: z.strictObject({ callId }),
  errors: ['forbidden', 'notFound'],
  example: { callId: 'k1' },
});

export const changeCallMedia = command({
  name: 'call.media',
  summary: 'What of this tab can be heard and seen',
  input: z.strictObject({ callId, media: callMedia }),
  errors: ['forbidden', 'notFound'],
  example: { callId: 'k1', media: { microphone: false, camera: true, screen: false } },
});

/** What one browser says to another: a description, or a way to reach it; neither is read by the server. */
export const callSignal = z.union([
  z.strictObject({
    description: z.strictObject({
      type: z.enum(['offer', 'answer']),
      sdp: z.string().check(z.maxLength(48_000)),
    }),
  }),
  /** The one of the two that offers is asked to do so anew. */
  z.strictObject({ again: z.literal(true) }),
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

export const signalCall = command({
  name: 'call.signal',
  summary: 'Passed on to another tab of the same call, in this order',
  input: z.strictObject({
    callId,
    to: tabId,
    signals: z.array(callSignal).check(z.minLength(1), z.maxLength(callSignals)),
  }),
  errors: ['forbidden', 'notFound'],
  example: { callId: 'k1', to: 'tab-00000002', signals: [{ candidate: null }] },
});

export const callRinging = event({
  name: 'call.ringing',
  kind: 'ephemeral',
  summary: 'Somebody calls',
  data: ringing,
  example: { call: callExample, from: { uid: 'u1', name: 'Ada' } },
});

export const callQuiet = event({
  name: 'call.quiet',
  kind: 'ephemeral',
  summary: 'It rings no more: accepted or declined on another tab, given up by who called, or rung too long',
  data: z.strictObject({ callId, why: z.enum(['accepted', 'declined', 'ended', 'missed']) }),
  example: { callId: 'k1', why: 'missed' },
});

export const callChanged = event({
  name: 'call.changed',
  kind: 'replicated',
  summary: 'Who is in a call now; told to those in it and to those who may join. Nobody: it is over',
  data: z.strictObject({ call }),
  example: { call: callExample },
});

export const callDeclined = event({
  name: 'call.declined',
  kind: 'ephemeral',
  summary: 'Somebody who was called does not come',
  data: z.strictObject({ callId, person: chatPerson }),
  example: { callId: 'k1', person: { uid: 'u2', name: 'Bo' } },
});

export const callSignalled = event({
  name: 'call.signalled',
  kind: 'ephemeral',
  summary: 'What another tab of the call says',
  data: z.strictObject({ callId, from: tabId, signals: z.array(callSignal) }),
  example: { callId: 'k1', from: 'tab-00000001', signals: [{ candidate: null }] },
});

export const callCommands = [
  watchCalls,
  startCall,
  joinCall,
  declineCall,
  leaveCall,
  changeCallMedia,
  signalCall,
] as const;
export const callEvents = [callRinging, callQuiet, callChanged, callDeclined, callSignalled] as const;

export const getIceServers = endpoint({
  name: 'getIceServers',
  method: 'GET',
  path: '/rtc/ice',
  summary: 'The ways by which browsers find each other, with credentials that hold for a while',
  answer: z.strictObject({
    iceServers: z.array(
      z.strictObject({
        urls: z.array(z.string()),
        username: z.optional(z.string()),
        credential: z.optional(z.string()),
      }),
    ),
    /** Only through the relay, where the operator wants that no address is seen. */
    relayOnly: z.boolean(),
    /** Seconds. */
    ttl: z.number(),
  }),
  errors: ['unauthorized', 'forbidden', 'functionUnsupported'],
  example: {},
});
