/** The likes of posts and replies in a visit (BOARD-08, WALL-02). */
import { commentIdOf, parseCommentId, type ChatLikes, type LikeCounts } from '@foyer/contract';
import { createStore, type StoreApi } from 'zustand';
import type { LikeService } from '../../../../platform/backend/backend.ts';
import { noLikes, withBoth, withCount, type PieceLikes } from '../../../../platform/likes/pieceLikes.ts';
import { createOwnLikes } from '../../../../platform/likes/ownLikes.ts';
import { toggleLike } from '../../../../platform/likes/toggleLike.ts';
import type { Visit } from '../../../../platform/visit/visit.ts';
import { withEntry, withoutEntry } from '../../model/chatState.ts';
import type { PostPlace } from './postsState.ts';

/** By the sequence number of the message. */
export type RoomLikes = ReadonlyMap<number, PieceLikes>;

interface Comment {
  readonly roomId: string;
  readonly seq: number;
}

export interface CommentLikes {
  /** By room. */
  readonly store: StoreApi<{ readonly rooms: ReadonlyMap<string, RoomLikes> }>;
  /** Keeps the likes of a room from now on. */
  readonly keep: (roomId: string) => void;
  /** Forgets the likes of a room, except choices that are being sent. */
  readonly drop: (roomId: string) => void;
  /** Forgets the likes of other messages than these. */
  readonly retain: (roomId: string, seqs: ReadonlySet<number>) => void;
  readonly addCounts: (roomId: string, counts: LikeCounts) => void;
  /** Likes of a page, with the own ones. */
  readonly addPage: (roomId: string, likes: Readonly<Record<string, ChatLikes>> | undefined) => void;
  /**
   * As `Posts.toggleLike`.
   * @param onNotStored has to read the likes again
   */
  readonly toggle: (place: PostPlace, comment: Comment, onNotStored: () => void) => Promise<void>;
}

export function createCommentLikes(visit: Visit, loadService: () => Promise<LikeService>): CommentLikes {
  const store = createStore<{ readonly rooms: ReadonlyMap<string, RoomLikes> }>(() => ({ rooms: new Map() }));
  const ownLikes = visit.get(createOwnLikes);
  const kept = new Set<string>();

  const likesIn = (roomId: string): RoomLikes => store.getState().rooms.get(roomId) ?? new Map();
  const likesOf = ({ roomId, seq }: Comment): PieceLikes => likesIn(roomId).get(seq) ?? noLikes;

  function put(roomId: string, likes: RoomLikes): void {
    store.setState(({ rooms }) => ({
      rooms: likes.size > 0 ? withEntry(rooms, roomId, likes) : withoutEntry(rooms, roomId),
    }));
  }

  /** Keeps the likes that match, and choices that are being sent. */
  const filter = (roomId: string, isKept: (seq: number) => boolean): void =>
    put(
      roomId,
      new Map([...likesIn(roomId)].filter(([seq, { chosen }]) => chosen !== undefined || isKept(seq))),
    );

  function update({ roomId, seq }: Comment, change: (likes: PieceLikes) => PieceLikes): void {
    put(roomId, withEntry(likesIn(roomId), seq, change(likesOf({ roomId, seq }))));
    if (!kept.has(roomId)) filter(roomId, () => false);
  }

  function addPage(roomId: string, likes: Readonly<Record<string, ChatLikes>> = {}): void {
    const all = new Map(likesIn(roomId));
    for (const [key, { liked = false, ...count }] of Object.entries(likes)) {
      const seq = Number(key);
      all.set(seq, withBoth(all.get(seq) ?? noLikes, count, liked));
    }
    if (kept.has(roomId)) put(roomId, all);
  }

  async function send(place: PostPlace, comment: Comment, isLiked: boolean) {
    const service = await loadService();
    const piece =
      'wallId' in place ? { mediaBoardId: place.wallId, contentPieceId: place.wallId } : { ...place };
    const content = { ...piece, commentId: commentIdOf(comment) };
    const count = await (isLiked ? service.like(content) : service.unlike(content));
    ownLikes.publish({ ...content, isLiked, count });
    return count;
  }

  ownLikes.onOtherTab(({ commentId = '', isLiked, count }) => {
    const comment = parseCommentId(commentId);
    if (comment && kept.has(comment.roomId)) update(comment, (likes) => withBoth(likes, count, isLiked));
  });

  return {
    store,
    keep: (roomId) => void kept.add(roomId),
    drop(roomId) {
      kept.delete(roomId);
      filter(roomId, () => false);
    },
    retain: (roomId, seqs) => filter(roomId, (seq) => seqs.has(seq)),
    addCounts(roomId, counts) {
      const all = new Map(likesIn(roomId));
      for (const [key, count] of Object.entries(counts)) {
        const seq = Number(key);
        all.set(seq, withCount(all.get(seq) ?? noLikes, count));
      }
      put(roomId, all);
    },
    addPage,
    toggle: (place, comment, onNotStored) =>
      toggleLike({
        get: () => likesOf(comment),
        update: (change) => update(comment, change),
        send: (isLiked) => send(place, comment, isLiked),
        onNotStored,
        signal: visit.signal,
      }),
  };
}
