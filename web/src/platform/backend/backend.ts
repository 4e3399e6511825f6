/**
 * The backend interface of the web app. `embedded.ts` implements it with the accounts of this server; another backend
 * only has to implement this interface.
 */
import type {
  AttendeePresence,
  DataOf,
  followedPresence,
  IdTokenClaims,
  IssuedIdToken,
  Like,
  LikeCount,
  LikeCounts,
  ownPresenceStatus,
  ChosenPresence,
  presenceChanges,
  presenceCounts,
  presenceSnapshot,
  Recommendation,
} from '@foyer/contract';
import type { CountNews } from '../realtime/connectCounts.ts';
import type { Visit } from '../visit/visit.ts';

/** The user of the session, from the ID token. */
export interface BackendUser {
  readonly userId: string;
  /** `guest`: a guest of an anonymous venue; `stage`: a browser that has opened a stage link. Neither has roles. */
  readonly kind: IdTokenClaims['kind'];
  /** '' for guests and the stage. */
  readonly email: string;
  readonly name?: string | undefined;
  readonly company?: string | undefined;
  readonly title?: string | undefined;
  readonly authorities: IdTokenClaims['authorities'];
}

/**
 * Why the user or the token has changed: `signIn` by `signInWithPassword` or `openSession` of this tab, `refresh` by an answer
 * to a renewal, a restore or a guest's sign-in, `refused` by the server's rejection of a renewal, `otherTab`, `signOut` of
 * this tab.
 */
export type UserCause = 'signIn' | 'refresh' | 'refused' | 'otherTab' | 'signOut';

/** @param user null without a session */
export type UserListener = (user: BackendUser | null, cause: UserCause) => void;

/** The reach of a sign-out: this tab, this browser, or every device of the account. */
export type SignOutScope = 'tab' | 'browser' | 'everywhere';

/** The user's own part of an attendee record; the rest is added when it is written (PRESENCE-02). */
export type AttendeeDetails = Pick<AttendeePresence, 'uid' | 'areaId' | 'name' | 'company' | 'title'>;

/** `connected`: the next events contain the full state. */
export type AttendeeEvent =
  /** `again`: reconnected to the same node, which has kept running. */
  | { readonly type: 'connected'; readonly again: boolean }
  | {
      readonly type: 'snapshot';
      readonly data: Omit<DataOf<typeof presenceSnapshot>, 'attendees'> & {
        readonly attendees: readonly AttendeePresence[];
      };
    }
  | { readonly type: 'changes'; readonly data: DataOf<typeof presenceChanges> }
  | { readonly type: 'followed'; readonly data: DataOf<typeof followedPresence> }
  | { readonly type: 'counts'; readonly data: DataOf<typeof presenceCounts> }
  | { readonly type: 'own'; readonly data: DataOf<typeof ownPresenceStatus> };

/** The presence of the other attendees, and the user's own (PRESENCE-03). */
export interface AttendeeService {
  /** Subscribes to presence events until the signal is aborted. */
  connect(listener: (news: AttendeeEvent) => void, signal: AbortSignal): void;
  /**
   * Writes the user's own record. Without a connection it is written as soon as there is one.
   * @throws Error 'missing user details' if the uid is empty
   */
  update(details: AttendeeDetails): Promise<void>;
  /** Removes the user's own record, until the next connection. */
  remove(): Promise<void>;
  /** Sets whose records are received: those of the current area, or everyone's. */
  setScope(scope: 'area' | 'everyone'): void;
  /** Sets which users' records are received in addition, in whichever area; at most `maxFollowedUsers`. */
  follow(userIds: readonly string[]): void;
  /** @throws ApiError if the server rejects it or does not reply */
  setStatus(choice: ChosenPresence): Promise<void>;
  /** Reports whether this tab has had no input for a while. */
  setIdle(idle: boolean): void;
}

/** What is liked: a content piece of a media board, or a comment on it. */
export type LikedContent = Pick<Like, 'mediaBoardId' | 'contentPieceId' | 'commentId'>;

export type LikeEvent = CountNews<LikeCounts>;

/** The likes of media boards (BOARD-03). */
export interface LikeService {
  /**
   * Subscribes to the counts of a board until the signal is aborted. A board has at most one subscription.
   * @returns reads the counts again now, after a failure
   */
  connect(mediaBoardId: string, listener: (news: LikeEvent) => void, signal: AbortSignal): () => void;
  /**
   * Reads the own likes of content pieces of a board.
   * @throws ApiError
   * @throws DOMException `AbortError` if the visit ends
   */
  listOwn(mediaBoardId: string): Promise<readonly Like[]>;
  /**
   * Reads what is recommended from a board to the user or guest of the session, the best first (BOARD-06).
   * @throws ApiError
   * @throws DOMException `AbortError` if the signal is aborted or the visit ends
   */
  recommend(
    mediaBoardId: string,
    options: { readonly limit: number; readonly signal: AbortSignal },
  ): Promise<readonly Recommendation[]>;
  /**
   * Likes a content piece, once however often it is called. Returns the count of the piece.
   * @throws ApiError with the status 404 if the venue no longer has the piece, 429 above the rate limit
   * @throws DOMException `AbortError` if the visit ends
   */
  like(content: LikedContent): Promise<LikeCount>;
  /** Removes the own like if there is one; otherwise as `like`. */
  unlike(content: LikedContent): Promise<LikeCount>;
}

/** Methods that call the server throw ApiError if it rejects the call or does not respond. */
export interface Backend {
  /** The listener is called whenever the user or the token changes, in this tab or in another one. */
  onUser(listener: UserListener): () => void;
  /** Finds out whether this browser has a session, and reports its user. */
  restore(): Promise<void>;
  /**
   * The number of an admission ticket serves as password too, right after the ticket lookup.
   * @param cancelled if it is aborted before the server responds, the session that the server opens is ended again
   */
  signInWithPassword(email: string, password: string, cancelled?: AbortSignal): Promise<void>;
  /** Continues with a session that the server has opened in this browser, after a link of an email. */
  openSession(session: IssuedIdToken): void;
  /** Opens a guest session; the same browser gets the same identity again. */
  signInAnonymously(): Promise<void>;
  /**
   * Leaves this page for the page of an identity provider.
   * @param redirect where to return to: a path with query and hash, without the base path
   */
  startProvider(providerId: string, redirect: string): void;
  /** Sends an email in the current language. Its link leads to the form for a new password and then to `returnTo`. */
  sendPasswordReset(email: string, returnTo: string): Promise<void>;
  /** A valid token, renewed first if it has expired or on request; null without a session. */
  idToken(options?: { readonly renew?: boolean }): Promise<string | null>;
  signOut(scope: SignOutScope): Promise<void>;
  /** The one service of a visit. Downloaded on first use. */
  attendees(visit: Visit): Promise<AttendeeService>;
  /** The one service of a visit. Downloaded on first use. */
  likes(visit: Visit): Promise<LikeService>;
}
