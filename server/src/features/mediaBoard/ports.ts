/** Dependencies on other features; app.ts passes them. */
import type { Architecture, Like, LikeCount, OperatingMode } from '@foyer/contract';

/** The user or guest of a session, in the mode of the request. */
export interface LikeAuthor {
  readonly mode: OperatingMode;
  readonly authorId: string;
}

export type CommentLike = Like & { readonly commentId: string };

/** Likes of comments: messages of chat in discussions and walls. */
export interface CommentLikes {
  /** @throws ApiError `notFound`; `conflict` if another like of a comment has the uuid */
  add(author: LikeAuthor, like: CommentLike): Promise<LikeCount>;
  /** Whatever the uuid. @throws ApiError `notFound` */
  remove(author: LikeAuthor, like: CommentLike): Promise<LikeCount>;
  /** Whether a like of a comment has this uuid. */
  hasUuid(mode: OperatingMode, uuid: string): Promise<boolean>;
  /** The next likes of an author in the order of their uuids. */
  list(
    author: LikeAuthor,
    page: { readonly after: string; readonly limit: number },
  ): Promise<readonly CommentLike[]>;
}

export interface MediaBoardPorts {
  /** The architecture that a mode currently shows; undefined if there is none. */
  readonly shownArchitecture: (mode: OperatingMode) => Architecture | undefined;
  readonly comments: CommentLikes;
}
