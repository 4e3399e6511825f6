/**
 * Keeps the posts of a discussion or a wall current while it is shown: opens the room, reads pages, applies changes and fills
 * gaps. Reads run one after the other, and changes that arrive meanwhile are applied after them.
 */
import {
  chatLikesChanged,
  getChatChanges,
  getChatLikes,
  getChatPosts,
  getChatReplies,
  type ChatUser,
  type ResultOf,
} from '@foyer/contract';
import { chatLikesMax } from '@foyer/contract/limits';
import { ApiError } from '../../../../platform/api/apiError.ts';
import { commandBackoff, isTransient } from '../../../../platform/realtime/onReconnect.ts';
import { logError } from '../../../../platform/log.ts';
import { createRealtime } from '../../../../platform/realtime/realtime.ts';
import { createVenueState } from '../../../../platform/state/venue.ts';
import { useUser } from '../../../../platform/state/user.ts';
import { retryTimer } from '../../../../platform/time/retryTimer.ts';
import { onVisible } from '../../../../platform/time/timers.ts';
import { untilAborted } from '../../../../platform/untilAborted.ts';
import type { Visit } from '../../../../platform/visit/visit.ts';
import { withUsers } from '../../model/changes.ts';
import { createChat } from '../../model/chat.ts';
import { createRoomMessages } from '../../model/roomMessages.ts';
import { createRooms } from '../../model/rooms.ts';
import type { Change } from '../../model/timeline.ts';
import type { CommentLikes } from './commentLikes.ts';
import { createHeldPosts } from './heldPosts.ts';
import {
  createPostPages,
  heldSeqs,
  openReplies,
  resetPages,
  visibleMessages,
  withFirstPage,
  withMessageChange,
  withMissedMessages,
  withNewPostsShown,
  withNextPage,
  withClosedReplies,
  withReplies,
  withReplyPage,
  type IsOwnAction,
  type PostPages,
} from './postPages.ts';
import { emptyPostList, type PostList, type PostOrder, type PostPlace } from './postsState.ts';

/** A server that announces a change can return it, so more rounds indicate an error. The next change tries again. */
const maxFillRounds = 3;
/** So many likes of messages that are not held are kept: their messages may arrive later. */
const maxStrayLikes = 200;

export interface OpenPlace {
  readonly roomId: () => string | undefined;
  /** Reads the likes again, after one could not be stored. */
  readonly refreshLikes: () => void;
  /** The other methods are those of `Posts`. */
  readonly retry: () => void;
  readonly setOrder: (order: PostOrder) => void;
  readonly showNewPosts: () => void;
  readonly loadMore: () => void;
  readonly openReplies: (seq: number) => void;
  readonly loadMoreReplies: (seq: number) => void;
  readonly closeReplies: (seq: number) => void;
}

export interface OpenPlaceDeps {
  readonly likes: CommentLikes;
  /** Opens the session of a guest, unless there is a session. Returns whether there is one. */
  readonly signInGuest: () => Promise<boolean>;
  /** Receives the list whenever it changes. */
  readonly publish: (list: PostList) => void;
  /** Aborted when the place is no longer shown, or the visit ends. */
  readonly signal: AbortSignal;
}

/** Users of a stage link have no email and no chat. */
const hasNoChat = (): boolean => useUser.getState().user?.email === '';

