/**
 * How many comments the cards of the open boards have (BOARD-01). They belong to the board, as its likes: nobody needs chat or
 * an open discussion for them. A board shows none until they are known, and while they cannot be read.
 */
import {
  closeCommentCounts,
  commentCountsChanged,
  openCommentCounts,
  type CommentCount,
  type CommentCounts,
} from '@foyer/contract';
import { createStore, type StoreApi } from 'zustand';
import { connectCounts } from '../../../platform/realtime/connectCounts.ts';
import { createRealtime } from '../../../platform/realtime/realtime.ts';
import { createRefCounts } from '../../../platform/refCounts.ts';
import type { Visit } from '../../../platform/visit/visit.ts';

/** By the id of the content piece. Those that never had a comment may be missing. */
type BoardComments = ReadonlyMap<string, CommentCount>;

export interface CommentCountsState {
  /** By the id of the board. */
  readonly boards: ReadonlyMap<string, BoardComments>;
  /** The boards of which all counts have arrived. */
  readonly known: ReadonlySet<string>;
}

/** Undefined until the counts of the board are known. */
export const commentsOf = (
  { boards, known }: CommentCountsState,
  mediaBoardId: string,
  contentPieceId: string,
): number | undefined =>
  known.has(mediaBoardId) ? (boards.get(mediaBoardId)?.get(contentPieceId)?.comments ?? 0) : undefined;

export interface BoardCommentCounts {
  readonly store: StoreApi<CommentCountsState>;
  /**
   * Receives the counts of a board with discussions. Several components may open the same board.
   * @returns ends it
   */
  readonly open: (mediaBoardId: string) => () => void;
}

export function createBoardCommentCounts(visit: Visit): BoardCommentCounts {
  const realtime = visit.get(createRealtime);
  const store = createStore<CommentCountsState>(() => ({ boards: new Map(), known: new Set() }));
  const openBoards = createRefCounts();

  function add(mediaBoardId: string, counts: CommentCounts): void {
    const { boards } = store.getState();
    const board = new Map(boards.get(mediaBoardId));
    for (const [id, count] of Object.entries(counts))
      if (count.changes > (board.get(id)?.changes ?? 0)) board.set(id, count);
    store.setState({ boards: new Map(boards).set(mediaBoardId, board) });
  }

  /** @returns a function that disconnects the board */
  function connect(mediaBoardId: string): () => void {
    const board = { mediaBoardId };
    const ended = new AbortController();
    const signal = AbortSignal.any([ended.signal, visit.signal]);
    connectCounts<CommentCounts>(
      realtime,
      {
        onChanges: (receive) =>
          realtime.on(
            commentCountsChanged,
            (data) => {
              if (data.mediaBoardId === mediaBoardId) receive(data.counts);
            },
            signal,
          ),
        open: async () => (await realtime.sendCommand(openCommentCounts, board)).counts,
        close: () => realtime.sendCommand(closeCommentCounts, board),
      },
      (news) => {
        if (news.type === 'failed') return;
        add(mediaBoardId, news.counts);
        if (news.type === 'counts')
          store.setState(({ known }) => ({ known: new Set(known).add(mediaBoardId) }));
      },
      signal,
    );
    return () => ended.abort();
  }

  return {
    store,
    open: (mediaBoardId) => openBoards.acquire(mediaBoardId, () => connect(mediaBoardId)),
  };
}
