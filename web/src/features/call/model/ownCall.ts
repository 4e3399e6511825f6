/**
 * Takes part in calls: preview, start, accept, decline, leave, and reconnecting during a call. The state and its changes are in
 * `ownCallState.ts`; this part of the visit sends the commands and opens devices and media connections. One `CallScope` is one
 * call or preview: what belongs to it ends with its signal.
 */
import {
  callChanged,
  callDeclined,
  declineCall,
  getIceServers,
  joinCall,
  leaveCall,
  openChatRoom,
  startCall,
  type Call,
  type CallMedia,
  type ResultOf,
} from '@foyer/contract';
import { createStore, type StoreApi } from 'zustand';
import { ApiError } from '../../../platform/api/apiError.ts';
import { call as callApi } from '../../../platform/api/client.ts';
import { translate } from '../../../platform/i18n/i18n.ts';
import { logError } from '../../../platform/log.ts';
import { addAudioSession, leaveMeetings } from '../../../platform/playback/audioSessions.ts';
import { createRealtime } from '../../../platform/realtime/realtime.ts';
import { createSnackbars } from '../../../platform/snackbars.ts';
import { createConnectionState } from '../../../platform/state/connection.ts';
import { useUser } from '../../../platform/state/user.ts';
import { runAfter } from '../../../platform/time/timers.ts';
import { watchSleep } from '../../../platform/time/watchSleep.ts';
import { untilAborted } from '../../../platform/untilAborted.ts';
import type { Visit } from '../../../platform/visit/visit.ts';
import { createCalls } from './calls.ts';
import type { Ringing } from './callsState.ts';
import { noStreams, type CallStreams } from './callStreams.ts';
import { endReasonOf } from './endReason.ts';
import type { CallEngine, EngineDeps } from './engine/callEngine.ts';
import { openLivekitEngine } from './engine/livekitEngine.ts';
import { MeshEngine, type IceServers, type MeshDeps } from './engine/meshEngine.ts';
import { LocalMedia, toCallMedia, toLocalTracks, type DeviceKind } from './media/localMedia.ts';
import { MediaReporter } from './media/mediaReporter.ts';
import { startSpeakingDetection, type SpeakingDetectionDeps } from './media/speakingDetection.ts';
import {
  memberOf,
  othersIn,
  reconnectTimeoutMs,
  reduceOwnCall,
  type CallRequest,
  type OwnCall as OwnCallState,
  type OwnCallEvent,
  type RejoiningCall,
} from './ownCallState.ts';

export interface OwnCall {
  readonly media: LocalMedia;
  readonly streams: StoreApi<CallStreams>;
  /** Shows the user's own camera and microphone before a call. */
  readonly preview: (target: CallRequest) => Promise<void>;
  /** Starts or joins the call whose preview is open. */
  readonly start: () => Promise<void>;
  /**
   * Leaves the call that this tab is in first.
   * @param withCamera false: with the microphone only
   */
  readonly accept: (ringing: Ringing, withCamera: boolean) => Promise<void>;
  readonly decline: (ringing: Ringing) => void;
  /** Leaves the call, or closes its preview or the message about its end. */
  readonly close: () => void;
}

type JoinResult = ResultOf<typeof joinCall>;
type Join = (participant: { readonly tabId: string; readonly media: CallMedia }) => Promise<JoinResult>;

/** The parts of the browser and the server that a test replaces. */
export interface OwnCallDeps {
  readonly fetchIceServers: () => Promise<IceServers>;
  readonly openEngine: (deps: MeshDeps, livekit: JoinResult['livekit']) => CallEngine | Promise<CallEngine>;
  readonly detectSpeaking: (deps: SpeakingDetectionDeps) => void;
}

interface CallScope {
  /** Aborted when the call or preview closes. */
  readonly signal: AbortSignal;
  readonly end: () => void;
  readonly hasSlept: () => boolean;
  reporter?: MediaReporter;
  engine?: CallEngine | undefined;
  closeEngine?: () => void;
  /** Ends the attempt to rejoin, when the connection is lost again or another attempt replaces it. */
  endAttempt?: () => void;
}

