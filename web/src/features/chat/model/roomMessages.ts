/** The messages of opened rooms: loads them, applies events, and fills gaps after reconnects. */
import { getChatMessages, getChatChanges, type ChatUser, type ResultOf } from '@foyer/contract';
import { ApiError } from '../../../platform/api/apiError.ts';
import { logError } from '../../../platform/log.ts';
import { createRealtime } from '../../../platform/realtime/realtime.ts';
import type { Visit } from '../../../platform/visit/visit.ts';
import { withRoomMessages, withUsers } from './changes.ts';
import { createChat } from './chat.ts';
import { withoutEntry, type RoomMessages as LoadedMessages } from './chatState.ts';
import { coversOpeningPosition, fetchOpeningPage, fetchPage, type HistoryPage } from './openingPage.ts';
import { createRetries } from './retries.ts';
import { createTimeline, withChange, withMissed, withPage, type Change, type Timeline } from './timeline.ts';

/** A server that announces a change can return it, so more rounds indicate an error. The next change tries again. */
const maxFillRounds = 3;
/** How many rooms keep their messages in memory; others load their newest page again when opened. */
const maxLoadedRooms = 8;

/** Shows the messages of a room in another way than a timeline. */
export interface RoomFollower {
  /** As `RoomMessages.apply`. */
  readonly apply: (change: Change) => Promise<void>;
  /** Loads what a new connection may have missed. */
  readonly refresh: () => void;
}

/** `notFound`: the message does not exist or is not readable for the user; the shown messages stay. */
export type JumpResult = 'found' | 'notFound' | 'failed';

export interface RoomMessages {
  /** Loads the messages of a room, or fills the gap since its last known change. */
  readonly load: (roomId: string) => Promise<void>;
  /** Loads a room that becomes visible. Discards cached messages that do not cover the position at which it opens. */
  readonly show: (roomId: string) => void;
  /** Replaces the shown messages with those around a message, or with the newest. Waits for running reads first. */
  readonly jumpTo: (roomId: string, seq?: number) => Promise<JumpResult>;
  /** Loads the page before or after the shown messages. */
  readonly loadPage: (roomId: string, side: 'older' | 'newer') => Promise<void>;
  /** Applies a change from an event or from a command's result. Resolves once it and all earlier changes are applied. */
  readonly apply: (roomId: string, change: Change) => Promise<void>;
  /** Fills the gaps of all loaded rooms after a reconnect. */
  readonly refresh: () => void;
  /**
   * Passes the changes of a room on. A room has at most one follower.
   * @returns ends it
   */
  readonly follow: (roomId: string, follower: RoomFollower) => () => void;
}

