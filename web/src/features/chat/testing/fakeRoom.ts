import {
  chatLikesChanged,
  chatMessageChanged,
  chatReadReceipt,
  chatRoomChanged,
  chatRoomRemoved,
  chatTyping,
  isUnlistedRoom,
  isUnreadFor,
  heldChatPostsChanged,
  type ChatDeclinedPost,
  type ChatHeldPost,
  type ChatLikes,
  type ChatMessage,
  type ChatNotice,
  type ChatUser,
  type ChatRoom,
  type ChatRoomKind,
  type ChatRoomPlace,
} from '@foyer/contract';
import { chatUnreadMax } from '@foyer/contract/limits';
import { type FakeServer, RejectedCall } from '../../../testing/fakeServer.ts';

type MessageFields = Partial<Pick<ChatMessage, 'replyTo' | 'mentions' | 'upload' | 'notice' | 'at'>>;

/** What a room needs of the chat that it belongs to. */
export interface RoomHost {
  readonly server: FakeServer;
  readonly ownId: string;
  readonly isHost: boolean;
  readonly blocked: ReadonlyMap<string, ChatUser>;
  now(): number;
  userOf(uid: string): ChatUser | undefined;
}

/** A chat room on the fake server. */
export class FakeRoom {
  readonly id: string;
  readonly kind: ChatRoomKind;
  name: string | undefined;
  areaId: string | undefined;
  /** Of a discussion or a wall. */
  place: ChatRoomPlace = {};
  /** By sequence number of the message. */
  readonly likes = new Map<number, ChatLikes>();
  /** Of a wall: posts of attendees are held. */
  approval = false;
  held: ChatHeldPost[] = [];
  declined: readonly ChatDeclinedPost[] = [];
  /** Whether the page has the discussion or wall open. */
  isOpen = false;
  ownerId: string | undefined;
  otherMember: ChatUser | undefined;
  members: ChatUser[] = [];
  messages: ChatMessage[] = [];
  lastSeq = 0;
  readSeq = 0;
  /** Undefined: the room has no read receipts. */
  othersReadSeq: number | undefined;
  notificationsOff = false;
  /** False: the user cannot see the room. */
  isMember = true;
  /** The user can read messages from this sequence number on. */
  firstSeq = 1;
  readOnlyReason: ChatRoom['readOnlyReason'];
  mutedUntil: number | undefined;
  private readonly chat: RoomHost;
  private heldCount = 0;

  constructor(chat: RoomHost, id: string, kind: ChatRoomKind) {
    this.chat = chat;
    this.id = id;
    this.kind = kind;
  }

  /** Whether the server lists the room. Private rooms without messages are not listed. */
  get isListed(): boolean {
    return this.isMember && !isUnlistedRoom(this) && (this.kind !== 'private' || this.lastSeq > 0);
  }

  /** The room as the user sees it. */
  get view(): ChatRoom {
    const {
      id,
      kind,
      name,
      areaId,
      place,
      ownerId,
      otherMember,
      lastSeq,
      readSeq,
      othersReadSeq,
      notificationsOff,
      readOnlyReason,
      mutedUntil,
    } = this;
    const reader = { uid: this.chat.ownId, blocked: this.chat.blocked };
    const unread = this.messages.filter(
      (each) =>
        !isUnlistedRoom(this) && each.seq > readSeq && each.seq >= this.firstSeq && isUnreadFor(each, reader),
    );
    const mentionCount = unread.filter(({ mentions }) => mentions?.includes(reader.uid)).length;
    const lastMessage = this.messages.at(-1);
    const lastMessageAuthor = lastMessage && this.chat.userOf(lastMessage.authorId);
    const isGroup = kind === 'group' || kind === 'privateGroup';
    return {
      id,
      kind,
      ...(name !== undefined && { name }),
      ...(areaId !== undefined && { areaId }),
      ...place,
      ...(ownerId !== undefined && { ownerId }),
      ...(otherMember && { otherMember }),
      ...(isGroup && { memberCount: this.members.length }),
      lastSeq,
      readSeq,
      ...(othersReadSeq !== undefined && { othersReadSeq }),
      unreadCount: Math.min(chatUnreadMax, unread.length),
      ...(mentionCount > 0 && { mentionCount }),
      ...(notificationsOff && { notificationsOff: true as const }),
      ...(readOnlyReason && { readOnlyReason }),
      ...(this.approval && !this.chat.isHost && { approval: true as const }),
      ...(mutedUntil !== undefined && { mutedUntil }),
      ...(lastMessage && { lastMessage }),
      ...(lastMessageAuthor && { lastMessageAuthor }),
    };
  }

  /** Stores a message and notifies the open pages. */
  post(
    author: ChatUser,
    text: string,
    about: MessageFields & { readonly clientId?: string } = {},
  ): ChatMessage {
    const isFirst = this.kind === 'private' && this.lastSeq === 0;
    this.lastSeq += 1;
    const message: ChatMessage = {
      seq: this.lastSeq,
      clientId: `client-${this.id}-${this.lastSeq}`,
      authorId: author.uid,
      at: this.chat.now(),
      text,
      ...about,
    };
    this.messages.push(message);
    if (author.uid === this.chat.ownId) this.readSeq = this.lastSeq;
    if (isFirst) this.broadcastRoom();
    else this.broadcastMessage(message);
    return message;
  }