const retryMs = 1_000;
const sleepCheckMs = 1_000;
const bothKinds: readonly DeviceKind[] = ['microphone', 'camera'];

const browserDeps: OwnCallDeps = {
  // Before joining, because the other participants send signals as soon as this tab has joined.
  fetchIceServers: () => callApi(getIceServers, { report: 'console', retry: false }),
  openEngine: (deps, livekit) =>
    livekit ? openLivekitEngine({ ...livekit, ...deps }) : new MeshEngine(deps),
  detectSpeaking: startSpeakingDetection,
};

export function createOwnCallWith(visit: Visit, deps: OwnCallDeps): OwnCall {
  const realtime = visit.get(createRealtime);
  const calls = visit.get(createCalls);
  const snackbars = visit.get(createSnackbars);
  const media = new LocalMedia();
  const streams = createStore<CallStreams>(() => noStreams);
  let scope: CallScope | undefined;
  let lastRequest: Promise<unknown> = Promise.resolve();

  const own = (): OwnCallState => calls.store.getState().own;
  const ownUserId = (): string | undefined => useUser.getState().user?.userId;

  function dispatch(event: OwnCallEvent): void {
    const before = own();
    const after = reduceOwnCall(before, event);
    if (after === before) return;
    calls.store.setState({ own: after });
    if (after.phase === 'idle' || after.phase === 'ended') endScope();
    if (after.phase === 'ended' && after.reason === 'ended') showEnd(after.target);
    if (after.phase === 'reconnecting') scope?.endAttempt?.();
    if (after.phase !== 'rejoining') updateParticipants();
    else if (after.attempt !== memberOf(before)?.attempt) void rejoin(after);
  }

  function endScope(): void {
    scope?.end();
    scope = undefined;
  }

  /** A call that others left is reported in a snackbar, any other end in a dialog. */
  function showEnd(target: CallRequest): void {
    dispatch({ type: 'closed' });
    const t = translate('call');
    // A request, so that it does not replace another call that the user is in by then.
    const again = { label: t('ended.again'), run: () => calls.request(target) };
    snackbars.show(t('ended.ended'), { action: again });
  }

  /** Closes the call or preview before, and opens the devices of the next one. */
  function beginScope(): CallScope {
    close();
    const ending = new AbortController();
    const signal = AbortSignal.any([visit.signal, ending.signal]);
    let hasSlept = false;
    const checkSleep = watchSleep(() => (hasSlept = true), {
      tickMs: sleepCheckMs,
      longMs: reconnectTimeoutMs,
      signal,
    });
    const begun: CallScope = {
      signal,
      end: () => ending.abort(),
      hasSlept() {
        checkSleep();
        const result = hasSlept;
        hasSlept = false;
        return result;
      },
    };
    scope = begun;
    untilAborted(signal, () => streams.setState(noStreams));
    media.open(signal);
    deps.detectSpeaking({ local: media.store, streams, signal });
    return begun;
  }

  /** The engine has the participants while this tab is in the call. One that rejoins as a new participant gets another engine. */
  function updateParticipants(): void {
    const member = memberOf(own());
    if (member) scope?.engine?.setParticipants(othersIn(member.call, member.tabId));
  }

  /**
   * Runs one request after the other. The server knows a participant by the connection: if a tab left one call and joined it
   * again, the late leaving of the first would end the second.
   */
  function inOrder<T>(request: () => Promise<T>): Promise<T> {
    const result = lastRequest.then(request);
    lastRequest = result.catch(() => undefined);
    return result;
  }

  const sendLeave = async ({ callId }: Call): Promise<void> => {
    // Without a connection the server removes the participant after its grace period.
    await realtime.sendCommand(leaveCall, { callId }).catch(() => undefined);
  };

  function leave(): void {
    const member = memberOf(own());
    if (member) void inOrder(() => sendLeave(member.call));
  }

  function close(): void {
    leave();
    dispatch({ type: 'closed' });
    endScope();
  }

  /** `problem`: its media cannot be transmitted, for example if the media server cannot be reached. */
  function giveUp(reason: 'problem' | 'ended' = 'problem'): void {
    leave();
    dispatch({ type: 'failed', reason });
  }

  /**
   * Joins a call with a new tab id and connects to the other participants.
   * @param attempt ends it
   * @returns the media state that was sent with the request; undefined if the attempt has ended
   */
  async function connect(
    current: CallScope,
    attempt: AbortSignal,
    join: Join,
  ): Promise<CallMedia | undefined> {
    const ice = await deps.fetchIceServers();
    const tabId = crypto.randomUUID();
    let sentMedia = toCallMedia(media.state);
    const joined = await inOrder(async () => {
      if (attempt.aborted) return undefined;
      sentMedia = toCallMedia(media.state);
      const result = await join({ tabId, media: sentMedia });
      if (current.signal.aborted) await sendLeave(result.call);
      return result;
    });
    if (!joined || attempt.aborted) return undefined;
    const { call, livekit } = joined;
    current.closeEngine?.();
    current.engine = undefined;
    streams.setState({ remotes: new Map() });
    dispatch({ type: 'accepted', call, tabId });
    const closing = new AbortController();
    const signal = AbortSignal.any([current.signal, closing.signal]);
    current.closeEngine = () => closing.abort();
    const engine = await deps.openEngine(
      { ...engineCallbacks(signal), callId: call.callId, tabId, ice, realtime, signal },
      livekit,
    );
    if (attempt.aborted) {
      closing.abort();
      return undefined;
    }
    current.engine = engine;
    engine.setTracks(toLocalTracks(media.state));
    updateParticipants();
    return sentMedia;
  }

  const engineCallbacks = (signal: AbortSignal): Pick<EngineDeps, 'onChange' | 'onLost'> => ({
    onChange: (remotes) => {
      if (!signal.aborted) streams.setState({ remotes });
    },
    onLost: () => {
      // While this tab is disconnected, it rejoins instead.
      if (!signal.aborted && memberOf(own())?.disconnectedSince === null) giveUp();
    },
  });

  async function joinWith(current: CallScope, join: Join): Promise<void> {
    try {
      const sentMedia = await connect(current, current.signal, join);
      if (current.signal.aborted || !sentMedia) return;
      follow(current, sentMedia);
    } catch (error) {
      if (current.signal.aborted) return;
      if (!(error instanceof ApiError)) logError('GENERAL', 'failed to join a call', error);
      leave();
      dispatch({ type: 'failed', reason: endReasonOf(error) });
    }
  }

  /** Reports the own media to the server and the other participants until the call closes. */
  function follow(current: CallScope, sentMedia: CallMedia): void {
    const member = memberOf(own());
    if (!member) return;
    const { signal } = current;
    const { callId } = member.call;
    // Only a sleep during the call counts.
    current.hasSlept();
    const ownMedia = (): CallMedia => toCallMedia(media.state);
    const reporter = new MediaReporter({ callId, realtime, ownMedia, signal }, sentMedia);
    current.reporter = reporter;
    untilAborted(
      signal,
      media.store.subscribe((local) => {
        current.engine?.setTracks(toLocalTracks(local));
        void reporter.report();
      }),
    );
    dispatch({ type: 'opened', uid: ownUserId() });
    if (own().phase === 'reconnecting' && realtime.isOnline) onConnected();
    // The media state may have changed while joining.
    if (own().phase === 'joined') void reporter.report();
  }

  /** The attempt that is running ends first. */
  async function rejoin(state: RejoiningCall): Promise<void> {
    const current = scope;
    if (!current) return;
    current.endAttempt?.();
    const ending = new AbortController();
    current.endAttempt = () => ending.abort();
    const signal = AbortSignal.any([current.signal, ending.signal]);
    const { callId } = state.call;
    current.reporter?.pause();
    try {
      const sentMedia = state.asNew
        ? await connect(current, signal, (participant) =>
            realtime.sendCommand(joinCall, { callId, ...participant }),
          )
        : await rejoinAsSameTab(state, signal);
      if (signal.aborted || !sentMedia) return;
      dispatch({ type: 'opened', uid: ownUserId() });
      if (own().phase === 'joined') current.reporter?.resume(sentMedia);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ApiError)) logError('GENERAL', 'failed to rejoin a call', error);
      else if (error.code !== 'NOT_REACHABLE') return giveUp('ended');
      // Without a reply, only the response was too late. Other errors are those of the media server.
      // Not a `retryTimer`: the delay never grows, and the next connection replaces the wait.
      if (error instanceof ApiError) runAfter(retryMs, () => dispatch({ type: 'retried' }), signal);
      else giveUp();
    }
  }

  async function rejoinAsSameTab(
    { call: { callId }, tabId }: RejoiningCall,
    attempt: AbortSignal,
  ): Promise<CallMedia | undefined> {
    let sentMedia = toCallMedia(media.state);
    const { call } = await inOrder(() => {
      sentMedia = toCallMedia(media.state);
      return realtime.sendCommand(joinCall, { callId, tabId, media: sentMedia });
    });
    if (attempt.aborted) return undefined;
    dispatch({ type: 'accepted', call, tabId });
    scope?.engine?.reconnect();
    return sentMedia;
  }

  function onConnected(): void {
    // Without an engine, the last attempt to connect to the media server has failed.
    const asNew = (scope?.hasSlept() ?? false) || scope?.engine === undefined;
    dispatch({ type: 'connected', at: performance.now(), asNew });
  }

  /** Leaves the meeting that this tab is in first: a call and a meeting both need the microphone. */
  function beginJoining(target: CallRequest, { signal }: CallScope): void {
    leaveMeetings();
    addAudioSession({ kind: 'call', leave: close }, signal);
    dispatch({ type: 'started', target });
  }

  const { signal: visitSignal } = visit;
  realtime.on(callChanged, ({ call }) => dispatch({ type: 'changed', call, uid: ownUserId() }), visitSignal);
  realtime.on(callDeclined, ({ callId }) => dispatch({ type: 'declined', callId }), visitSignal);
  realtime.onOpen(onConnected, visitSignal);
  const onConnectionState = ({ status }: { readonly status: string }): void => {
    if (status !== 'online') dispatch({ type: 'disconnected', at: performance.now() });
  };
  untilAborted(visitSignal, visit.get(createConnectionState).subscribe(onConnectionState));
  untilAborted(visitSignal, close);

  return {
    media,
    streams,
    async preview(target) {
      const { signal } = beginScope();
      dispatch({ type: 'previewed', target });
      // Checked first, so that the browser does not ask for a camera if calls are not enabled.
      const checkEnabled = (): void => {
        if (calls.store.getState().isEnabled === false && own().phase === 'preview')
          dispatch({ type: 'failed', reason: 'notEnabled' });
      };
      untilAborted(signal, calls.store.subscribe(checkEnabled));
      checkEnabled();
      if (!signal.aborted) await media.request(bothKinds);
    },
    async start() {
      const state = own();
      if (state.phase !== 'preview' || !scope) return;
      const { target } = state;
      // The user may have entered the meeting while the preview was open.
      beginJoining(target, scope);
      await joinWith(scope, async (participant) => {
        const roomId =
          'roomId' in target
            ? target.roomId
            : (await realtime.sendCommand(openChatRoom, { with: target.uid })).room.id;
        return realtime.sendCommand(startCall, { roomId, ...participant });
      });
    },
    async accept({ call: { callId, roomId }, from }, withCamera) {
      const current = beginScope();
      beginJoining({ roomId, name: from.name }, current);
      calls.stopRinging(callId);
      await media.request(withCamera ? bothKinds : ['microphone']);
      if (current.signal.aborted) return;
      await joinWith(current, (participant) => realtime.sendCommand(joinCall, { callId, ...participant }));
    },
    decline({ call: { callId } }) {
      calls.stopRinging(callId);
      // Without a connection the ringing times out.
      realtime.sendCommand(declineCall, { callId }).catch(() => undefined);
    },
    close,
  };
}

export const createOwnCall = (visit: Visit): OwnCall => createOwnCallWith(visit, browserDeps);
