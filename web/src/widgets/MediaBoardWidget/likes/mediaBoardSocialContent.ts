/**
 * The likes of media boards in a visit: the counts of the open boards and the own likes (BOARD-03). A press is shown at once
 * and then sent, one request at a time for each content piece. The last choice of the user wins.
 */
import type { AnalyticsSubjectOf, Like, LikeCount, LikeCounts } from '@foyer/contract';
import { createStore, type StoreApi } from 'zustand';
import { loadSession, signInGuest } from '../../../features/session/index.ts';
import { track } from '../../../platform/analytics/track.ts';
import { isAbort } from '../../../platform/api/abort.ts';
import { ApiError } from '../../../platform/api/apiError.ts';
import type { LikeEvent, LikeService } from '../../../platform/backend/backend.ts';
import { logWarning } from '../../../platform/log.ts';
import { createRefCounts } from '../../../platform/refCounts.ts';
import { onVisible } from '../../../platform/time/timers.ts';
import type { Visit } from '../../../platform/visit/visit.ts';
import {
  noLikes,
  withBoth,
  withCount,
  withOwn,
  type PieceLikes,
} from '../../../platform/likes/pieceLikes.ts';
import { createOwnLikes } from '../../../platform/likes/ownLikes.ts';
import { toggleLike } from '../../../platform/likes/toggleLike.ts';

export type LikesStatus = 'loading' | 'ready' | 'failed';

/** By the id of the content piece. Those that were never liked may be missing. */
export type BoardLikes = ReadonlyMap<string, PieceLikes>;

export interface SocialContentState {
  /** By the id of the board. */
  readonly boards: ReadonlyMap<string, BoardLikes>;
  /** Whether the counts of the open boards are known and arrive live. */
  readonly countsStatus: ReadonlyMap<string, LikesStatus>;
  /** Whether the own likes are known, of the boards that have been open. */
  readonly ownStatus: ReadonlyMap<string, LikesStatus>;
}

export interface ContentPiece {
  readonly mediaBoardId: string;
  readonly contentPieceId: string;
}

export interface MediaBoardSocialContent {
  readonly store: StoreApi<SocialContentState>;
  /**
   * Receives the likes of a board.
   * @returns ends it
   */
  readonly open: (mediaBoardId: string) => () => void;
  /** Reads the likes of an open board again, after a failure. */
  readonly retry: (mediaBoardId: string) => void;
  /**
   * Likes a content piece, or removes the like. Resolves when the server has the last choice, or at once if an earlier call
   * is sending for this piece.
   * @param subject the widget that shows the piece
   * @throws ApiError if the choice is not stored; it is no longer shown then
   * @throws DOMException `AbortError` if the visit ends
   */
  readonly toggle: (piece: ContentPiece, subject: AnalyticsSubjectOf<'widget'>) => Promise<void>;
}

interface LikeDeps {
  readonly loadService: () => Promise<LikeService>;
  /** Opens the session of a guest, unless there is a session. Returns whether there is one. */
  readonly signInGuest: () => Promise<boolean>;
}

interface OpenBoard {
  readonly ended: AbortController;
  /** Undefined until the service is downloaded. */
  readAgain: (() => void) | undefined;
}

/** How the own likes of a board are read. */
interface OwnReads {
  isReading: boolean;
  /** Increases whenever the own likes that are being read may be outdated. */
  version: number;
}

export const createMediaBoardSocialContent = (visit: Visit): MediaBoardSocialContent =>
  createSocialContent(visit, {
    loadService: async () => (await loadSession()).backend.likes(visit),
    signInGuest,
  });