  /** Holds a post until a host approves it, and notifies the open pages. */
  hold(author: ChatUser, text: string, about: Partial<ChatHeldPost> = {}): ChatHeldPost {
    this.heldCount += 1;
    const id = `held-${this.heldCount}`;
    const post = { id, clientId: `client-${id}`, authorId: author.uid, at: this.chat.now(), text, ...about };
    this.held = [...this.held, post];
    this.broadcastHeld();
    return post;
  }

  /** Removes a held post, and notifies the open pages. @throws RejectedCall if there is none */
  releaseHeld(id: string): ChatHeldPost {
    const post = this.held.find((each) => each.id === id);
    if (!post) throw new RejectedCall({ code: 'notFound' });
    this.held = this.held.filter((each) => each !== post);
    this.broadcastHeld();
    return post;
  }

  /** Declines a held post, and notifies the open pages. @throws RejectedCall if there is none */
  decline(id: string): void {
    this.declined = [...this.declined, { ...this.releaseHeld(id), declinedAt: this.chat.now() }];
  }

  /** The author withdraws a held post, or removes a declined one. @throws RejectedCall if there is none */
  withdraw(id: string): void {
    const isDeclined = this.declined.some((each) => each.id === id);
    this.declined = this.declined.filter((each) => each.id !== id);
    if (isDeclined) this.broadcastHeld();
    else this.releaseHeld(id);
  }

  private broadcastHeld(): void {
    this.chat.server.broadcast(heldChatPostsChanged, { roomId: this.id });
  }

  /** Stores many messages of one author. */
  postAll(author: ChatUser, texts: readonly string[]): void {
    for (const text of texts) this.post(author, text);
  }

  /** Posts a notice, such as "Bo joined". */
  postNotice(author: ChatUser, notice: ChatNotice): ChatMessage {
    return this.post(author, '', { notice });
  }

  edit(seq: number, text: string, mentions?: string[]): ChatMessage {
    return this.change(seq, (message) => ({
      ...message,
      text,
      ...(mentions && { mentions }),
      editedAt: this.chat.now(),
    }));
  }

  delete(seq: number, deletedBy: 'author' | 'host' = 'author'): ChatMessage {
    this.likes.delete(seq);
    return this.change(seq, ({ clientId, authorId, at, replyTo }) => ({
      seq,
      clientId,
      authorId,
      at,
      text: '',
      ...(replyTo !== undefined && { replyTo }),
      deletedBy,
    }));
  }

  /** The user likes a message, or removes the like. */
  setLiked(seq: number, isLiked: boolean): ChatLikes {
    const { likes = 0, changes = 0, liked = false } = this.likes.get(seq) ?? {};
    const isChanged = liked !== isLiked;
    const next = {
      likes: likes + (isChanged ? (isLiked ? 1 : -1) : 0),
      changes: changes + Number(isChanged),
      ...(isLiked && { liked: true as const }),
    };
    this.likes.set(seq, next);
    this.broadcastLikes(seq);
    return next;
  }

  /** Others like a message. */
  likeByOthers(seq: number, count = 1): void {
    const { likes = 0, changes = 0, ...own } = this.likes.get(seq) ?? {};
    this.likes.set(seq, { ...own, likes: likes + count, changes: changes + count });
    this.broadcastLikes(seq);
  }

  /** Notifies the open pages that another member is typing. */
  showTyping(user: ChatUser): void {
    this.chat.server.broadcast(chatTyping, { roomId: this.id, user });
  }

  /** All other members have read the messages so far: notifies the open pages. */
  readByOthers(): void {
    this.othersReadSeq = this.lastSeq;
    this.chat.server.broadcast(chatReadReceipt, { roomId: this.id, othersReadSeq: this.lastSeq });
  }

  /** Notifies the open pages that the room has changed. */
  broadcastRoom(): void {
    if (this.isMember) this.chat.server.broadcast(chatRoomChanged, { room: this.view });
  }

  /** Ends the user's membership. `isRemoved`: by someone else. */
  removeUser(isRemoved: boolean): void {
    this.isMember = false;
    this.chat.server.broadcast(chatRoomRemoved, {
      roomId: this.id,
      ...(isRemoved && { removed: true as const }),
    });
  }

  /** Sets why the user cannot post here; undefined: the user can. */
  setReadOnly(readOnlyReason: ChatRoom['readOnlyReason'], mutedUntil?: number): void {
    Object.assign(this, { readOnlyReason, mutedUntil });
    this.broadcastRoom();
  }

  /** Marks all messages as read. */
  markAllRead(): this {
    this.readSeq = this.lastSeq;
    return this;
  }

  private change(seq: number, next: (message: ChatMessage) => ChatMessage): ChatMessage {
    const at = this.messages.findIndex((each) => each.seq === seq);
    const before = this.messages[at];
    if (!before) throw new RejectedCall({ code: 'notFound' });
    this.lastSeq += 1;
    const message = { ...next(before), updatedSeq: this.lastSeq };
    this.messages[at] = message;
    this.broadcastMessage(message);
    return message;
  }

  private broadcastLikes(seq: number): void {
    if (!this.isOpen) return;
    const { likes = 0, changes = 0 } = this.likes.get(seq) ?? {};
    this.chat.server.broadcast(chatLikesChanged, { roomId: this.id, counts: { [seq]: { likes, changes } } });
  }

  private broadcastMessage(message: ChatMessage): void {
    if (!this.isMember || (isUnlistedRoom(this) && !this.isOpen)) return;
    const author = this.chat.userOf(message.authorId);
    this.chat.server.broadcast(chatMessageChanged, {
      roomId: this.id,
      seq: this.lastSeq,
      message,
      ...(author && { author }),
    });
  }
}
