/** What one does with calls: preview, call, accept, decline, leave; and how a call goes on by itself. */
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
import { useCalls } from '../../platform/call/calls.ts';
import { logError } from '../../platform/log.ts';
import { realtime } from '../../platform/realtime/realtime.ts';
import { useConnection } from '../../platform/state/connection.ts';
import { useUser } from '../../platform/state/user.ts';
import { runAfter } from '../../platform/time/timers.ts';
import { watchSleep } from '../../platform/time/watchSleep.ts';
import type { CallEngine, Heard } from './engine/engine.ts';
import { Mesh } from './engine/mesh.ts';
import { openServed } from './engine/served.ts';
import { endingOf } from './endingOf.ts';
import { startListening } from './listening.ts';
import { askFor, followDevices, sent, useLocalMedia, type Kind } from './media/localMedia.ts';
import { MediaTeller, ownMedia } from './ownMedia.ts';
import { noSession, othersOf, useSession, type Ending } from './session.ts';

type Joined = ResultOf<typeof joinCall>;

const set = useSession.setState;
const get = useSession.getState;

let engine: CallEngine | undefined;
/** What ends with the call, or with the preview. */
let ends: (() => void)[] = [];

function letGo(): void {
  const before = { engine, ends };
  engine = undefined;
  // Another list: what is still under way sees by it that it comes too late.
  ends = [];
  before.engine?.close();
  for (const end of before.ends) end();
}

/** It is over, for a reason that is told. */
function end(ending: Ending): void {
  letGo();
  const { wish, call } = get();
  set({ ...noSession, phase: 'over', ending, wish, call });
}

export function dismiss(): void {
  letGo();
  set(noSession);
}

function begin(wish: CallRequest): void {
  letGo();
  set({ ...noSession, wish });
  ends = [followDevices(), startListening()];
}

/** The others keep a place for 15 s; somebody who is away for longer begins anew. */
const waitedForMs = 12_000;
const againMs = 1_000;
const tickMs = 1_000;
const bothKinds: readonly Kind[] = ['microphone', 'camera'];

/** One looks at oneself before one calls. */
export async function preview(wish: CallRequest): Promise<void> {
  begin(wish);
  set({ phase: 'preview' });
  // Nobody is asked for a camera for nothing.
  const look = ({ isEnabled }: Pick<Calls, 'isEnabled'>): void => {
    if (isEnabled === false && get().phase === 'preview') end('notEnabled');
  };
  ends.push(useCalls.subscribe(look));
  look(useCalls.getState());
  if (get().phase !== 'preview') return;
  await askFor(bothKinds);
}

const quit = ({ callId }: Call): void =>
  // Whoever cannot say so is gone after a moment.
  void realtime.sendCommand(leaveCall, { callId }).catch(() => undefined);

const heard: Heard = {
  changed: (remotes) => set({ remotes }),
  lost: () => {
    const { call, awaySince } = get();
    // Whose own line is lost comes back with it.
    if (awaySince !== null) return;
    if (call) quit(call);
    end('problem');
  },
};

/**
 * Asks for a place in a call, under a name of its own, and connects with whoever is there.
 * @returns what was said of oneself with it
 */
async function connect(
  seat: (place: { readonly tabId: string; readonly media: CallMedia }) => Promise<Joined>,
): Promise<CallMedia> {
  const asked = ends;
  const isStale = () => ends !== asked;
  const tabId = crypto.randomUUID();
  // Whoever is in it speaks at once: nothing may come between the place and the ear.
  const ways = await callApi(getIceServers, { report: 'console', retry: false });
  const media = ownMedia();
  const { call, livekit } = await seat({ tabId, media });
  if (isStale()) {
    quit(call);
    return media;
  }
  engine?.close();
  set({ tabId, call, remotes: new Map() });
  const opened = livekit
    ? await openServed({ ...livekit, ...heard })
    : new Mesh({ callId: call.callId, tabId, ways, ...heard });
  if (isStale()) {
    quit(call);
    opened.close();
    return media;
  }
  engine = opened;
  opened.send(sent(useLocalMedia.getState()));
  // It may have changed since.
  take(useCalls.getState().byRoom.get(call.roomId) ?? call);
  return media;
}

/** The call as the server has it now. */
function take(call: Call): void {
  set({ call });
  engine?.meet(othersOf(get()));
}

/** What was told before the call could be followed. */
interface Early {
  readonly declined: ReadonlySet<string>;
  /** The call as it was told since one has a place in it, the newest last. */
  readonly calls: readonly Call[];
}

/** A way to a call takes its time, and meanwhile it may be declined, or over. */
function hearEarly(): { readonly told: () => Early; readonly end: () => void } {
  const declined = new Set<string>();
  const calls: Call[] = [];
  const stops = [
    realtime.on(callDeclined, ({ callId }) => declined.add(callId)),
    realtime.on(callChanged, ({ call }) => {
      // Before the place is known nothing that is told is about it.
      if (call.callId === get().call?.callId) calls.push(call);
    }),
  ];
  return {
    told: () => ({ declined, calls }),
    end: () => {
      for (const stop of stops) stop();
    },
  };
}

async function enter(seat: Parameters<typeof connect>[0]): Promise<void> {
  set({ phase: 'joining' });
  const asked = ends;
  const early = hearEarly();
  try {
    const said = await connect(seat);
    const { call } = get();
    if (ends !== asked || !call) return;
    set({ phase: 'in' });
    follow(call.callId, said, early.told());
  } catch (fault) {
    if (ends !== asked) return;
    if (!(fault instanceof ApiError)) logError('GENERAL', 'a call could not be joined', fault);
    const { call } = get();
    if (call) quit(call);
    end(endingOf(fault));
  } finally {
    early.end();
  }
}