export function createSocialContent(visit: Visit, deps: LikeDeps): MediaBoardSocialContent {
  const store = createStore<SocialContentState>(() => ({
    boards: new Map(),
    countsStatus: new Map(),
    ownStatus: new Map(),
  }));
  const openBoards = new Map<string, OpenBoard>();
  const refCounts = createRefCounts();
  const ownLikes = visit.get(createOwnLikes);
  const ownReads = new Map<string, OwnReads>();

  function updateBoard(mediaBoardId: string, update: (board: Map<string, PieceLikes>) => void): void {
    const { boards } = store.getState();
    const board = new Map(boards.get(mediaBoardId));
    update(board);
    store.setState({ boards: new Map(boards).set(mediaBoardId, board) });
  }

  const likesOf = ({ mediaBoardId, contentPieceId }: ContentPiece): PieceLikes =>
    store.getState().boards.get(mediaBoardId)?.get(contentPieceId) ?? noLikes;

  const updatePiece = (piece: ContentPiece, update: (likes: PieceLikes) => PieceLikes): void =>
    updateBoard(piece.mediaBoardId, (board) => board.set(piece.contentPieceId, update(likesOf(piece))));

  const addCounts = (mediaBoardId: string, counts: LikeCounts): void =>
    updateBoard(mediaBoardId, (board) => {
      for (const [id, count] of Object.entries(counts))
        board.set(id, withCount(board.get(id) ?? noLikes, count));
    });

  /** @param status undefined for a board that is not open */
  function setCountsStatus(mediaBoardId: string, status: LikesStatus | undefined): void {
    const countsStatus = new Map(store.getState().countsStatus);
    if (status) countsStatus.set(mediaBoardId, status);
    else countsStatus.delete(mediaBoardId);
    store.setState({ countsStatus });
  }

  const setOwnStatus = (mediaBoardId: string, status: LikesStatus): void =>
    store.setState(({ ownStatus }) => ({ ownStatus: new Map(ownStatus).set(mediaBoardId, status) }));

  function setOwn(mediaBoardId: string, likes: readonly Like[]): void {
    const liked = new Set(likes.map(({ contentPieceId }) => contentPieceId));
    updateBoard(mediaBoardId, (board) => {
      for (const id of new Set([...board.keys(), ...liked]))
        board.set(id, withOwn(board.get(id) ?? noLikes, liked.has(id)));
    });
    setOwnStatus(mediaBoardId, 'ready');
  }

  function ownReadsOf(mediaBoardId: string): OwnReads {
    const reads = ownReads.get(mediaBoardId) ?? { isReading: false, version: 0 };
    ownReads.set(mediaBoardId, reads);
    return reads;
  }

  /** Reads the own likes of a board; once more if one has changed meanwhile, because the answer may be from before. */
  async function readOwn(mediaBoardId: string): Promise<void> {
    const reads = ownReadsOf(mediaBoardId);
    reads.version += 1;
    if (reads.isReading) return;
    reads.isReading = true;
    const status = (): LikesStatus | undefined => store.getState().ownStatus.get(mediaBoardId);
    if (status() === 'failed') setOwnStatus(mediaBoardId, 'loading');
    try {
      const service = await deps.loadService();
      for (let read = 0; read !== reads.version;) {
        read = reads.version;
        const likes = await service.listOwn(mediaBoardId);
        if (read === reads.version) setOwn(mediaBoardId, likes);
      }
    } catch (error) {
      if (isAbort(error)) return;
      logWarning('WIDGET', 'own likes could not be read', error);
      // Those that are known stay. They are read again when the tab becomes visible, or reconnects.
      if (status() !== 'ready') setOwnStatus(mediaBoardId, 'failed');
    } finally {
      reads.isReading = false;
    }
  }

  function receive(mediaBoardId: string, news: LikeEvent): void {
    if (news.type === 'failed') {
      setCountsStatus(mediaBoardId, 'failed');
      return;
    }
    addCounts(mediaBoardId, news.counts);
    if (news.type !== 'counts') return;
    setCountsStatus(mediaBoardId, 'ready');
    void readOwn(mediaBoardId);
  }

  async function connect(mediaBoardId: string, board: OpenBoard): Promise<void> {
    const signal = AbortSignal.any([board.ended.signal, visit.signal]);
    setCountsStatus(mediaBoardId, 'loading');
    const fail = (): void => {
      if (!signal.aborted && store.getState().countsStatus.get(mediaBoardId) === 'loading')
        setCountsStatus(mediaBoardId, 'failed');
    };
    try {
      const signedIn = deps.signInGuest();
      if (board.readAgain) board.readAgain();
      else {
        const service = await deps.loadService();
        if (signal.aborted) return;
        board.readAgain = service.connect(mediaBoardId, (news) => receive(mediaBoardId, news), signal);
        // The user may have changed their likes on another device.
        onVisible(() => void readOwn(mediaBoardId), signal);
      }
      // Without a session there is no connection. One that opens later opens the board.
      if (!(await signedIn)) fail();
    } catch (error) {
      logWarning('WIDGET', 'likes could not be downloaded', error);
      fail();
    }
  }

  /** @returns a function that closes the board */
  function openBoard(mediaBoardId: string): () => void {
    const board: OpenBoard = { ended: new AbortController(), readAgain: undefined };
    openBoards.set(mediaBoardId, board);
    void connect(mediaBoardId, board);
    return () => {
      board.ended.abort();
      openBoards.delete(mediaBoardId);
      setCountsStatus(mediaBoardId, undefined);
    };
  }

  async function send(
    piece: ContentPiece,
    isLiked: boolean,
    subject: AnalyticsSubjectOf<'widget'>,
  ): Promise<LikeCount> {
    if (!(await deps.signInGuest())) throw new ApiError('NOT_REACHABLE', 'no session to like with');
    const service = await deps.loadService();
    const count = await (isLiked ? service.like(piece) : service.unlike(piece));
    ownReadsOf(piece.mediaBoardId).version += 1;
    ownLikes.publish({ ...piece, isLiked, count });
    track('contentCard', isLiked ? 'like' : 'dislike', { ...subject, card: piece.contentPieceId });
    return count;
  }

  ownLikes.onOtherTab(({ commentId, isLiked, count, ...piece }) => {
    if (commentId !== undefined) return;
    ownReadsOf(piece.mediaBoardId).version += 1;
    updatePiece(piece, (likes) => withBoth(likes, count, isLiked));
  });

  return {
    store,
    open: (mediaBoardId) => refCounts.acquire(mediaBoardId, () => openBoard(mediaBoardId)),
    retry(mediaBoardId) {
      const { countsStatus, ownStatus } = store.getState();
      const board = openBoards.get(mediaBoardId);
      if (board && countsStatus.get(mediaBoardId) === 'failed') void connect(mediaBoardId, board);
      if (ownStatus.get(mediaBoardId) === 'failed') void readOwn(mediaBoardId);
    },
    toggle: (piece, subject) =>
      toggleLike({
        get: () => likesOf(piece),
        update: (change) => updatePiece(piece, change),
        send: (isLiked) => send(piece, isLiked, subject),
        onNotStored: () => void readOwn(piece.mediaBoardId),
        signal: visit.signal,
      }),
  };
}
