/** The user's actions on calls (preview, start, accept, decline, leave), and reconnecting during a call. */
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
import { ApiError } from '../../platform/api/apiError.ts';
import { call as callApi } from '../../platform/api/client.ts';
import type { Calls, CallRequest, Ringing } from '../../platform/call/calls.ts';
import { useCallStatus } from '../../platform/call/callStatus.ts';
import { useCalls } from '../../platform/call/calls.ts';
import { translate } from '../../platform/i18n/i18n.ts';
import { logError } from '../../platform/log.ts';
import { currentRealtime } from '../../platform/realtime/realtime.ts';
import { showSnackbar } from '../../platform/showSnackbar.ts';
import { createConnectionState } from '../../platform/state/connection.ts';
import { currentVisit } from '../../platform/visit/currentVisit.ts';
import { useUser } from '../../platform/state/user.ts';
import { runAfter } from '../../platform/time/timers.ts';
import { watchSleep } from '../../platform/time/watchSleep.ts';
import type { CallEngine, EngineCallbacks } from './engine/callEngine.ts';
import { MeshEngine } from './engine/meshEngine.ts';
import { openLivekitEngine } from './engine/livekitEngine.ts';
import { endReasonOf, type EndReason } from './endReason.ts';
import { startSpeakingDetection } from './media/speakingDetection.ts';
import {
  requestDevices,
  watchDevices,
  toLocalTracks,
  useLocalMedia,
  type DeviceKind,
} from './media/localMedia.ts';
import { MediaReporter, ownMedia } from './media/mediaReporter.ts';
import { noCall, otherParticipants, useCallState } from './callState.ts';

type JoinResult = ResultOf<typeof joinCall>;

const set = useCallState.setState;
const get = useCallState.getState;

let engine: CallEngine | undefined;
/** Run when the call or the preview closes. Each call has its own array. */
let cleanups: (() => void)[] = [];

/** Returns a function for asynchronous code: whether the current call was closed since. */
function createStaleCheck(): () => boolean {
  const atStart = cleanups;
  return () => cleanups !== atStart;
}

function closeCall(): void {
  const before = { engine, cleanups };
  engine = undefined;
  cleanups = [];
  before.engine?.close();
  for (const cleanup of before.cleanups) cleanup();
}

/** Closes the call and shows why it has ended: a call that others left, in a snackbar, anything else in a dialog. */
function end(endReason: EndReason): void {
  const { target, call } = get();
  if (endReason === 'ended') {
    resetCall();
    const t = translate('call');
    showSnackbar(t('ended.ended'), {
      // A request, so that it does not replace another call that the user is in by then.
      ...(target && {
        action: { label: t('ended.again'), run: () => useCalls.setState({ request: target }) },
      }),
    });
    return;
  }
  closeCall();
  set({ ...noCall, phase: 'ended', endReason, target, call });
}

export function resetCall(): void {
  closeCall();
  set(noCall);
}

function prepareCall(target: CallRequest): void {
  closeCall();
  set({ ...noCall, target });
  cleanups = [watchDevices(), startSpeakingDetection()];
}

/** The server keeps a disconnected participant for 15 s. After this time the tab rejoins as a new participant. */
const reconnectTimeoutMs = 12_000;
const retryMs = 1_000;
const sleepCheckMs = 1_000;
const bothKinds: readonly DeviceKind[] = ['microphone', 'camera'];

/** Shows the user's own camera and microphone before a call. */
export async function openPreview(target: CallRequest): Promise<void> {
  prepareCall(target);
  set({ phase: 'preview' });
  // Checked first, so that the browser does not ask for a camera if calls are not enabled.
  const checkEnabled = ({ isEnabled }: Pick<Calls, 'isEnabled'>): void => {
    if (isEnabled === false && get().phase === 'preview') end('notEnabled');
  };
  cleanups.push(useCalls.subscribe(checkEnabled));
  checkEnabled(useCalls.getState());
  if (get().phase !== 'preview') return;
  await requestDevices(bothKinds);
}

const sendLeave = ({ callId }: Call): void =>
  // Without a connection the server removes the participant after its grace period.
  void currentRealtime()
    .sendCommand(leaveCall, { callId })
    .catch(() => undefined);

const engineCallbacks: EngineCallbacks = {
  onChange: (remotes) => set({ remotes }),
  onLost: () => {
    // While this tab is disconnected, it rejoins instead.
    if (get().disconnectedSince === null) giveUp();
  },
};

/** Leaves the call because its media cannot be transmitted, for example if the media server cannot be reached. */
function giveUp(): void {
  const { call } = get();
  if (call) sendLeave(call);
  end('problem');
}

/**
 * Joins a call with a new tab id and connects to the other participants.
 * @returns the media state that was sent with the request
 */
