/** The messages of opened rooms: loads them, applies events, and fills gaps after reconnects. */
import { getChatMessages, getChatChanges, type ResultOf } from '@foyer/contract';
import { ApiError } from '../api/apiError.ts';
import { logError } from '../log.ts';
import { commandBackoff, isOnline, isTransient } from '../realtime/onReconnect.ts';
import { currentRealtime } from '../realtime/realtime.ts';
import { retryTimer, type RetryTimer } from '../time/retryTimer.ts';
import { useChat } from '../state/chat.ts';
import { chatData, rememberUsers, setRoomMessages, useChatData } from './chatData.ts';
import { coversOpeningPosition, fetchPage, fetchOpeningPage, type HistoryPage } from './openingPage.ts';
import { createTimeline, withChange, withMissed, withPage, type Change, type Timeline } from './timeline.ts';

/** By room: changes received while earlier ones were still loading. */
const earlyChanges = new Map<string, Change[]>();
/** By room: at most one read runs at a time. */
const runningReads = new Map<string, Promise<void>>();

export const timelineIn = (roomId: string): Timeline | null =>
  chatData().messagesByRoom.get(roomId)?.timeline ?? null;

const putTimeline = (roomId: string, timeline: Timeline): void =>
  setRoomMessages(roomId, { timeline, status: 'ready' });

/** Runs one read of a room at a time. Calls made meanwhile get the promise of the running one. */
function shareRead(roomId: string, read: () => Promise<void>): Promise<void> {
  const running = runningReads.get(roomId);
  if (running) return running;
  const started = read().finally(() => runningReads.delete(roomId));
  runningReads.set(roomId, started);
  return started;
}

/** Applies early changes as far as they are consecutive. Returns true if an earlier change is still missing. */
function applyEarlyChanges(roomId: string): boolean {
  const waiting = (earlyChanges.get(roomId) ?? []).toSorted((a, b) => a.seq - b.seq);
  earlyChanges.delete(roomId);
  let timeline = timelineIn(roomId);
  for (const [at, change] of waiting.entries()) {
    const next = timeline && withChange(timeline, change);
    if (next === null || next === 'gap') {
      earlyChanges.set(roomId, waiting.slice(at));
      break;
    }
    timeline = next;
  }
  if (timeline && timeline !== timelineIn(roomId)) putTimeline(roomId, timeline);
  return earlyChanges.has(roomId);
}

function putPage(roomId: string, page: HistoryPage): void {
  rememberUsers(page.users);
  putTimeline(roomId, createTimeline(page));
}

const reloadNewest = async (roomId: string): Promise<void> => putPage(roomId, await fetchPage(roomId));

async function fetchMissed(roomId: string): Promise<void> {
  for (;;) {
    const timeline = timelineIn(roomId);
    if (!timeline) return;
    const missed: ResultOf<typeof getChatChanges> = await currentRealtime().sendCommand(getChatChanges, {
      roomId,
      after: timeline.throughSeq,
    });
    if (missed.reset) {
      await reloadNewest(roomId);
      return;
    }
    rememberUsers(missed.users);
    const now = timelineIn(roomId);
    if (now) putTimeline(roomId, withMissed(now, missed.messages, missed.throughSeq));
    if (!missed.hasMore) return;
  }
}

/** A server that announces a change can return it, so more rounds indicate an error. The next change tries again. */
const maxFillRounds = 3;

async function fillGap(roomId: string): Promise<void> {
  for (let round = 0; round < maxFillRounds; round += 1) {
    await fetchMissed(roomId);
    if (!applyEarlyChanges(roomId)) return;
  }
}

/** Logs a failure and marks a room without messages as failed. While offline it stays loading: the next connection reads it. */
function reportFailure(roomId: string, error: unknown): void {
  if (!(error instanceof ApiError))
    logError('CONNECTION', 'could not load the messages of a chat room', error);
  if (timelineIn(roomId) === null && isOnline()) setRoomMessages(roomId, { status: 'failed' });
}

/** How many rooms keep their messages in memory; others load their newest page again when opened. */
const maxLoadedRooms = 8;

/** Drops the messages of the room that was loaded first and is neither open nor loading. */
function evictOldest(roomId: string): void {
  const { messagesByRoom } = chatData();
  if (messagesByRoom.size < maxLoadedRooms || messagesByRoom.has(roomId)) return;
  const { roomChats } = useChat.getState();
  const evicted = [...messagesByRoom.keys()].find((id) => !roomChats.includes(id) && !runningReads.has(id));
  if (evicted === undefined) return;
  const kept = new Map(messagesByRoom);
  kept.delete(evicted);
  earlyChanges.delete(evicted);
  useChatData.setState({ messagesByRoom: kept });
}

/** By room: timers for reads that failed with a transient error. */
const retries = new Map<string, RetryTimer>();

function cancelRetry(roomId: string): void {
  retries.get(roomId)?.reset();
  retries.delete(roomId);
}