export async function startOrJoin(): Promise<void> {
  const { wish } = get();
  if (!wish) return;
  await enter(async (place) => {
    const roomId =
      'roomId' in wish ? wish.roomId : (await realtime.sendCommand(openChatRoom, { with: wish.uid })).room.id;
    return realtime.sendCommand(startCall, { roomId, ...place });
  });
}

/** @param withCamera else with one's voice alone */
export async function accept({ call, from }: Ringing, withCamera: boolean): Promise<void> {
  if (get().phase === 'in') leave();
  begin({ roomId: call.roomId, name: from.name });
  set({ phase: 'joining' });
  useCalls.setState(({ ringing }) => ({ ringing: ringing.filter((other) => other.call !== call) }));
  const asked = ends;
  await askFor(withCamera ? bothKinds : ['microphone']);
  if (ends !== asked) return;
  await enter((place) => realtime.sendCommand(joinCall, { callId: call.callId, ...place }));
}

export function decline({ call: { callId } }: Ringing): void {
  useCalls.setState(({ ringing }) => ({ ringing: ringing.filter(({ call }) => call.callId !== callId) }));
  // Without a line it rings out by itself.
  realtime.sendCommand(declineCall, { callId }).catch(() => undefined);
}

export function leave(): void {
  const { call } = get();
  if (call) quit(call);
  dismiss();
}

/** The place that this tab asks for again: the server tells the others of it before it answers. */
let returning: string | undefined;

/**
 * Comes back after the line was lost: under the same name, as long as the others have waited, else anew.
 * @param isNew the place is given up already
 */
async function comeBack(course: Course, isNew: boolean): Promise<void> {
  const { callId, teller } = course;
  const asked = ends;
  returning = callId;
  teller.hold();
  let said: CallMedia | undefined;
  try {
    said = isNew
      ? await connect((place) => realtime.sendCommand(joinCall, { callId, ...place }))
      : await takePlaceAgain(callId);
    if (ends === asked) set({ awaySince: null });
  } catch (fault) {
    if (ends !== asked || !(fault instanceof ApiError)) return;
    if (fault.code !== 'NOT_REACHABLE') end('ended');
    // Without a line the next one comes back; over one that lives on, the answer was only late.
    else if (useConnection.getState().status === 'online') comeBackLater(course, isNew);
  } finally {
    returning = undefined;
    if (ends === asked) teller.release(said);
  }
}

function comeBackLater(course: Course, isNew: boolean): void {
  ends.push(runAfter(againMs, () => void comeBack(course, isNew)));
}

async function takePlaceAgain(callId: string): Promise<CallMedia> {
  const asked = ends;
  const media = ownMedia();
  const { call } = await realtime.sendCommand(joinCall, { callId, tabId: get().tabId, media });
  if (ends === asked) {
    take(call);
    engine?.renew();
  }
  return media;
}

interface Course {
  readonly callId: string;
  readonly teller: MediaTeller;
  /** Whether anybody else was ever in it. */
  hasMet: boolean;
  wasDeclined: boolean;
}

const hasOthers = ({ members }: Call, tabId: string): boolean =>
  members.some((member) => member.tabId !== tabId);

function changed(course: Course, now: Call): void {
  const { callId } = course;
  const { tabId, awaySince } = get();
  course.hasMet ||= hasOthers(now, tabId);
  if (now.members.length === 0)
    return end(course.hasMet || !now.rang ? 'ended' : course.wasDeclined ? 'declined' : 'noAnswer');
  if (now.members.some((member) => member.tabId === tabId)) return take(now);
  if (returning === callId) return;
  const ownId = useUser.getState().user?.userId;
  if (awaySince === null && now.members.some(({ person }) => person.uid === ownId)) return end('elsewhere');
  void comeBack(course, true);
}

/** What happens to a call while one is in it. */
function follow(callId: string, said: CallMedia, early: Early): void {
  const teller = new MediaTeller(callId, said);
  const { tabId } = get();
  const hasMet = othersOf(get()).length > 0 || early.calls.some((call) => hasOthers(call, tabId));
  const course: Course = { callId, teller, hasMet, wasDeclined: early.declined.has(callId) };
  let hasSlept = false;
  const sleep = watchSleep(tickMs, waitedForMs, () => (hasSlept = true));
  ends.push(
    realtime.on(callChanged, ({ call }) => {
      if (call.callId === callId) changed(course, call);
    }),
    realtime.on(callDeclined, (declined) => {
      if (declined.callId === callId) course.wasDeclined = true;
    }),
    sleep.end,
    realtime.onOpen(() => {
      const { awaySince } = get();
      const wasAway = awaySince !== null && performance.now() - awaySince > waitedForMs;
      sleep.check();
      void comeBack(course, hasSlept || wasAway);
      hasSlept = false;
    }),
    useConnection.subscribe(({ status }) => {
      if (status !== 'online' && get().awaySince === null) set({ awaySince: performance.now() });
    }),
    useLocalMedia.subscribe((local) => {
      engine?.send(sent(local));
      void teller.tell();
    }),
    () => teller.end(),
  );
  // It may have changed on the way in.
  void teller.tell();
  const latest = early.calls.at(-1);
  if (latest) changed(course, latest);
}