export function createRoomMessages(visit: Visit): RoomMessages {
  const realtime = visit.get(createRealtime);
  const retries = visit.get(createRetries);
  const { getState, setState } = visit.get(createChat).store;
  /** By room: changes received while earlier ones were still loading. */
  const earlyChanges = new Map<string, Change[]>();
  /** By room: at most one read runs at a time. */
  const runningReads = new Map<string, Promise<void>>();
  /** The rooms whose running read is a jump, which may find nothing. */
  const jumping = new Set<string>();
  /** By room. */
  const followers = new Map<string, RoomFollower>();

  const timelineIn = (roomId: string): Timeline | null =>
    getState().messagesByRoom.get(roomId)?.timeline ?? null;
  /** Does nothing if the room was evicted or removed meanwhile. */
  const update = (roomId: string, change: Partial<LoadedMessages>): void =>
    setState((state) => (state.messagesByRoom.has(roomId) ? withRoomMessages(state, roomId, change) : {}));
  const putTimeline = (roomId: string, timeline: Timeline): void =>
    update(roomId, { timeline, status: 'ready' });
  const rememberUsers = (users: readonly ChatUser[]): void => setState((state) => withUsers(state, users));

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

  async function fetchMissed(roomId: string): Promise<void> {
    for (;;) {
      const timeline = timelineIn(roomId);
      if (!timeline) return;
      const missed: ResultOf<typeof getChatChanges> = await realtime.sendCommand(getChatChanges, {
        roomId,
        after: timeline.throughSeq,
      });
      if (missed.reset) {
        putPage(roomId, await fetchPage(realtime, roomId));
        return;
      }
      rememberUsers(missed.users);
      const now = timelineIn(roomId);
      if (now) putTimeline(roomId, withMissed(now, missed.messages, missed.throughSeq));
      if (!missed.hasMore) return;
    }
  }

  async function fillGap(roomId: string): Promise<void> {
    for (let round = 0; round < maxFillRounds; round += 1) {
      await fetchMissed(roomId);
      if (!applyEarlyChanges(roomId)) return;
    }
  }

  async function readOpeningPage(roomId: string): Promise<void> {
    const { status } = getState().messagesByRoom.get(roomId) ?? {};
    setState((state) =>
      withRoomMessages(state, roomId, { status: 'loading', hasFailed: status === 'failed' }),
    );
    putPage(roomId, await fetchOpeningPage(realtime, roomId, () => getState().rooms.get(roomId)));
    if (applyEarlyChanges(roomId)) await fillGap(roomId);
  }

  /** Marks a room without messages as failed. While offline it stays loading: the next connection reads it. */
  function markFailed(roomId: string): void {
    if (timelineIn(roomId) === null && realtime.isOnline) update(roomId, { status: 'failed' });
  }

  function reportFailure(roomId: string, error: unknown): void {
    if (!(error instanceof ApiError))
      logError('CONNECTION', 'could not load the messages of a chat room', error);
    markFailed(roomId);
  }

  /** @throws ApiError */
  async function read(roomId: string): Promise<void> {
    try {
      await (timelineIn(roomId) ? fillGap(roomId) : readOpeningPage(roomId));
    } catch (error) {
      markFailed(roomId);
      throw error;
    }
  }

  /** Drops the messages of the room that was loaded first and is neither open nor loading. */
  function evictOldest(roomId: string): void {
    const { messagesByRoom, roomChats } = getState();
    if (messagesByRoom.size < maxLoadedRooms || messagesByRoom.has(roomId)) return;
    const evicted = [...messagesByRoom.keys()].find((id) => !roomChats.includes(id) && !runningReads.has(id));
    if (evicted === undefined) return;
    earlyChanges.delete(evicted);
    setState({ messagesByRoom: withoutEntry(messagesByRoom, evicted) });
  }

  function load(roomId: string): Promise<void> {
    evictOldest(roomId);
    const jump = jumping.has(roomId) ? runningReads.get(roomId) : undefined;
    if (jump) return jump.then(() => load(roomId));
    return shareRead(roomId, () =>
      retries.run(
        `messages of ${roomId}`,
        () => read(roomId),
        () => {
          // A room that was evicted is read when it is opened.
          if (getState().messagesByRoom.has(roomId)) void load(roomId);
        },
      ),
    );
  }

  async function applyToTimeline(roomId: string, change: Change): Promise<void> {
    const timeline = timelineIn(roomId);
    const status = getState().messagesByRoom.get(roomId)?.status;
    // A room that failed to load is loaded completely later.
    if (status === undefined || status === 'failed') return;
    const next = timeline && !runningReads.has(roomId) ? withChange(timeline, change) : 'gap';
    if (next !== null && next !== 'gap') {
      if (next !== timeline) putTimeline(roomId, next);
      return;
    }
    earlyChanges.set(roomId, [...(earlyChanges.get(roomId) ?? []), change]);
    await (runningReads.get(roomId) ?? load(roomId));
    // The running read may have started before this change.
    if (earlyChanges.has(roomId)) await load(roomId);
  }

  return {
    load,
    show(roomId) {
      const kept = timelineIn(roomId);
      const room = getState().rooms.get(roomId);
      const isStale = kept && room && !runningReads.has(roomId) && !coversOpeningPosition(kept, room);
      if (isStale && realtime.isOnline) update(roomId, { timeline: null });
      void load(roomId);
    },
    async jumpTo(roomId, seq) {
      while (runningReads.has(roomId)) await runningReads.get(roomId);
      let result: JumpResult = 'failed';
      await shareRead(roomId, async () => {
        jumping.add(roomId);
        try {
          const page = await fetchPage(realtime, roomId, seq);
          const isFound = seq === undefined || page.messages.some((message) => message.seq === seq);
          result = isFound ? 'found' : 'notFound';
          if (!isFound) return;
          putPage(roomId, page);
          if (applyEarlyChanges(roomId)) await fillGap(roomId);
        } catch (error) {
          reportFailure(roomId, error);
        } finally {
          jumping.delete(roomId);
        }
      });
      return result;
    },
    async loadPage(roomId, side) {
      const timeline = timelineIn(roomId);
      const edge = timeline?.messages.at(side === 'older' ? 0 : -1)?.seq;
      const pages = getState().messagesByRoom.get(roomId)?.pages ?? {};
      const hasMore = timeline?.[side === 'older' ? 'hasOlder' : 'hasNewer'] === true;
      if (!hasMore || edge === undefined || pages[side] === 'loading') return;
      update(roomId, { pages: { ...pages, [side]: 'loading' } });
      try {
        const page = await realtime.sendCommand(getChatMessages, {
          roomId,
          ...(side === 'older' ? { before: edge } : { after: edge }),
        });
        rememberUsers(page.users);
        const now = timelineIn(roomId);
        const isSameEdge = now?.messages.at(side === 'older' ? 0 : -1)?.seq === edge;
        if (now && isSameEdge) putTimeline(roomId, withPage(now, page, side));
        update(roomId, { pages: {} });
      } catch (error) {
        reportFailure(roomId, error);
        update(roomId, { pages: { [side]: 'failed' } });
      }
    },
    async apply(roomId, change) {
      await Promise.all([followers.get(roomId)?.apply(change), applyToTimeline(roomId, change)]);
    },
    refresh() {
      for (const [roomId, { pages }] of getState().messagesByRoom) {
        if (Object.values(pages).includes('failed')) update(roomId, { pages: {} });
        void load(roomId);
      }
      for (const { refresh } of followers.values()) refresh();
    },
    follow(roomId, follower) {
      followers.set(roomId, follower);
      return () => {
        if (followers.get(roomId) === follower) followers.delete(roomId);
      };
    },
  };
}
