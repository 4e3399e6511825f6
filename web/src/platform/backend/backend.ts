/**
 * The interface through which the web app speaks to its backend. `embedded.ts` is the server's own accounts; whoever
 * adds another one writes this interface again and nothing else.
 */
import type {
  AttendeePresence,
  DataOf,
  IdTokenClaims,
  ownPresence,
  PresenceChoice,
  presenceChanges,
  presenceCounts,
  presencePeople,
} from '@foyer/contract';

/** Who is here, as the ID token says. */
export interface BackendUser {
  readonly userId: string;
  /** `guest`: a visitor of an anonymous venue; `stage`: a browser that opened a stage link. Both have no role. */
  readonly kind: IdTokenClaims['kind'];
  /** '' for guests and the stage. */
  readonly email: string;
  readonly name?: string | undefined;
  readonly company?: string | undefined;
  readonly title?: string | undefined;
  readonly authorities: IdTokenClaims['authorities'];
}

/**
 * @param user null: nobody
 * @param isFresh whether this is what `signInWithPassword` of this tab has brought
 */
export type UserListener = (user: BackendUser | null, isFresh: boolean) => void;

/** How far a sign-out reaches: this tab, this browser, or every device of the account. */
export type SignOutScope = 'tab' | 'browser' | 'everywhere';

/** What an attendee's record is made of; the rest of it is added where it is written (PRESENCE-02). */
export type AttendeeDetails = Pick<AttendeePresence, 'uid' | 'areaId' | 'name' | 'company' | 'title'>;

/** `connected`: what comes from now on starts with all there is. */
export type AttendeeEvent =
  /** `again`: to the server that was connected to before, which has been there all the time. */
  | { readonly type: 'connected'; readonly again: boolean }
  | {
      readonly type: 'people';
      readonly data: Omit<DataOf<typeof presencePeople>, 'people'> & {
        readonly people: readonly AttendeePresence[];
      };
    }
  | { readonly type: 'changes'; readonly data: DataOf<typeof presenceChanges> }
  | { readonly type: 'counts'; readonly data: DataOf<typeof presenceCounts> }
  | { readonly type: 'own'; readonly data: DataOf<typeof ownPresence> };

/** Who else is here, and how one appears to them (PRESENCE-03). */
export interface AttendeeService {
  /** Listens to all attendees; returns what ends that. */
  connect(listener: (news: AttendeeEvent) => void): () => void;
  /**
   * Writes one's own record in place of the one before. Without a connection it is written as soon as there is one.
   * @throws Error 'missing user details' where it says nobody's uid
   */
  update(details: AttendeeDetails): Promise<void>;
  /** Takes one's own record away, until somebody connects again. */
  remove(): Promise<void>;
  /** Whose records one is told: those of the own area, or everybody's. */
  setScope(scope: 'area' | 'everyone'): void;
  /** Throws ApiError where it was refused or could not be said. */
  setStatus(choice: PresenceChoice): Promise<void>;
  /** Whether nobody touches this tab. */
  setIdle(idle: boolean): void;
}

/** Every call that asks the server throws ApiError where it is refused or not answered. */
export interface Backend {
  /** Calls back with whoever is here, whenever that changes, in this tab or in another one. */
  onUser(listener: UserListener): () => void;
  /** Finds out whether this browser has a session, and reports its user. */
  restore(): Promise<void>;
  /**
   * A ticket's number is a password too, right after its platform was asked. One that is given up before it is answered
   * lets nobody in: what the server has opened by then is ended again.
   */
  signInWithPassword(email: string, password: string, givenUp?: AbortSignal): Promise<void>;
  /** The identity of a visitor whom nobody asks for a name, the same one again for the same browser. */
  signInAnonymously(): Promise<void>;
  /**
   * Leaves the page for an identity provider's.
   * @param redirect where to come back to: a path with query and hash, without the base path
   */
  startProvider(providerId: string, redirect: string): void;
  /** Sends a mail, in this language, whose link leads to a new password and then back to `returnTo`. */
  sendPasswordReset(email: string, returnTo: string): Promise<void>;
  /** A token that has not expired, renewed first where it has or where that is asked for; null where nobody is here. */
  idToken(options?: { readonly renew?: boolean }): Promise<string | null>;
  signOut(scope: SignOutScope): Promise<void>;
  /** Fetched when it is first asked for. */
  attendees(): Promise<AttendeeService>;
}
