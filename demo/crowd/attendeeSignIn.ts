/** The sign-in, the pictures and the likes of simulated attendees, with the same HTTP requests as the web app. */
import { createHmac, randomUUID } from 'node:crypto';
import {
  commentIdOf,
  getLoginOptions,
  getUserInfo,
  getVenue,
  getVenueVersion,
  isLoginEnabled,
  likeContent,
  openGuestSession,
  createRealtimeTicket,
  refreshSession,
  signIn,
  signOut,
  createAccount,
  listAccounts,
  unlikeContent,
  uploadChatFile,
  widgetsOfType,
  type Architecture,
  type Area,
  type GlobalWidget,
  type LoginConfiguration,
  type IssuedIdToken,
  type UserInfo,
  type ResponseOf,
  type VenueVersion,
} from '@foyer/contract';
import { crowdDomain } from './accounts.ts';
import type { Card } from './cardLikes.ts';
import type { MadeUpPerson } from './names.ts';

const pageSize = 500;

export interface Session extends IssuedIdToken {
  /** The refresh cookie. */
  readonly cookie: string;
}

/** A built-in chat room, as `chat.openRoom` names it. */
export type ChatPlace = { readonly areaId: string } | { readonly global: true };

/** The discussion of a card, or a wall, as `chat.openRoom` names it. */
export type DiscussionPlace =
  | { readonly mediaBoardId: string; readonly contentPieceId: string }
  | { readonly wallId: string };

/** A comment in a discussion, or a post of a wall. */
export interface Comment {
  readonly place: DiscussionPlace;
  readonly roomId: string;
  readonly seq: number;
}

interface CardLikeChange {
  readonly card: Pick<Card, 'mediaBoardId' | 'contentPieceId'>;
  readonly isLiked: boolean;
}

/** A picture for a message. */
export interface Picture {
  readonly roomId: string;
  readonly clientId: string;
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface VisitedVenue {
  readonly architectureId: string;
  readonly areas: readonly Area[];
  readonly globalWidgets: readonly GlobalWidget[];
  readonly chats: readonly ChatPlace[];
  readonly discussions: readonly { readonly areaId: string; readonly place: DiscussionPlace }[];
}

export class AttendeeSignIn {
  private readonly url: string;
  private readonly adminKey: string | undefined;
  private existingEmails: Promise<Set<string>> | undefined;

  constructor(url: string, adminKey?: string) {
    this.url = url;
    this.adminKey = adminKey;
  }

  /** Whether the venue requires a login. Throws if there is no password login, or no key to create accounts with. */
  async requiresLogin(): Promise<boolean> {
    const options = await this.call<LoginConfiguration[]>(getLoginOptions);
    if (!isLoginEnabled(options)) return false;
    const passwords = options.some(({ idpProvider }) =>
      idpProvider.some(({ providerID }) => providerID === 'password'),
    );
    if (!passwords)
      throw new Error('The venue has no login with email and password, which the crowd requires.');
    if (this.adminKey === undefined)
      throw new Error('The venue requires a login: set ADMIN_KEY, so that the crowd can create accounts.');
    return true;
  }

  /** The live venue. */
  async venue(session: Session): Promise<VisitedVenue> {
    const { publishedArchitectureId } = await this.call<VenueVersion>(getVenueVersion, { session });
    if (publishedArchitectureId === null) throw new Error('The server has no published venue.');
    const venue = await this.call<{ architectures: Architecture[] }>(getVenue, {
      session,
      query: `?architectureId=${encodeURIComponent(publishedArchitectureId)}`,
    });
    const { areas = [], globalWidgets = [] } = venue.architectures[0] ?? {};
    const hasChat = ({ contentWidgets }: Area) =>
      contentWidgets.some(({ type }) => type === 'AreaChatWidget');
    const hasGlobalChat = globalWidgets.some(({ type }) => type === 'GlobalChatWidget');
    return {
      architectureId: publishedArchitectureId,
      areas,
      globalWidgets,
      chats: [
        ...areas.filter(hasChat).map(({ id: areaId }) => ({ areaId })),
        ...(hasGlobalChat ? [{ global: true as const }] : []),
      ],
      discussions: areas.flatMap(({ id: areaId, contentWidgets }) =>
        discussionsOf(contentWidgets).map((place) => ({ areaId, place })),
      ),
    };
  }

  guest(): Promise<Session> {
    return this.open(openGuestSession.path);
  }

  /** Signs a simulated attendee in; creates the account if it does not exist. */
  async attendee(email: string, person: MadeUpPerson): Promise<Session> {
    // The password is derived from the key, so that no one else can use these accounts on a production server.
    const password = createHmac('sha256', this.adminKey ?? '')
      .update(email)
      .digest('base64url');
    const credentials = { email, password };
    const existing = await (this.existingEmails ??= this.crowdAccounts());
    if (!existing.has(email)) {
      await this.send(createAccount, { body: { ...credentials, ...person }, key: this.adminKey });
      existing.add(email);
    }
    return this.open(signIn.path, credentials);
  }

