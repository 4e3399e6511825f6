/**
 * Everything around the own call in a unit test: a server with the user's calls, devices, ICE servers and media engines. Each
 * step is the test's: the server handles a command, a message arrives, the browser grants a device, an engine opens.
 */
import {
  callChanged,
  callDeclined,
  callRinging,
  callRingingStopped,
  type Call,
  type CallParticipant,
} from '@foyer/contract';
import { ApiError } from '../../../../platform/api/apiError.ts';
import { createFakeVisit, type FakeVisit, type SentCommand } from '../../../../testing/fakeVisit.ts';
import type { CallEngine } from '../engine/callEngine.ts';
import type { OwnCallDeps } from '../ownCall.ts';

export const ada = { uid: 'ada', name: 'Ada' };
export const bo = { uid: 'bo', name: 'Bo' };
const mediaOn = { microphone: true, camera: true, screen: false };
/** The server keeps a participant without a connection this long. */
const graceMs = 15_000;

type Participant = CallParticipant & { connection: string; lostAt?: number };
interface ServerCall {
  readonly callId: string;
  readonly roomId: string;
  participants: Participant[];
  wasAnswered: boolean;
}

/** A live track or stream of the fake devices. */
class FakeTrack extends EventTarget {
  readonly kind: string;
  enabled = true;
  readyState: 'live' | 'ended' = 'live';
  constructor(kind: string) {
    super();
    this.kind = kind;
  }
  stop(): void {
    this.readyState = 'ended';
  }
  getSettings(): object {
    return {};
  }
}

interface Pending<T> {
  readonly resolve: (value: T) => void;
  readonly reject: (error: Error) => void;
}

function take<T>(queue: Pending<T>[], settle: (pending: Pending<T>) => void): boolean {
  const pending = queue.shift();
  if (pending) settle(pending);
  return pending !== undefined;
}

interface FakeEngine {
  readonly signal: AbortSignal;
  readonly callId: string;
  readonly lose: () => void;
  /** The other participants, as the engine knows them. */
  others: readonly CallParticipant[];
}

export class FakeCallWorld {
  readonly visit: FakeVisit = createFakeVisit();
  readonly tracks: FakeTrack[] = [];
  readonly engines: FakeEngine[] = [];
  /** Messages from the server that have not arrived yet, the oldest first. */
  readonly wire: (() => void)[] = [];
  /** Changes that the server has sent, for late and doubled ones. */
  readonly sentChanges: Call[] = [];
  /** How often the tab has joined a call. */
  joins = 0;
  private readonly calls: ServerCall[] = [];
  private readonly handled = new WeakSet<SentCommand>();
  private readonly iceRequests: Pending<{ iceServers: never[]; relayOnly: boolean; ttl: number }>[] = [];
  private readonly deviceRequests: (Pending<MediaStream> & { readonly kinds: readonly string[] })[] = [];
  private readonly openingEngines: (Pending<CallEngine> & FakeEngine)[] = [];
  private connection = '';
  private count = 0;

  /** Replaces `navigator` in the test. */
  readonly navigator = {
    permissions: { query: async () => ({ state: 'granted' }) },
    mediaDevices: Object.assign(new EventTarget(), {
      enumerateDevices: async () => [],
      getUserMedia: (constraints: { audio?: unknown; video?: unknown }) =>
        new Promise<MediaStream>((resolve, reject) => {
          const kinds = (['audio', 'video'] as const).filter((kind) => constraints[kind]);
          this.deviceRequests.push({ resolve, reject, kinds });
        }),
      getDisplayMedia: () =>
        new Promise<MediaStream>((resolve, reject) => {
          this.deviceRequests.push({ resolve, reject, kinds: ['video'] });
        }),
    }),
  };

  readonly deps: OwnCallDeps = {
    fetchIceServers: () =>
      new Promise((resolve, reject) => {
        this.iceRequests.push({ resolve, reject });
      }),
    openEngine: ({ signal, callId, onLost }) =>
      new Promise((resolve, reject) => {
        this.openingEngines.push({ resolve, reject, signal, callId, lose: onLost, others: [] });
      }),
    detectSpeaking: () => undefined,
  };

  // The browser

