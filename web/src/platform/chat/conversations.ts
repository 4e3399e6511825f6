/** The messages of the rooms that were opened: read, kept up to date, and made whole again after every gap. */
import { readChatHistory, resumeChat, type ResultOf } from '@foyer/contract';
import { ApiError } from '../api/apiError.ts';
import { logError } from '../log.ts';
import { commandBackoff, isOnline, isTransient } from '../realtime/onReconnect.ts';
import { realtime } from '../realtime/realtime.ts';
import { retryTimer, type RetryTimer } from '../time/retryTimer.ts';
import { useChat } from '../state/chat.ts';
import { chatData, learn, putConversation, useChatData } from './chatData.ts';
import { holdsBeginning, pageOf, pageToOpen, type HistoryPage } from './openingPage.ts';
import { timelineOf, withChange, withMissed, withPage, type Change, type Timeline } from './timeline.ts';

/** Changes that came while what is before them was on its way. */
const early = new Map<string, Change[]>();
const reading = new Map<string, Promise<void>>();

export const timelineIn = (roomId: string): Timeline | null =>
  chatData().conversations.get(roomId)?.timeline ?? null;

const putTimeline = (roomId: string, timeline: Timeline): void =>
  putConversation(roomId, { timeline, status: 'ready' });

/** One read of a room at a time; whoever comes meanwhile waits for the same one. */
function alone(roomId: string, read: () => Promise<void>): Promise<void> {
  const under = reading.get(roomId);
  if (under) return under;
  const started = read().finally(() => reading.delete(roomId));
  reading.set(roomId, started);
  return started;
}

/** Takes what came early, as far as it follows; true where something before it is still missing. */
function takeEarly(roomId: string): boolean {
  const waiting = (early.get(roomId) ?? []).toSorted((one, other) => one.seq - other.seq);
  early.delete(roomId);
  let timeline = timelineIn(roomId);
  for (const [at, change] of waiting.entries()) {
    const next = timeline && withChange(timeline, change);
    if (next === null || next === 'gap') {
      early.set(roomId, waiting.slice(at));
      break;
    }
    timeline = next;
  }
  if (timeline && timeline !== timelineIn(roomId)) putTimeline(roomId, timeline);
  return early.has(roomId);
}

function putPage(roomId: string, page: HistoryPage): void {
  learn(page.people);
  putTimeline(roomId, timelineOf(page));
}

const readAnew = async (roomId: string): Promise<void> => putPage(roomId, await pageOf(roomId));

async function readMissed(roomId: string): Promise<void> {
  for (;;) {
    const timeline = timelineIn(roomId);
    if (!timeline) return;
    const missed: ResultOf<typeof resumeChat> = await realtime.sendCommand(resumeChat, {
      roomId,
      after: timeline.upTo,
    });
    if (missed.anew) {
      await readAnew(roomId);
      return;
    }
    learn(missed.people);
    const now = timelineIn(roomId);
    if (now) putTimeline(roomId, withMissed(now, missed.messages, missed.upTo));
    if (!missed.more) return;
  }
}

/** A server that tells of a change knows it: more than a few rounds are a fault, and the next change tries again. */
const rounds = 3;

async function makeWhole(roomId: string): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await readMissed(roomId);
    if (!takeEarly(roomId)) return;
  }
}

/** What could not be read for want of a connection is read over the next one. */
function tellFault(roomId: string, fault: unknown): void {
  if (!(fault instanceof ApiError)) logError('CONNECTION', 'a room could not be read', fault);
  if (timelineIn(roomId) === null && isOnline()) putConversation(roomId, { status: 'failed' });
}

/** So many rooms are kept whole; of another one the newest page is read anew. */
const mostRooms = 8;

/** The room that was read first makes place, unless it is open. */
function letOthersGo(roomId: string): void {
  const { conversations } = chatData();
  if (conversations.size < mostRooms || conversations.has(roomId)) return;
  const { roomChats } = useChat.getState();
  const left = [...conversations.keys()].find((id) => !roomChats.includes(id) && !reading.has(id));
  if (left === undefined) return;
  const kept = new Map(conversations);
  kept.delete(left);
  early.delete(left);
  useChatData.setState({ conversations: kept });
}

/** By room. Of these something is missing that can be read later. */
const retries = new Map<string, RetryTimer>();

function cancelRetry(roomId: string): void {
  retries.get(roomId)?.reset();
  retries.delete(roomId);
}