  /** Signs in a user who has an account. */
  user(email: string, password: string): Promise<Session> {
    return this.open(signIn.path, { email, password });
  }

  /** Ends only this session. */
  async signOut({ cookie }: Session): Promise<void> {
    await this.send(signOut, { body: { everywhere: false }, cookie });
  }

  /** Emails of the crowd that already have accounts. Trying to sign in without one would count as a failed sign-in. */
  private async crowdAccounts(): Promise<Set<string>> {
    const emails = new Set<string>();
    for (let cursor: string | undefined = ''; cursor !== undefined;) {
      const query = new URLSearchParams({
        q: crowdDomain,
        limit: String(pageSize),
        ...(cursor && { cursor }),
      });
      const to = { method: listAccounts.method, path: `${listAccounts.path}?${query.toString()}` };
      const response = await this.send(to, { key: this.adminKey });
      const page = (await response.json()) as ResponseOf<typeof listAccounts>;
      for (const { email } of page.accounts) emails.add(email);
      cursor = page.nextCursor;
    }
    return emails;
  }

  refresh({ cookie }: Session): Promise<Session> {
    return this.open(refreshSession.path, undefined, cookie);
  }

  async ticket(session: Session): Promise<string> {
    return (await this.call<{ ticket: string }>(createRealtimeTicket, { session })).ticket;
  }

  async userId(session: Session): Promise<string> {
    return (await this.call<UserInfo>(getUserInfo, { session })).userId;
  }

  /** Likes or unlikes a card. */
  async changeLike({ idToken }: Session, authorId: string, { card, isLiked }: CardLikeChange): Promise<void> {
    const { mediaBoardId, contentPieceId } = card;
    await this.send(isLiked ? likeContent : unlikeContent, {
      body: { uuid: randomUUID(), mediaBoardId, contentPieceId, authorId, creationTimestamp: Date.now() },
      key: idToken,
    });
  }

  /** Likes a comment. */
  async likeComment({ idToken }: Session, authorId: string, { place, ...comment }: Comment): Promise<void> {
    const content = 'wallId' in place ? { mediaBoardId: place.wallId, contentPieceId: place.wallId } : place;
    const commentId = commentIdOf(comment);
    await this.send(likeContent, {
      body: { uuid: randomUUID(), ...content, commentId, authorId, creationTimestamp: Date.now() },
      key: idToken,
    });
  }

  /** Uploads a picture. Returns the id that the message names as `uploadId`. */
  async uploadPicture({ idToken }: Session, { roomId, clientId, name, bytes }: Picture): Promise<string> {
    const path = uploadChatFile.path.replace(':roomId', roomId).replace(':clientId', clientId);
    const to = { method: uploadChatFile.method, path: `${path}?${new URLSearchParams({ name }).toString()}` };
    const response = await this.send(to, { file: bytes, key: idToken });
    return ((await response.json()) as ResponseOf<typeof uploadChatFile>).upload.id;
  }

  private async open(path: string, body?: object, cookie?: string): Promise<Session> {
    const response = await this.send({ method: 'POST', path }, { body, cookie });
    const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
    return { ...((await response.json()) as IssuedIdToken), cookie: cookies.join('; ') || (cookie ?? '') };
  }

  private async call<T>(
    endpoint: { readonly method: string; readonly path: string },
    { session, query = '' }: { session?: Session; query?: string } = {},
  ): Promise<T> {
    const to = { method: endpoint.method, path: endpoint.path + query };
    return (await (await this.send(to, { key: session?.idToken })).json()) as T;
  }

  private async send(
    { method, path }: { readonly method: string; readonly path: string },
    {
      body,
      file,
      cookie,
      key,
    }: {
      body?: object | undefined;
      file?: Uint8Array<ArrayBuffer> | undefined;
      cookie?: string | undefined;
      key?: string | undefined;
    } = {},
  ): Promise<Response> {
    const response = await fetch(`${this.url}/api${path}`, {
      method,
      headers: {
        origin: this.url,
        ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
        ...(file === undefined ? {} : { 'content-type': 'application/octet-stream' }),
        ...(cookie === undefined ? {} : { cookie }),
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
      ...(file === undefined ? {} : { body: file }),
    });
    if (response.ok) return response;
    const { errMsg = '' } = (await response.json().catch(() => ({}))) as { errMsg?: string };
    throw new Error(`${method} ${path}: ${response.status} ${errMsg}`);
  }
}

/** The discussions and walls of the widgets of an area. */
const discussionsOf = (widgets: Area['contentWidgets']): DiscussionPlace[] => [
  ...widgetsOfType(widgets, 'MediaBoardWidget').flatMap(({ configurations }) =>
    configurations.flatMap(({ mediaBoardId, contentPieces, liveDiscussion = false }) =>
      liveDiscussion ? contentPieces.map(({ id: contentPieceId }) => ({ mediaBoardId, contentPieceId })) : [],
    ),
  ),
  ...widgetsOfType(widgets, 'SuperEventSocialWallWidget').flatMap(({ configurations }) =>
    configurations.flatMap(({ wallId, uris = [] }) => (uris.length > 0 ? [] : [{ wallId }])),
  ),
];