  grantDevices = (): boolean => {
    const request = this.deviceRequests.shift();
    if (!request) return false;
    const tracks = request.kinds.map((kind) => new FakeTrack(kind));
    this.tracks.push(...tracks);
    const of = (kind: string) => tracks.filter((track) => track.kind === kind);
    request.resolve({
      getTracks: () => tracks,
      getVideoTracks: () => of('video'),
      getAudioTracks: () => of('audio'),
    } as unknown as MediaStream);
    return true;
  };

  refuseDevices = (): boolean =>
    take(this.deviceRequests, ({ reject }) => reject(new DOMException('refused', 'NotAllowedError')));

  answerIce = (): boolean =>
    take(this.iceRequests, ({ resolve }) => resolve({ iceServers: [], relayOnly: false, ttl: 3_600 }));

  failIce = (): boolean =>
    take(this.iceRequests, ({ reject }) => reject(new ApiError('NOT_REACHABLE', 'no reply')));

  openEngine = (): boolean => {
    const opening = this.openingEngines.shift();
    if (!opening) return false;
    this.engines.push(opening);
    opening.resolve({
      setParticipants: (others) => (opening.others = others),
      setTracks: () => undefined,
      reconnect: () => undefined,
    });
    return true;
  };

  failEngine = (): boolean =>
    take(this.openingEngines, ({ reject }) => reject(new Error('media server not reachable')));

  loseMedia = (): void => this.engines.at(-1)?.lose();

  get liveTracks(): number {
    return this.tracks.filter(({ readyState }) => readyState === 'live').length;
  }

  get liveEngines(): readonly FakeEngine[] {
    return this.engines.filter(({ signal }) => !signal.aborted);
  }

  // The connection

  connect = (): void => {
    if (this.visit.realtime.isOnline || this.visit.signal.aborted) return;
    this.count += 1;
    this.connection = `connection-${this.count}`;
    this.visit.realtime.open();
  };

  lose = (): void => {
    if (!this.visit.realtime.isOnline) return;
    this.wire.length = 0;
    this.visit.realtime.lose();
    for (const { participants } of this.calls)
      for (const each of participants)
        if (each.connection === this.connection) each.lostAt = performance.now();
    this.connection = '';
  };

  /** A connection that is open is announced again. */
  announceConnection = (): void => {
    if (this.visit.realtime.isOnline) this.visit.realtime.open();
  };

  deliver = (): boolean => {
    const message = this.wire.shift();
    message?.();
    return message !== undefined;
  };

  // The server

  /** The server handles the oldest command, and sends its reply after the events that it causes. */
  handle = (): boolean => {
    const sent = this.visit.realtime.pending.find((command) => !this.handled.has(command));
    if (!sent) return false;
    this.handled.add(sent);
    try {
      const result = this.run(sent);
      this.send(() => sent.resolve(result));
    } catch (error) {
      this.send(() => sent.reject(error));
    }
    return true;
  };

  /** The server answers the oldest command with an error, if it is one to join. */
  refuse = (): boolean => {
    const sent = this.visit.realtime.pending.find((command) => !this.handled.has(command));
    if (sent?.name !== 'call.start' && sent?.name !== 'call.join') return false;
    this.handled.add(sent);
    this.send(() => sent.reject(notFound()));
    return true;
  };

  /** The commands that wait for a reply get none. */
  failReplies = (): void => {
    for (const { reject } of this.visit.realtime.pending.toReversed())
      reject(new ApiError('NOT_REACHABLE', 'no reply'));
  };

  /** The server removes this tab from the call. */
  removeOwn = (): void => {
    for (const call of this.calls.toReversed()) {
      const left = call.participants.filter(({ connection }) => connection !== this.connection);
      this.set(call, left);
    }
  };

  endByServer = (): void => {
    for (const call of this.calls.toReversed()) this.set(call, []);
  };

  /** Bo calls in a room, where no call is in progress. */
  ring = (roomId: string): void => {
    if (this.calls.some((call) => call.roomId === roomId)) return;
    const call = this.addCall(roomId);
    call.participants.push({ tabId: `bo-${call.callId}`, user: bo, media: mediaOn, connection: 'bo' });
    const data = toCall(call);
    this.send(() => this.visit.realtime.emit(callRinging, { call: data, from: bo }));
    this.changed(call);
  };

  stopRinging = (): void => {
    const call = this.calls.at(-1);
    if (!call) return;
    const { callId } = call;
    this.send(() => this.visit.realtime.emit(callRingingStopped, { callId, reason: 'missed' }));
  };