async function connect(
  join: (participant: { readonly tabId: string; readonly media: CallMedia }) => Promise<JoinResult>,
): Promise<CallMedia> {
  const isStale = createStaleCheck();
  const tabId = crypto.randomUUID();
  // Fetched before joining, because the other participants send signals as soon as this tab has joined.
  const ice = await callApi(getIceServers, { report: 'console', retry: false });
  const media = ownMedia();
  const { call, livekit } = await join({ tabId, media });
  if (isStale()) {
    sendLeave(call);
    return media;
  }
  engine?.close();
  engine = undefined;
  set({ tabId, call, remotes: new Map() });
  const opened = livekit
    ? await openLivekitEngine({ ...livekit, ...engineCallbacks })
    : new MeshEngine({ callId: call.callId, tabId, ice, ...engineCallbacks });
  if (isStale()) {
    sendLeave(call);
    opened.close();
    return media;
  }
  engine = opened;
  opened.setTracks(toLocalTracks(useLocalMedia.getState()));
  // The call may have changed since the response.
  setCall(useCalls.getState().byRoom.get(call.roomId) ?? call);
  return media;
}

/** Applies the latest state of the call from the server. */
function setCall(call: Call): void {
  set({ call });
  engine?.setParticipants(otherParticipants(get()));
}

/** Events that arrived before `followCall` was called. */
interface EarlyEvents {
  readonly declined: ReadonlySet<string>;
  /** States of the call since this tab joined it, the newest last. */
  readonly calls: readonly Call[];
}

/** Joining takes time. Collects events meanwhile, because the call may be declined or end. */
function collectEarlyEvents(): { readonly events: EarlyEvents; readonly end: () => void } {
  const declined = new Set<string>();
  const calls: Call[] = [];
  const collecting = new AbortController();
  const { signal } = collecting;
  currentRealtime().on(callDeclined, ({ callId }) => declined.add(callId), signal);
  const onChanged = (call: Call): void => {
    // Events from before this tab has joined are ignored.
    if (call.callId === get().call?.callId) calls.push(call);
  };
  currentRealtime().on(callChanged, ({ call }) => onChanged(call), signal);
  return { events: { declined, calls }, end: () => collecting.abort() };
}

/** Leaves the meeting that this tab is in first: a call and a meeting both need the microphone. */
function beginJoining(): void {
  useCallStatus.getState().leaveMeeting?.();
  set({ phase: 'joining' });
}

async function joinWith(join: Parameters<typeof connect>[0]): Promise<void> {
  const isStale = createStaleCheck();
  const early = collectEarlyEvents();
  try {
    const sentMedia = await connect(join);
    const { call } = get();
    if (isStale() || !call) return;
    set({ phase: 'joined' });
    followCall(call.callId, sentMedia, early.events);
  } catch (error) {
    if (isStale()) return;
    if (!(error instanceof ApiError)) logError('GENERAL', 'failed to join a call', error);
    const { call } = get();
    if (call) sendLeave(call);
    end(endReasonOf(error));
  } finally {
    early.end();
  }
}

export async function startOrJoinCall(): Promise<void> {
  const { target } = get();
  if (!target) return;
  // The user may have entered the meeting while the preview was open.
  beginJoining();
  await joinWith(async (participant) => {
    const roomId =
      'roomId' in target
        ? target.roomId
        : (await currentRealtime().sendCommand(openChatRoom, { with: target.uid })).room.id;
    return currentRealtime().sendCommand(startCall, { roomId, ...participant });
  });
}

/**
 * Leaves the call that this tab is in first.
 * @param withCamera false: with the microphone only
 */
export async function acceptRinging({ call, from }: Ringing, withCamera: boolean): Promise<void> {
  if (get().phase === 'joined') leaveCurrentCall();
  prepareCall({ roomId: call.roomId, name: from.name });
  beginJoining();
  useCalls.setState(({ ringing }) => ({ ringing: ringing.filter((other) => other.call !== call) }));
  const isStale = createStaleCheck();
  await requestDevices(withCamera ? bothKinds : ['microphone']);
  if (isStale()) return;
  await joinWith((participant) =>
    currentRealtime().sendCommand(joinCall, { callId: call.callId, ...participant }),
  );
}

export function declineRinging({ call: { callId } }: Ringing): void {
  useCalls.setState(({ ringing }) => ({ ringing: ringing.filter(({ call }) => call.callId !== callId) }));
  // Without a connection the ringing times out.
  currentRealtime()
    .sendCommand(declineCall, { callId })
    .catch(() => undefined);
}

export function leaveCurrentCall(): void {
  const { call } = get();
  if (call) sendLeave(call);
  resetCall();
}

/** The call that this tab is rejoining. The server broadcasts the new participant before it responds. */
let rejoiningCallId: string | undefined;
let cancelRejoin: (() => void) | undefined;

/**
 * Rejoins the call after a lost connection.
 * @param asNew the server has removed this participant: joins with a new tab id instead of the same one
 */