function retryLater(roomId: string): void {
  const attempt = (): void => {
    // A room that was evicted is read when it is opened; a new connection reads all rooms.
    if (isOnline() && chatData().conversations.has(roomId)) void openConversation(roomId);
    else retries.delete(roomId);
  };
  const retry = retries.get(roomId) ?? retryTimer(attempt, commandBackoff);
  retries.set(roomId, retry);
  retry.schedule();
}

/** Reads a room that is not known yet, and what is missing of one that is. */
export function openConversation(roomId: string): Promise<void> {
  letOthersGo(roomId);
  return alone(roomId, async () => {
    try {
      if (timelineIn(roomId)) await makeWhole(roomId);
      else {
        const { status } = chatData().conversations.get(roomId) ?? {};
        putConversation(roomId, { status: 'loading', hasFailed: status === 'failed' });
        putPage(roomId, await pageToOpen(roomId));
        if (takeEarly(roomId)) await makeWhole(roomId);
      }
      cancelRetry(roomId);
    } catch (fault) {
      tellFault(roomId, fault);
      if (isTransient(fault)) retryLater(roomId);
      else cancelRetry(roomId);
    }
  });
}

/** Somebody comes to see it: a kept stretch that it cannot be opened with is let go of, where another can be had. */
export function enterConversation(roomId: string): void {
  const kept = timelineIn(roomId);
  const room = chatData().rooms.get(roomId);
  const isStale = kept && room && !reading.has(roomId) && !holdsBeginning(kept, room);
  if (isStale && isOnline()) putConversation(roomId, { timeline: null });
  void openConversation(roomId);
}

/** `gone`: what was asked for is not there, or not for this person, and what is shown stays. */
export type Leap = 'there' | 'gone' | 'failed';

/** The stretch around a message, or the newest, in place of what is shown; after what is being read just now. */
export async function leapTo(roomId: string, seq?: number): Promise<Leap> {
  while (reading.has(roomId)) await reading.get(roomId);
  let leap: Leap = 'failed';
  await alone(roomId, async () => {
    try {
      const page = await pageOf(roomId, seq);
      const isThere = seq === undefined || page.messages.some((message) => message.seq === seq);
      leap = isThere ? 'there' : 'gone';
      if (!isThere) return;
      putPage(roomId, page);
      if (takeEarly(roomId)) await makeWhole(roomId);
    } catch (fault) {
      tellFault(roomId, fault);
    }
  });
  return leap;
}

/** A change that was told, or that one's own command made. Resolves when it is known with all before it. */
export async function hearChange(roomId: string, change: Change): Promise<void> {
  const timeline = timelineIn(roomId);
  const status = chatData().conversations.get(roomId)?.status;
  // What could not be read is read as a whole.
  if (status === undefined || status === 'failed') return;
  const next = timeline && !reading.has(roomId) ? withChange(timeline, change) : 'gap';
  if (next !== null && next !== 'gap') {
    if (next !== timeline) putTimeline(roomId, next);
    return;
  }
  early.set(roomId, [...(early.get(roomId) ?? []), change]);
  await openConversation(roomId);
  // The read that was under way may have begun before this change.
  if (early.has(roomId)) await openConversation(roomId);
}

/** The page before or after what is shown. */
export async function readOn(roomId: string, side: 'older' | 'newer'): Promise<void> {
  const timeline = timelineIn(roomId);
  const edge = timeline?.messages.at(side === 'older' ? 0 : -1)?.seq;
  const pages = chatData().conversations.get(roomId)?.pages ?? {};
  if (!timeline?.[side] || edge === undefined || pages[side] === 'loading') return;
  putConversation(roomId, { pages: { ...pages, [side]: 'loading' } });
  try {
    const page = await realtime.sendCommand(readChatHistory, {
      roomId,
      ...(side === 'older' ? { before: edge } : { after: edge }),
    });
    learn(page.people);
    const now = timelineIn(roomId);
    const isSameStretch = now?.messages.at(side === 'older' ? 0 : -1)?.seq === edge;
    if (now && isSameStretch) putTimeline(roomId, withPage(now, page, side));
    putConversation(roomId, { pages: {} });
  } catch (fault) {
    tellFault(roomId, fault);
    putConversation(roomId, { pages: { [side]: 'failed' } });
  }
}

/** After a new connection: everything that is open is made whole. */
export function resumeAll(): void {
  for (const [roomId, { pages }] of chatData().conversations) {
    if (Object.values(pages).includes('failed')) putConversation(roomId, { pages: {} });
    void openConversation(roomId);
  }
}

export function forgetEarly(): void {
  early.clear();
  for (const roomId of retries.keys()) cancelRetry(roomId);
}