export function openPlace(visit: Visit, place: PostPlace, deps: OpenPlaceDeps): OpenPlace {
  const { likes, publish: publishList, signal } = deps;
  const realtime = visit.get(createRealtime);
  const rooms = visit.get(createRooms);
  const roomMessages = visit.get(createRoomMessages);
  const chat = visit.get(createChat).store;
  const heldPosts = visit.get(createHeldPosts);

  let order: PostOrder = 'newest';
  let roomId: string | undefined;
  let pages: PostPages | undefined;
  let more: PostList['more'] = 'idle';
  let hasFailed = false;
  /** A publication may have changed who can post, and whether hosts approve posts. The server does not report that. */
  let isRoomStale = false;
  /** The first page has to be read again, because it decides where new posts belong. */
  let isFirstPageStale = false;
  let isGone = false;
  /** Changes may be missing: a gap, or a new connection. */
  let isBehind = false;
  /** Likes may be missing, which are no changes of messages. */
  let areLikesBehind = false;
  /** Changes that could not be applied yet, because earlier ones are missing or a read is running. */
  let early: Change[] = [];
  let reads = 0;
  let lastRead: Promise<void> = Promise.resolve();
  let unfollow: (() => void) | undefined;

  const isIn = (id: string): boolean => roomId === id && !signal.aborted;
  const isOwnAction: IsOwnAction = ({ authorId, clientId }) =>
    authorId === chat.getState().ownId || heldPosts.isApprovedHere(clientId);
  const addUsers = (users: readonly ChatUser[]): void => chat.setState((state) => withUsers(state, users));

  const isInOrder = (): boolean => pages?.order === order && !isFirstPageStale;

  function status(): PostList['status'] {
    if (hasNoChat()) return 'unavailable';
    if (isGone) return 'gone';
    if (isInOrder()) return 'ready';
    return hasFailed ? 'failed' : 'loading';
  }

  function publish(): void {
    if (signal.aborted) return;
    const { posts = [], newPosts = [], nextCursor } = pages ?? {};
    const counts = [...posts, ...newPosts].map(
      ({ message, replyCount }) => [message.seq, replyCount] as const,
    );
    publishList({
      status: status(),
      roomId,
      order,
      posts: visibleMessages(posts),
      newPosts: visibleMessages(newPosts),
      replyCounts: new Map(counts),
      replies: new Map(pages && openReplies(pages)),
      likes:
        (roomId === undefined ? undefined : likes.store.getState().rooms.get(roomId)) ?? emptyPostList.likes,
      hasMore: nextCursor !== undefined,
      more,
    });
  }

  function put(next: PostPages): void {
    pages = next;
    forgetStrayLikes(next);
    publish();
  }

  function forgetStrayLikes(next: PostPages): void {
    const stored = roomId === undefined ? undefined : likes.store.getState().rooms.get(roomId);
    if (roomId === undefined || !stored || stored.size <= maxStrayLikes) return;
    const held = heldSeqs(next);
    if (stored.size > held.size + maxStrayLikes) likes.retain(roomId, held);
  }

  /** The room is closed by the chat when nothing needs it any more. */
  function leaveRoom(): void {
    unfollow?.();
    unfollow = undefined;
    if (roomId !== undefined) likes.drop(roomId);
    roomId = undefined;
    pages = undefined;
    isFirstPageStale = false;
    early = [];
    more = 'idle';
  }

  const retrying = retryTimer(
    () => {
      // Without a connection, the next one reads what is missing.
      if (realtime.isOnline) void sync();
    },
    commandBackoff,
    signal,
  );

  function setGone(): void {
    const gone = roomId;
    leaveRoom();
    isGone = true;
    if (gone !== undefined) rooms.close(gone);
    publish();
  }

  function checkGone(error: unknown): void {
    const code = error instanceof ApiError ? error.serverCode : undefined;
    if (signal.aborted || (code !== 'notFound' && code !== 'forbidden')) return;
    setGone();
    // It may come back: another node may know the published venue a moment later.
    if (code === 'notFound') retrying.schedule();
  }

  function onReadError(error: unknown): void {
    checkGone(error);
    if (signal.aborted || isGone) return;
    if (!(error instanceof ApiError)) logError('CONNECTION', 'could not read posts', error);
    // The next connection reads what is missing.
    else if (!realtime.isOnline) return;
    if (isTransient(error)) retrying.schedule();
    hasFailed = true;
    for (const [seq, { status: state }] of pages?.replies ?? [])
      if (pages && state === 'loading') pages = withReplies(pages, seq, { status: 'failed' });
    publish();
  }

  /** Applies early changes as far as they are consecutive. Returns whether an earlier change is still missing. */
  function applyEarly(): boolean {
    if (!pages) return false;
    const waiting = early.toSorted((a, b) => a.seq - b.seq);
    early = [];
    let next = pages;
    for (const [at, change] of waiting.entries()) {
      const changed = withMessageChange(next, change, isOwnAction);
      if (changed === 'gap') {
        early = waiting.slice(at);
        break;
      }
      next = changed;
    }
    if (next !== pages) put(next);
    return early.length > 0;
  }

  /** Runs a read after those before it. It does not reject. */
  function enqueue(read: () => Promise<void>): Promise<void> {
    reads += 1;
    const run = async (): Promise<void> => {
      if (!signal.aborted) await read();
      reads -= 1;
      if (reads === 0 && applyEarly() && !isBehind) {
        isBehind = true;
        void sync();
      }
    };
    lastRead = lastRead.then(run);
    return lastRead;
  }

  async function whenRead(): Promise<void> {
    for (let read; read !== lastRead;) {
      read = lastRead;
      await read;
    }
  }

  const fetchPosts = (id: string, cursor?: string): Promise<ResultOf<typeof getChatPosts>> =>
    realtime.sendCommand(getChatPosts, { roomId: id, order, ...(cursor !== undefined && { cursor }) });

  function addPage(
    id: string,
    { users, likes: pageLikes }: Pick<ResultOf<typeof getChatPosts>, 'users' | 'likes'>,
  ): void {
    addUsers(users);
    likes.addPage(id, pageLikes);
  }

  /** @param isReset changes are missing that cannot be read */
  async function readFirstPage(id: string, isReset: boolean): Promise<void> {
    const requested = order;
    const page = await fetchPosts(id);
    if (!isIn(id)) return;
    isFirstPageStale = false;
    addPage(id, page);
    if (!pages) put(createPostPages(requested, page));
    else put(isReset ? resetPages(pages, page) : withFirstPage(pages, requested, page));
    if (isReset) isBehind = false;
  }

  async function fillGap(id: string): Promise<void> {
    for (let round = 0; round < maxFillRounds; round += 1) {
      const after = pages?.throughSeq ?? 0;
      const missed = await realtime.sendCommand(getChatChanges, { roomId: id, after });
      if (!isIn(id) || !pages) return;
      // The first page is smaller than several pages of changes.
      if (missed.reset || missed.hasMore) {
        await readFirstPage(id, true);
        return;
      }
      addPage(id, missed);
      put(withMissedMessages(pages, missed.messages, missed.throughSeq, isOwnAction));
      isBehind = applyEarly();
      if (!isBehind) return;
    }
    isBehind = false;
    early = [];
  }

  const fetchLikes = async (id: string, seqs: readonly number[]) =>
    (await realtime.sendCommand(getChatLikes, { roomId: id, seqs: [...seqs] })).likes;

  async function readLikes(id: string): Promise<void> {
    const seqs = pages ? [...heldSeqs(pages)] : [];
    // What is missing from now on has to be read again.
    areLikesBehind = false;
    try {
      for (let first = 0; first < seqs.length && isIn(id); first += chatLikesMax)
        likes.addPage(id, await fetchLikes(id, seqs.slice(first, first + chatLikesMax)));
    } catch (error) {
      areLikesBehind = true;
      throw error;
    }
  }

  async function readReplies(id: string, seq: number): Promise<void> {
    const after = pages?.replies.get(seq)?.pageEnd ?? 0;
    const page = await realtime.sendCommand(getChatReplies, { roomId: id, seq, after });
    if (!isIn(id) || pages?.replies.has(seq) !== true) return;
    addPage(id, page);
    put(withReplyPage(pages, seq, page));
  }

  async function openRoom(): Promise<void> {
    // Another publication may follow during the request.
    isRoomStale = false;
    const room = await rooms.fetch(place).catch((error: unknown) => {
      isRoomStale = true;
      throw error;
    });
    if (signal.aborted || roomId === room.id) return;
    roomId = room.id;
    isGone = false;
    likes.keep(room.id);
    unfollow = roomMessages.follow(room.id, { apply, refresh });
  }

  /** @throws ApiError */
  async function readMissing(): Promise<void> {
    if (hasNoChat() || chat.getState().ownId === null || !realtime.isOnline) return;
    if (roomId === undefined || isRoomStale) await openRoom();
    const id = roomId ?? '';
    if (isIn(id) && !isInOrder()) await readFirstPage(id, false);
    if (isIn(id) && isBehind) await fillGap(id);
    if (isIn(id) && areLikesBehind) await readLikes(id);
    for (const [seq, { status: state }] of pages?.replies ?? [])
      if (isIn(id) && state !== 'ready') await readReplies(id, seq);
    if (!isIn(id)) return;
    hasFailed = false;
    retrying.reset();
    publish();
  }

  /** Reads what is missing, and again after transient errors. */
  function sync(): Promise<void> {
    return enqueue(() => readMissing().catch(onReadError));
  }

  async function apply(change: Change): Promise<void> {
    if (reads > 0 || !pages) {
      // A list that failed to load is loaded completely later.
      if (reads === 0) return;
      early.push(change);
      await whenRead();
      return;
    }
    const next = withMessageChange(pages, change, isOwnAction);
    if (next !== 'gap') {
      if (next !== pages) put(next);
      return;
    }
    early.push(change);
    isBehind = true;
    await sync();
  }

  function refreshLikes(): void {
    areLikesBehind = true;
    void sync();
  }

  function refresh(): void {
    isBehind = true;
    if (more === 'failed') more = 'idle';
    refreshLikes();
    if (roomId !== undefined) heldPosts.refresh(roomId);
  }

  function setOrder(chosen: PostOrder): void {
    if (chosen === order) return;
    order = chosen;
    hasFailed = false;
    more = 'idle';
    publish();
    void sync();
  }

  async function start(): Promise<void> {
    publish();
    void sync();
    const hasSession = await deps.signInGuest();
    // A session that opens later opens a connection, and with it the room.
    if (hasSession || chat.getState().ownId !== null) return;
    hasFailed = true;
    publish();
  }

  realtime.onOpen(() => {
    if (roomId === undefined) void sync();
  }, signal);
  realtime.on(
    chatLikesChanged,
    (event) => {
      if (event.roomId !== roomId) return;
      likes.addCounts(event.roomId, event.counts);
      if (pages) forgetStrayLikes(pages);
    },
    signal,
  );
  // The user may have changed their likes on another device.
  onVisible(() => {
    if (roomId !== undefined) refreshLikes();
  }, signal);
  const unsubscribers = [
    chat.subscribe((now, before) => {
      if (now.ownId !== before.ownId) void sync();
      if (roomId === undefined || now.rooms.has(roomId)) return;
      setGone();
      retrying.schedule();
    }),
    likes.store.subscribe((now, before) => {
      if (roomId !== undefined && now.rooms.get(roomId) !== before.rooms.get(roomId)) publish();
    }),
    visit.get(createVenueState).subscribe((now, before) => {
      if (now.architecture === before.architecture) return;
      isRoomStale = true;
      void sync();
    }),
    useUser.subscribe(publish),
  ];
  untilAborted(signal, () => {
    for (const unsubscribe of unsubscribers) unsubscribe();
    leaveRoom();
  });
  void start();

  return {
    roomId: () => roomId,
    refreshLikes,
    retry() {
      if (status() !== 'failed' && status() !== 'gone') return;
      hasFailed = false;
      isGone = false;
      void start();
    },
    setOrder,
    showNewPosts() {
      if (!pages || pages.newPosts.length === 0) return;
      if (order !== 'newest') {
        // New posts have no likes: they would be the last ones.
        setOrder('newest');
        return;
      }
      const shown = withNewPostsShown(pages);
      if (shown) {
        put(shown);
        return;
      }
      isFirstPageStale = true;
      hasFailed = false;
      publish();
      void sync();
    },
    loadMore() {
      if (pages?.nextCursor === undefined || more === 'loading' || status() !== 'ready') return;
      more = 'loading';
      publish();
      void enqueue(async () => {
        const { nextCursor } = pages ?? {};
        try {
          if (roomId === undefined || nextCursor === undefined || pages?.order !== order) return;
          const id = roomId;
          const page = await fetchPosts(id, nextCursor);
          if (!isIn(id)) return;
          addPage(id, page);
          if (pages.nextCursor === nextCursor && pages.order === order) put(withNextPage(pages, page));
        } catch (error) {
          more = 'failed';
          checkGone(error);
        } finally {
          if (more === 'loading') more = 'idle';
          publish();
        }
      });
    },
    openReplies(seq) {
      if (!pages) return;
      const isRead = pages.replies.get(seq)?.status === 'ready';
      put(withReplies(pages, seq, { isOpen: true, ...(!isRead && { status: 'loading' }) }));
      if (!isRead) void sync();
    },
    loadMoreReplies(seq) {
      if (pages?.replies.get(seq)?.hasMore !== true) return;
      put(withReplies(pages, seq, { status: 'loading' }));
      void sync();
    },
    closeReplies(seq) {
      if (pages) put(withClosedReplies(pages, seq));
    },
  };
}
