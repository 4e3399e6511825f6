/**
 * Likes of messages in unlisted rooms (BOARD-08, WALL-02). They come by the endpoints of media boards, whose port this
 * implements. A like and the count of its message change in one unit; a message that is deleted loses its likes in the
 * unit that deletes it.
 */
import {
  commentIdOf,
  isUnlistedRoom,
  parseCommentId,
  type ChatPage,
  type InputOf,
  type Like,
  type LikeCount,
  type OperatingMode,
  type ResultOf,
} from '@foyer/contract';
import type { getChatLikes } from '@foyer/contract';
import { ApiError } from '#platform/apiError';
import type { CountAfter, Page } from '#platform/likes/likeStore';
import type { Actor } from '../actor.ts';
import type { ChatMessageStore } from '../messages/messageStore.ts';
import type { FindBuiltInRooms } from '../rooms/builtInRooms.ts';
import type { RoomInfo } from '../rooms/room.ts';
import type { ChatRooms } from '../rooms/rooms.ts';
import type { ChatRoomStore } from '../rooms/roomStore.ts';
import type { LiveLikes } from './liveLikes.ts';
import type { ChatLikeStore, LikeKey, StoredLike } from './likeStore.ts';

/** The user or guest of a session. */
interface LikeAuthor {
  readonly mode: OperatingMode;
  readonly authorId: string;
}

export type CommentLike = Like & { readonly commentId: string };

export interface ChatMessageLikesDeps {
  readonly likeStore: ChatLikeStore;
  readonly liveLikes: LiveLikes;
  readonly findBuiltInRooms: FindBuiltInRooms;
  readonly rooms: Pick<ChatRooms, 'getReadable'>;
  readonly roomStore: Pick<ChatRoomStore, 'find' | 'state'>;
  readonly messageStore: Pick<ChatMessageStore, 'find'>;
}

export class ChatMessageLikes {
  private readonly deps: ChatMessageLikesDeps;

  constructor(deps: ChatMessageLikesDeps) {
    this.deps = deps;
  }

  /** @throws ApiError `notFound`; `conflict` if another like of a comment has the uuid */
  async add(author: LikeAuthor, like: CommentLike): Promise<LikeCount> {
    const key = await this.findKey(author, like);
    const { uuid, creationTimestamp: createdAt } = like;
    const after = await this.deps.likeStore.add({ ...key, mode: author.mode, uuid, createdAt });
    // The message may have been deleted meanwhile.
    if (!after.isChanged) await this.findKey(author, like);
    return this.share(key, after);
  }

  /** @throws ApiError `notFound` */
  async remove(author: LikeAuthor, like: CommentLike): Promise<LikeCount> {
    const key = await this.findKey(author, like);
    return this.share(key, await this.deps.likeStore.delete(key));
  }

  async hasUuid(mode: OperatingMode, uuid: string): Promise<boolean> {
    return (await this.deps.likeStore.find(mode, uuid)) !== undefined;
  }

  /** The next likes of an author in the order of their uuids. */
  async list({ mode, authorId }: LikeAuthor, page: Page): Promise<CommentLike[]> {
    const rows = await this.deps.likeStore.listByAuthor(authorId, mode, page);
    return Promise.all(rows.map((row) => this.toLike(row)));
  }

  /** All likes of an account, in both modes. */
  async export(accountId: string): Promise<(CommentLike & LikeAuthor)[]> {
    const rows = await this.deps.likeStore.allByAuthor(accountId);
    return Promise.all(rows.map(async (row) => ({ mode: row.mode, ...(await this.toLike(row)) })));
  }

  erase(accountId: string): Promise<void> {
    return this.deps.likeStore.deleteByAuthor(accountId, (like, after) => this.share(like, after));
  }

  /** The likes of messages, for a page of an unlisted room; other rooms have none. */
  async ofPage(
    { uid }: Actor,
    info: RoomInfo,
    messages: readonly { readonly seq: number }[],
  ): Promise<Pick<ChatPage, 'likes'>> {
    if (!isUnlistedRoom(info)) return {};
    const rows = await this.deps.likeStore.of(
      info.id,
      messages.map(({ seq }) => seq),
      uid,
    );
    return {
      likes: Object.fromEntries(
        rows.map(({ seq, likes, changes, liked }) => [
          seq,
          { likes, changes, ...(liked === 1 && { liked: true as const }) },
        ]),
      ),
    };
  }

  async get(
    actor: Actor,
    { roomId, seqs }: InputOf<typeof getChatLikes>,
  ): Promise<ResultOf<typeof getChatLikes>> {
    const { info } = await this.deps.rooms.getReadable(actor, roomId);
    const { likes = {} } = await this.ofPage(
      actor,
      info,
      seqs.map((seq) => ({ seq })),
    );
    return { likes };
  }

  /**
   * Finds the message of a like: neither deleted nor a notice, in the room of the content piece or wall, which the venue
   * has now and from which the user was not removed.
   * @throws ApiError `notFound`: clients log the user out after `forbidden`
   */
  private async findKey({ mode, authorId }: LikeAuthor, like: CommentLike): Promise<LikeKey> {
    const { findBuiltInRooms, roomStore, messageStore } = this.deps;
    const { mediaBoardId, contentPieceId, commentId } = like;
    const comment = parseCommentId(commentId);
    const rooms = findBuiltInRooms(mode);
    const candidates = [
      rooms?.at({ mediaBoardId, contentPieceId }),
      mediaBoardId === contentPieceId ? rooms?.at({ wallId: mediaBoardId }) : undefined,
    ];
    if (comment !== undefined && candidates.some((room) => room?.info.id === comment.roomId)) {
      const { roomId, seq } = comment;
      const row = await messageStore.find(roomId, seq);
      const state = await roomStore.state(roomId, authorId);
      const isMessage = row !== undefined && row.deletedBy === null && row.notice === null;
      if (isMessage && state?.memberRow?.removed !== 1) return { roomId, seq, authorId };
    }
    throw new ApiError('notFound', `The content piece ${contentPieceId} has no comment ${commentId}.`);
  }

  private async toLike({ uuid, roomId, seq, authorId, createdAt }: StoredLike): Promise<CommentLike> {
    const room = await this.deps.roomStore.find(roomId);
    const { mediaBoardId, contentPieceId, wallId = '' } = room?.place ?? {};
    return {
      uuid,
      mediaBoardId: mediaBoardId ?? wallId,
      contentPieceId: contentPieceId ?? wallId,
      creationTimestamp: createdAt,
      authorId,
      commentId: commentIdOf({ roomId, seq }),
    };
  }

  private share({ roomId, seq }: LikeKey, { count, isChanged }: CountAfter): LikeCount {
    if (isChanged) this.deps.liveLikes.publish({ roomId }, String(seq), count);
    return count;
  }
}