async function rejoin(progress: CallProgress, asNew: boolean): Promise<void> {
  const { callId, reporter } = progress;
  const isStale = createStaleCheck();
  // A new connection rejoins at once, instead of the attempt that waits.
  cancelRejoin?.();
  rejoiningCallId = callId;
  reporter.pause();
  let sentMedia: CallMedia | undefined;
  try {
    sentMedia = asNew
      ? await connect((participant) => currentRealtime().sendCommand(joinCall, { callId, ...participant }))
      : await rejoinAsSameTab(callId);
    if (!isStale()) set({ disconnectedSince: null });
  } catch (error) {
    if (isStale()) return;
    if (!(error instanceof ApiError)) logError('GENERAL', 'failed to rejoin a call', error);
    else if (error.code !== 'NOT_REACHABLE') return end('ended');
    // If the connection is lost, the next one rejoins.
    if (!currentRealtime().isOnline) return;
    // Without a reply, only the response was too late. Other errors are those of the media server.
    if (error instanceof ApiError) rejoinLater(progress, asNew);
    else giveUp();
  } finally {
    rejoiningCallId = undefined;
    if (!isStale()) reporter.resume(sentMedia);
  }
}

/** Not a `retryTimer`: the delay never grows, and each wait has its own `asNew` and ends with the call's cleanups. */
function rejoinLater(progress: CallProgress, asNew: boolean): void {
  cancelRejoin = runAfter(retryMs, () => void rejoin(progress, asNew));
  cleanups.push(cancelRejoin);
}

async function rejoinAsSameTab(callId: string): Promise<CallMedia> {
  const isStale = createStaleCheck();
  const media = ownMedia();
  const { call } = await currentRealtime().sendCommand(joinCall, { callId, tabId: get().tabId, media });
  if (!isStale()) {
    setCall(call);
    engine?.reconnect();
  }
  return media;
}

interface CallProgress {
  readonly callId: string;
  readonly reporter: MediaReporter;
  /** Whether anyone else has ever been in the call. */
  hadOthers: boolean;
  wasDeclined: boolean;
}

const hasOthers = ({ participants }: Call, tabId: string): boolean =>
  participants.some((member) => member.tabId !== tabId);

function onCallChanged(progress: CallProgress, now: Call): void {
  const { callId } = progress;
  const { tabId, disconnectedSince } = get();
  progress.hadOthers ||= hasOthers(now, tabId);
  if (now.participants.length === 0)
    return end(progress.hadOthers || !now.rings ? 'ended' : progress.wasDeclined ? 'declined' : 'noAnswer');
  if (now.participants.some((member) => member.tabId === tabId)) return setCall(now);
  if (rejoiningCallId === callId) return;
  const ownId = useUser.getState().user?.userId;
  if (disconnectedSince === null && now.participants.some(({ user }) => user.uid === ownId))
    return end('elsewhere');
  void rejoin(progress, true);
}

/** Handles changes of the call, of the connection and of the own media until the call closes. */
function followCall(callId: string, sentMedia: CallMedia, early: EarlyEvents): void {
  const reporter = new MediaReporter(callId, sentMedia);
  const { tabId } = get();
  const hadOthers = otherParticipants(get()).length > 0 || early.calls.some((call) => hasOthers(call, tabId));
  const progress: CallProgress = { callId, reporter, hadOthers, wasDeclined: early.declined.has(callId) };
  const following = new AbortController();
  const { signal } = following;
  const onChanged = (call: Call): void => {
    if (call.callId === callId) onCallChanged(progress, call);
  };
  currentRealtime().on(callChanged, ({ call }) => onChanged(call), signal);
  const onDeclined = (declined: string): void => {
    if (declined === callId) progress.wasDeclined = true;
  };
  currentRealtime().on(callDeclined, (declined) => onDeclined(declined.callId), signal);
  let hasSlept = false;
  const checkSleep = watchSleep(() => (hasSlept = true), {
    tickMs: sleepCheckMs,
    longMs: reconnectTimeoutMs,
    signal,
  });
  currentRealtime().onOpen(() => {
    const { disconnectedSince } = get();
    const isTooLate =
      disconnectedSince !== null && performance.now() - disconnectedSince > reconnectTimeoutMs;
    checkSleep();
    // Without an engine, the last attempt to connect to the media server has failed.
    void rejoin(progress, hasSlept || isTooLate || engine === undefined);
    hasSlept = false;
  }, signal);
  cleanups.push(
    () => following.abort(),
    currentVisit()
      .get(createConnectionState)
      .subscribe(({ status }) => {
        if (status !== 'online' && get().disconnectedSince === null)
          set({ disconnectedSince: performance.now() });
      }),
    useLocalMedia.subscribe((local) => {
      engine?.setTracks(toLocalTracks(local));
      void reporter.report();
    }),
    () => reporter.end(),
  );
  // The media state may have changed while joining.
  void reporter.report();
  const latest = early.calls.at(-1);
  if (latest) onCallChanged(progress, latest);
}