function retryLater(roomId: string): void {
  const attempt = (): void => {
    // A room that was evicted is read when it is opened; a new connection reads all rooms.
    if (isOnline() && chatData().messagesByRoom.has(roomId)) void loadRoomMessages(roomId);
    else retries.delete(roomId);
  };
  const retry = retries.get(roomId) ?? retryTimer(attempt, commandBackoff);
  retries.set(roomId, retry);
  retry.schedule();
}

/** Loads the messages of a room, or fills the gap since its last known change. */
export function loadRoomMessages(roomId: string): Promise<void> {
  evictOldest(roomId);
  return shareRead(roomId, async () => {
    try {
      if (timelineIn(roomId)) await fillGap(roomId);
      else {
        const { status } = chatData().messagesByRoom.get(roomId) ?? {};
        setRoomMessages(roomId, { status: 'loading', hasFailed: status === 'failed' });
        putPage(roomId, await fetchOpeningPage(roomId));
        if (applyEarlyChanges(roomId)) await fillGap(roomId);
      }
      cancelRetry(roomId);
    } catch (error) {
      reportFailure(roomId, error);
      if (isTransient(error)) retryLater(roomId);
      else cancelRetry(roomId);
    }
  });
}

/** Loads a room that becomes visible. Discards cached messages that do not cover the position at which it opens. */
export function showRoomMessages(roomId: string): void {
  const kept = timelineIn(roomId);
  const room = chatData().rooms.get(roomId);
  const isStale = kept && room && !runningReads.has(roomId) && !coversOpeningPosition(kept, room);
  if (isStale && isOnline()) setRoomMessages(roomId, { timeline: null });
  void loadRoomMessages(roomId);
}

/** `notFound`: the message does not exist or is not readable for the user; the shown messages stay. */
export type JumpResult = 'found' | 'notFound' | 'failed';

/** Replaces the shown messages with those around a message, or with the newest. Waits for running reads first. */
export async function jumpTo(roomId: string, seq?: number): Promise<JumpResult> {
  while (runningReads.has(roomId)) await runningReads.get(roomId);
  let result: JumpResult = 'failed';
  await shareRead(roomId, async () => {
    try {
      const page = await fetchPage(roomId, seq);
      const isFound = seq === undefined || page.messages.some((message) => message.seq === seq);
      result = isFound ? 'found' : 'notFound';
      if (!isFound) return;
      putPage(roomId, page);
      if (applyEarlyChanges(roomId)) await fillGap(roomId);
    } catch (error) {
      reportFailure(roomId, error);
    }
  });
  return result;
}

/** Applies a change from an event or from a command's result. Resolves once it and all earlier changes are applied. */
export async function applyChange(roomId: string, change: Change): Promise<void> {
  const timeline = timelineIn(roomId);
  const status = chatData().messagesByRoom.get(roomId)?.status;
  // A room that failed to load is loaded completely later.
  if (status === undefined || status === 'failed') return;
  const next = timeline && !runningReads.has(roomId) ? withChange(timeline, change) : 'gap';
  if (next !== null && next !== 'gap') {
    if (next !== timeline) putTimeline(roomId, next);
    return;
  }
  earlyChanges.set(roomId, [...(earlyChanges.get(roomId) ?? []), change]);
  await loadRoomMessages(roomId);
  // The running read may have started before this change.
  if (earlyChanges.has(roomId)) await loadRoomMessages(roomId);
}

/** Loads the page before or after the shown messages. */
export async function loadPage(roomId: string, side: 'older' | 'newer'): Promise<void> {
  const timeline = timelineIn(roomId);
  const edge = timeline?.messages.at(side === 'older' ? 0 : -1)?.seq;
  const pages = chatData().messagesByRoom.get(roomId)?.pages ?? {};
  if (
    !timeline?.[side === 'older' ? 'hasOlder' : 'hasNewer'] ||
    edge === undefined ||
    pages[side] === 'loading'
  )
    return;
  setRoomMessages(roomId, { pages: { ...pages, [side]: 'loading' } });
  try {
    const page = await currentRealtime().sendCommand(getChatMessages, {
      roomId,
      ...(side === 'older' ? { before: edge } : { after: edge }),
    });
    rememberUsers(page.users);
    const now = timelineIn(roomId);
    const isSameEdge = now?.messages.at(side === 'older' ? 0 : -1)?.seq === edge;
    if (now && isSameEdge) putTimeline(roomId, withPage(now, page, side));
    setRoomMessages(roomId, { pages: {} });
  } catch (error) {
    reportFailure(roomId, error);
    setRoomMessages(roomId, { pages: { [side]: 'failed' } });
  }
}

/** Fills the gaps of all loaded rooms after a reconnect. */
export function refreshRoomMessages(): void {
  for (const [roomId, { pages }] of chatData().messagesByRoom) {
    if (Object.values(pages).includes('failed')) setRoomMessages(roomId, { pages: {} });
    void loadRoomMessages(roomId);
  }
}

/** Drops early changes and cancels retries, when chat stops. */
export function resetRoomMessages(): void {
  earlyChanges.clear();
  for (const roomId of retries.keys()) cancelRetry(roomId);
}