  joinBo = (): void => {
    const call = this.calls.at(-1);
    if (!call || call.participants.some(({ user }) => user.uid === bo.uid)) return;
    this.join(call, {
      tabId: `bo-${call.callId}-${++this.count}`,
      user: bo,
      media: mediaOn,
      connection: 'bo',
    });
  };

  declineBo = (): void => {
    const call = this.calls.at(-1);
    if (!call) return;
    const { callId } = call;
    this.send(() => this.visit.realtime.emit(callDeclined, { callId, user: bo }));
    if (!call.wasAnswered) this.set(call, []);
  };

  leaveBo = (): void => {
    for (const call of this.calls.toReversed()) this.remove(call, ({ user }) => user.uid === bo.uid);
  };

  /** Another tab of the user joins the call. */
  joinOtherTab = (): void => {
    const call = this.calls.at(-1);
    if (call)
      this.join(call, { tabId: `other-${++this.count}`, user: ada, media: mediaOn, connection: 'other tab' });
  };

  removeExpired(): void {
    const now = performance.now();
    for (const call of this.calls.toReversed())
      this.remove(call, ({ lostAt }) => lostAt !== undefined && now - lostAt >= graceMs);
  }

  /** Sends a change again that was sent before: 0 is the newest. */
  repeatChange(age: number): void {
    const call = this.sentChanges.at(-1 - age);
    if (call) this.send(() => this.visit.realtime.emit(callChanged, { call }));
  }

  /** This tab in the calls that it is in, according to the server. */
  get ownParticipants(): readonly { readonly callId: string; readonly tabId: string }[] {
    return this.calls.flatMap(({ callId, participants }) =>
      participants
        .filter(({ connection }) => connection === this.connection)
        .map(({ tabId }) => ({ callId, tabId })),
    );
  }

  private run({ name, input }: SentCommand): unknown {
    const { roomId, callId, tabId } = input as { roomId: string; callId: string; tabId: string };
    const own = { tabId, user: ada, media: mediaOn, connection: this.connection };
    const found = this.calls.find((call) => call.callId === callId);
    switch (name) {
      case 'call.subscribe':
        return { calls: this.calls.map(toCall), ringing: [] };
      case 'call.start':
        this.joins += 1;
        return this.join(this.calls.find((call) => call.roomId === roomId) ?? this.addCall(roomId), own);
      case 'call.join':
        if (!found) throw notFound();
        this.joins += 1;
        return this.join(found, own);
      case 'call.leave':
        if (!found) throw notFound();
        this.remove(found, ({ connection }) => connection === this.connection);
        return undefined;
      default:
        return undefined;
    }
  }

  private addCall(roomId: string): ServerCall {
    const call = { callId: `call-${++this.count}`, roomId, participants: [], wasAnswered: false };
    this.calls.push(call);
    return call;
  }

  private join(call: ServerCall, participant: Participant): { call: Call } {
    call.wasAnswered ||= call.participants.some(({ user }) => user.uid !== participant.user.uid);
    const others = call.participants.filter(({ user }) => user.uid !== participant.user.uid);
    this.set(call, [...others, participant]);
    return { call: toCall(call) };
  }

  private remove(call: ServerCall, isRemoved: (participant: Participant) => boolean): void {
    const left = call.participants.filter((participant) => !isRemoved(participant));
    if (left.length === call.participants.length) return;
    this.set(call, call.wasAnswered && left.length === 1 ? [] : left);
  }

  private set(call: ServerCall, participants: Participant[]): void {
    call.participants = participants;
    if (participants.length === 0) this.calls.splice(this.calls.indexOf(call), 1);
    this.changed(call);
  }

  private changed(call: ServerCall): void {
    const data = toCall(call);
    this.sentChanges.push(data);
    this.send(() => this.visit.realtime.emit(callChanged, { call: data }));
  }

  private send(message: () => void): void {
    if (this.visit.realtime.isOnline) this.wire.push(message);
  }
}

const notFound = (): ApiError =>
  new ApiError('PROCESSING_ERROR', 'Call not found.', { serverCode: 'notFound', status: 404 });

const toCall = ({ callId, roomId, participants }: ServerCall): Call => ({
  callId,
  roomId,
  engine: 'mesh',
  startedAt: 0,
  rings: true,
  participants: participants.map(({ tabId, user, media }) => ({ tabId, user, media })),
});
