/** Lets attendees of the demo post on its wall, discuss its cards and like them, with the same requests as the web app. */
import { readFile } from 'node:fs/promises';
import { openChatRoom, sendChatMessage, type ResultOf } from '@foyer/contract';
import { crowdAccount } from './crowd/accounts.ts';
import { AttendeeConnection } from './crowd/attendeeConnection.ts';
import { AttendeeSignIn, type Comment, type DiscussionPlace, type Session } from './crowd/attendeeSignIn.ts';
import type { Destination } from './load.ts';
import { mediaBoardConfiguration } from './mediaBoard.ts';
import { demoAccounts } from './people.ts';
import { authors, cardLikes, demoPlaces, type Author, type DemoPost, type DemoThread } from './posts.ts';

type Room = ResultOf<typeof openChatRoom>['room'];

interface Like {
  readonly author: Author;
  readonly comment: Comment;
  readonly likes: number;
}

const names = Object.keys(authors) as Author[];

/** An author while the posts are written. */
class Writer {
  private readonly signIns: AttendeeSignIn;
  private readonly session: Session;
  private readonly userId: string;
  private readonly connection: AttendeeConnection;

  private constructor(
    signIns: AttendeeSignIn,
    session: Session,
    userId: string,
    connection: AttendeeConnection,
  ) {
    this.signIns = signIns;
    this.session = session;
    this.userId = userId;
    this.connection = connection;
  }

  static async signIn(signIns: AttendeeSignIn, url: string, author: Author): Promise<Writer> {
    const session = await signInAuthor(signIns, author);
    const [userId, ticket] = await Promise.all([signIns.userId(session), signIns.ticket(session)]);
    const connection = await AttendeeConnection.open(url, ticket, {
      onMessage: () => undefined,
      onClose: () => undefined,
    });
    return new Writer(signIns, session, userId, connection);
  }

  /** Undefined if the venue has no such place. */
  async openRoom(place: DiscussionPlace): Promise<Room | undefined> {
    return (await this.connection.resultOf(openChatRoom, place))?.room;
  }

  /** Returns the sequence number of the message. */
  async post(roomId: string, { text, picture }: DemoPost, replyTo: number | undefined): Promise<number> {
    const uploadId = picture && (await this.upload(roomId, picture));
    const sent = await this.connection.resultOf(sendChatMessage, {
      roomId,
      clientId: crypto.randomUUID(),
      text,
      ...(replyTo === undefined ? {} : { replyTo }),
      ...(uploadId === undefined ? {} : { uploadId }),
    });
    if (sent === undefined || 'held' in sent) throw new Error(`The server did not post “${text}”.`);
    return sent.message.seq;
  }

  likeComment(comment: Comment): Promise<void> {
    return this.signIns.likeComment(this.session, this.userId, comment);
  }

  likeCard(contentPieceId: string): Promise<void> {
    const { mediaBoardId } = mediaBoardConfiguration;
    const card = { mediaBoardId, contentPieceId };
    return this.signIns.changeLike(this.session, this.userId, { card, isLiked: true });
  }

  async leave(): Promise<void> {
    this.connection.close();
    await this.signIns.signOut(this.session);
  }

  private async upload(roomId: string, { file, name }: NonNullable<DemoPost['picture']>): Promise<string> {
    const bytes = new Uint8Array(await readFile(new URL(`assets/${file}`, import.meta.url)));
    const clientId = crypto.randomUUID();
    return this.signIns.uploadPicture(this.session, { roomId, clientId, name, bytes });
  }
}

function signInAuthor(signIns: AttendeeSignIn, author: Author): Promise<Session> {
  const account = authors[author];
  if (typeof account === 'string') {
    const { password = '' } = demoAccounts.find(({ email }) => email === account) ?? {};
    return signIns.user(account, password);
  }
  const { email, person } = crowdAccount(account);
  return signIns.attendee(email, person);
}

/** Those who like something: not its author, and not always the same ones. */
function likersOf(likes: number, offset: number, author?: Author): Author[] {
  const others = names.filter((name) => name !== author);
  return Array.from({ length: likes }, (_none, index) => others[(offset + index) % others.length] as Author);
}

class FirstPosts {
  /** Signed in one after the other when they are needed, to leave the server time for visitors. */
  private readonly writers = new Map<Author, Writer>();
  private readonly signIns: AttendeeSignIn;
  private readonly url: string;

  constructor({ url, adminKey }: Destination) {
    this.signIns = new AttendeeSignIn(url, adminKey);
    this.url = url;
  }

  async add(): Promise<void> {
    const likes: Like[] = [];
    for (const { place, threads } of demoPlaces) {
      const room = await (await this.writer('mateo')).openRoom(place);
      if (room?.lastSeq !== 0) continue;
      for (const thread of threads) likes.push(...(await this.postThread(place, room.id, thread)));
    }
    if (likes.length === 0) return;
    for (const { author, comment, likes: count } of likes)
      for (const liker of likersOf(count, comment.seq * 3, author))
        await (await this.writer(liker)).likeComment(comment);
    for (const [index, [contentPieceId, count]] of Object.entries(cardLikes).entries())
      for (const liker of likersOf(count, index * 5))
        await (await this.writer(liker)).likeCard(contentPieceId);
  }

  async leave(): Promise<void> {
    // Not `Promise.all`: an error while signing out would hide the one that ended the posts.
    await Promise.allSettled([...this.writers.values()].map((writer) => writer.leave()));
  }

  /** Returns the likes that the messages get. */
  private async postThread(place: DiscussionPlace, roomId: string, thread: DemoThread): Promise<Like[]> {
    const likes: Like[] = [];
    let first: number | undefined;
    for (const message of thread) {
      const { author } = message;
      const seq = await (await this.writer(author)).post(roomId, message, first);
      first ??= seq;
      likes.push({ author, comment: { place, roomId, seq }, likes: message.likes ?? 0 });
    }
    return likes;
  }

  private async writer(author: Author): Promise<Writer> {
    const known = this.writers.get(author);
    if (known !== undefined) return known;
    const writer = await Writer.signIn(this.signIns, this.url, author);
    this.writers.set(author, writer);
    return writer;
  }
}

/** Leaves places alone that already have posts, or had some, and those that a designer has removed from the venue. */
export async function addDemoPosts(to: Destination): Promise<void> {
  const posts = new FirstPosts(to);
  try {
    await posts.add();
  } finally {
    await posts.leave();
  }
}
