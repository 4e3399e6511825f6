/**
 * Chat for component tests: rooms and their messages kept in arrays behind the chat commands of a fake server, functions
 * for what other people do in them, and functions for what a test presses and looks at.
 */
import {
  blockInChat,
  chatChanged,
  chatReportsOpen,
  chatRoomChanged,
  chatRoomGone,
  chatTyping,
  closeChatReport,
  createChatGroup,
  deleteChatMessage,
  dropChatUpload,
  editChatMessage,
  exportChatRoom,
  handOverChatRoom,
  inviteToChatRoom,
  isUnreadTo,
  joinChatRoom,
  leaveChatRoom,
  listChatActions,
  listChatGroups,
  listChatMembers,
  listChatReports,
  listChatRooms,
  markChatRead,
  muteChatRoom,
  openChatRoom,
  readChatHistory,
  removeFromChatRoom,
  renameChatRoom,
  reportChatMessage,
  resumeChat,
  searchChat,
  sendChatMessage,
  signChatUpload,
  silenceInChat,
  typeInChat,
  type ChatAction,
  type ChatMessage,
  type ChatNotice,
  type ChatPage,
  type ChatPerson,
  type ChatReport,
  type ChatRoom,
  type ChatRoomKind,
  type ChatUpload,
  type Command,
  type InputOf,
  type ResultOf,
} from '@foyer/contract';
import { chatPageMessages, chatUnreadMax } from '@foyer/contract/limits';
import { expect } from 'vitest';
import type { Locator } from 'vitest/browser';
import { ada, FakeServer, Refused, type FakeUser, type PageWindow } from '../../../testing/fakeServer.ts';
import { openPage, type AppPage, type PageOptions } from '../../../testing/page.ts';

export interface Person extends ChatPerson {
  readonly name: string;
}
export const bo: Person = { uid: 'u-bo', name: 'Bo Nilsson' };
export const cy: Person = { uid: 'u-cy', name: 'Cy Young' };
export const di: Person = { uid: 'u-di', name: 'Di Marsh' };
export const hugo: FakeUser = {
  userId: 'u-hugo',
  email: 'hugo@example.com',
  password: 'right horse battery staple',
  name: 'Hugo Host',
  roles: ['ROLE_HOST'],
};

/** One red pixel. */
const picture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';

type About = Partial<Pick<ChatMessage, 'replyTo' | 'mentions' | 'upload' | 'notice' | 'at'>>;

/** A room as the server keeps it. */
export class FakeRoom {
  readonly id: string;
  readonly kind: ChatRoomKind;
  name: string | undefined;
  areaId: string | undefined;
  ownerId: string | undefined;
  other: ChatPerson | undefined;
  members: ChatPerson[] = [];
  messages: ChatMessage[] = [];
  lastSeq = 0;
  readSeq = 0;
  muted = false;
  /** False: the user cannot see it. */
  isMember = true;
  /** The user reads from this number on. */
  firstSeq = 1;
  readOnly: ChatRoom['readOnly'];
  silencedUntil: number | undefined;
  private readonly chat: FakeChat;

  constructor(chat: FakeChat, id: string, kind: ChatRoomKind) {
    this.chat = chat;
    this.id = id;
    this.kind = kind;
  }

  /** A private conversation without a message is in no list. */
  get isListed(): boolean {
    return this.isMember && (this.kind !== 'private' || this.lastSeq > 0);
  }

  /** The room as the user sees it. */
  get view(): ChatRoom {
    const { id, kind, name, areaId, ownerId, other, lastSeq, readSeq, muted, readOnly, silencedUntil } = this;
    const reader = { uid: this.chat.ownId, blocked: this.chat.blocked };
    const unread = this.messages.filter(
      (each) => each.seq > readSeq && each.seq >= this.firstSeq && isUnreadTo(each, reader),
    );
    const mentioned = unread.filter(({ mentions }) => mentions?.includes(reader.uid)).length;
    const last = this.messages.at(-1);
    const lastAuthor = last && this.chat.personOf(last.authorId);
    const isGroup = kind === 'group' || kind === 'privateGroup';
    return {
      id,
      kind,
      ...(name !== undefined && { name }),
      ...(areaId !== undefined && { areaId }),
      ...(ownerId !== undefined && { ownerId }),
      ...(other && { other }),
      ...(isGroup && { memberCount: this.members.length }),
      lastSeq,
      readSeq,
      unread: Math.min(chatUnreadMax, unread.length),
      ...(mentioned > 0 && { mentioned }),
      ...(muted && { muted: true as const }),
      ...(readOnly && { readOnly }),
      ...(silencedUntil !== undefined && { silencedUntil }),
      ...(last && { last }),
      ...(lastAuthor && { lastAuthor }),
    };
  }

  /** Stores a message and tells the open pages. */
  say(author: ChatPerson, text: string, about: About & { readonly clientId?: string } = {}): ChatMessage {
    const begins = this.kind === 'private' && this.lastSeq === 0;
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
    if (begins) this.changed();
    else this.tell(message);
    return message;
  }

  /** Stores many messages of one author. */
  sayAll(author: ChatPerson, texts: readonly string[]): void {
    for (const text of texts) this.say(author, text);
  }

  /** Something that the room itself says. */
  note(author: ChatPerson, notice: ChatNotice): ChatMessage {
    return this.say(author, '', { notice });
  }

  edit(seq: number, text: string, mentions?: string[]): ChatMessage {
    return this.change(seq, (message) => ({
      ...message,
      text,
      ...(mentions && { mentions }),
      editedAt: this.chat.now(),
    }));
  }

  delete(seq: number, deleted: 'author' | 'host' = 'author'): ChatMessage {
    return this.change(seq, ({ clientId, authorId, at }) => ({
      seq,
      clientId,
      authorId,
      at,
      text: '',
      deleted,
    }));
  }

  /** Another member is typing. */
  type(person: ChatPerson): void {
    this.chat.server.broadcast(chatTyping, { roomId: this.id, person });
  }

  /** Tells the open pages that the room has changed. */
  changed(): void {
    if (this.isMember) this.chat.server.broadcast(chatRoomChanged, { room: this.view });
  }

  /** The user is no member any more. */
  close(isRemoved: boolean): void {
    this.isMember = false;
    this.chat.server.broadcast(chatRoomGone, {
      roomId: this.id,
      ...(isRemoved && { removed: true as const }),
    });
  }

  /** The user cannot write here, or can again. */
  restrict(readOnly: ChatRoom['readOnly'], silencedUntil?: number): void {
    Object.assign(this, { readOnly, silencedUntil });
    this.changed();
  }

  /** What is there is read on every device. */
  readAll(): this {
    this.readSeq = this.lastSeq;
    return this;
  }

  private change(seq: number, next: (message: ChatMessage) => ChatMessage): ChatMessage {
    const at = this.messages.findIndex((each) => each.seq === seq);
    const before = this.messages[at];
    if (!before) throw new Refused({ code: 'notFound' });
    this.lastSeq += 1;
    const message = { ...next(before), changeSeq: this.lastSeq };
    this.messages[at] = message;
    this.tell(message);
    return message;
  }

  private tell(message: ChatMessage): void {
    if (!this.isMember) return;
    const author = this.chat.personOf(message.authorId);
    this.chat.server.broadcast(chatChanged, {
      roomId: this.id,
      seq: this.lastSeq,
      message,
      ...(author && { author }),
    });
  }
}

/** The chat of the test venue: Ada is in the lounge with Bo, Cy and Di, unless a test says otherwise. */
export class FakeChat {
  readonly server: FakeServer;
  readonly people: ChatPerson[];
  readonly rooms: FakeRoom[] = [];
  readonly blocked = new Map<string, ChatPerson>();
  readonly reports: ChatReport[] = [];
  readonly actions: ChatAction[] = [];
  /** Files that links were pressed for. */
  readonly downloads: { readonly name: string; readonly url: string }[] = [];
  /** What becomes of an upload: it is stored, lost on the way, never answered, or refused with a status. */
  uploads: 'stored' | 'lost' | 'held' | number = 'stored';
  /** Names of the files that were sent. */
  readonly uploaded: string[] = [];
  private readonly files = new Map<string, ChatUpload>();
  private readonly swallowed = new Map<string, number>();
  private page: PageWindow | undefined;
  private created = 0;

  constructor(user: FakeUser | 'guest' = ada, server = new FakeServer()) {
    this.server = server;
    if (user !== 'guest') server.signIn(user);
    const own: ChatPerson =
      user === 'guest'
        ? { uid: this.ownId, guest: true }
        : { uid: user.userId, ...(user.name !== undefined && { name: user.name }) };
    this.people = [own, bo, cy, di];
    server.people = [bo, cy, di].map(({ uid, name }) => ({ uid, name, areaId: 'lounge' }));
    for (const { uid, name } of [bo, cy, di]) server.profiles.set(uid, { name });
    for (const area of server.architecture.areas)
      if (area.contentWidgets.some(({ type }) => type === 'AreaChatWidget'))
        this.add('area').areaId = area.id;
    if (server.architecture.globalWidgets.some(({ type }) => type === 'GlobalChatWidget')) this.add('global');
    this.answerMessages();
    this.answerRooms();
    this.answerModeration();
    this.answerFiles();
  }

  static asGuest(server = new FakeServer()): FakeChat {
    return new FakeChat('guest', server);
  }

  get ownId(): string {
    return this.server.signedIn?.userId ?? 'anon-1';
  }

  get own(): ChatPerson {
    return this.personOf(this.ownId) ?? { uid: this.ownId };
  }

  get lounge(): FakeRoom {
    return this.find(({ areaId }) => areaId === 'lounge');
  }

  get everyone(): FakeRoom {
    return this.find(({ kind }) => kind === 'global');
  }

  now(): number {
    return this.page?.Date.now() ?? Date.now();
  }

  personOf(uid: string): ChatPerson | undefined {
    return this.people.find((person) => person.uid === uid);
  }

  /** The private conversation with a user, still without messages. */
  with(other: ChatPerson): FakeRoom {
    const known = this.rooms.find((room) => room.other?.uid === other.uid);
    if (known) return known;
    const room = this.add('private');
    room.other = other;
    room.members = [this.own, other];
    return room;
  }

  /** A conversation in which Ada has said "Good evening". */
  conversation(other: ChatPerson = bo): FakeRoom {
    const room = this.with(other);
    room.say(this.own, 'Good evening');
    return room;
  }

  group(name: string, members: readonly ChatPerson[], kind: 'group' | 'privateGroup' = 'group'): FakeRoom {
    const room = this.add(kind);
    room.name = name;
    room.members = [...members];
    room.ownerId = members[0]?.uid;
    room.isMember = members.some(({ uid }) => uid === this.ownId);
    return room;
  }

  /** Runs in the page before the app: file uploads and downloads end here. */
  readonly attach = (page: PageWindow): void => {
    this.page = page;
    const { downloads } = this;
    page.HTMLAnchorElement.prototype.click = function click() {
      downloads.push({ name: this.download, url: this.href });
    };
    page.XMLHttpRequest = requestClass(page, (file, url) => this.putUpload(file, url));
  };

  /** So many of the next commands of this name get no answer, over a connection that stands. */
  swallow({ name }: Command, count = Infinity): void {
    this.swallowed.set(name, count);
  }

  private on<C extends Command>(command: C, handler: (input: InputOf<C>) => ResultOf<C>): void {
    const { name } = command;
    this.server.onCommand(command, (input) => {
      const left = this.swallowed.get(name) ?? 0;
      this.swallowed.set(name, Math.max(0, left - 1));
      return left > 0 ? new Promise<never>(() => undefined) : handler(input);
    });
  }

  private find(is: (room: FakeRoom) => boolean): FakeRoom {
    const room = this.rooms.find(is);
    if (!room) throw new Refused({ code: 'notFound', errMsg: 'There is no such room.' });
    return room;
  }

  /** The room, where the user is a member of it. */
  private room(roomId: string): FakeRoom {
    return this.find(({ id, isMember }) => id === roomId && isMember);
  }

  private writable(roomId: string): FakeRoom {
    const room = this.rooms.find(({ id }) => id === roomId);
    if (!room?.isMember || room.readOnly) throw new Refused({ code: 'cannotPublish' });
    return room;
  }

  private add(kind: ChatRoomKind): FakeRoom {
    this.created += 1;
    const room = new FakeRoom(this, `room-${this.created}`, kind);
    this.rooms.push(room);
    return room;
  }

  private shown(messages: readonly ChatMessage[]): ChatPage {
    return { messages: [...messages], people: this.people };
  }

  private history({
    roomId,
    before,
    after,
    around,
  }: InputOf<typeof readChatHistory>): ResultOf<typeof readChatHistory> {
    const { messages: all, firstSeq, lastSeq } = this.room(roomId);
    const messages = all.filter(({ seq }) => seq >= firstSeq);
    const older = (seq: number, limit = chatPageMessages) =>
      messages.filter((each) => each.seq < seq).slice(-limit);
    const newer = (seq: number, limit = chatPageMessages) =>
      messages.filter((each) => each.seq > seq).slice(0, limit);
    const half = chatPageMessages / 2;
    const page =
      around !== undefined
        ? [...older(around, half), ...newer(around - 1, half)]
        : after !== undefined
          ? newer(after)
          : older(before ?? Infinity);
    return {
      ...this.shown(page),
      older: (page[0]?.seq ?? 0) > (messages[0]?.seq ?? 0),
      newer: (page.at(-1)?.seq ?? 0) < (messages.at(-1)?.seq ?? 0),
      upTo: lastSeq,
    };
  }

  private answerMessages(): void {
    this.on(readChatHistory, (input) => this.history(input));
    this.on(resumeChat, ({ roomId, after }) => {
      const { messages, lastSeq, firstSeq } = this.room(roomId);
      const changeOf = ({ seq, changeSeq = seq }: ChatMessage) => changeSeq;
      const missed = messages
        .filter((each) => changeOf(each) > after && each.seq >= firstSeq)
        .toSorted((one, other) => changeOf(one) - changeOf(other));
      return { ...this.shown(missed), upTo: lastSeq, more: false };
    });
    this.on(sendChatMessage, (input) => ({ message: this.send(input) }));
    this.on(editChatMessage, ({ roomId, seq, text, mentions }) => ({
      message: this.room(roomId).edit(seq, text, mentions),
    }));
    this.on(deleteChatMessage, ({ roomId, seq }) => {
      const room = this.room(roomId);
      const isOwn = room.messages.some((each) => each.seq === seq && each.authorId === this.ownId);
      room.delete(seq, isOwn ? 'author' : 'host');
      return undefined;
    });
    this.on(markChatRead, ({ roomId, seq }) => {
      const room = this.room(roomId);
      room.readSeq = Math.max(room.readSeq, seq);
      return undefined;
    });
    this.on(typeInChat, () => undefined);
    this.on(searchChat, ({ roomId, words }) => {
      const wanted = words.toLowerCase().split(/\s+/);
      const found = this.room(roomId).messages.filter(({ text }) =>
        wanted.every((word) => text.toLowerCase().includes(word)),
      );
      return { ...this.shown(found.toReversed()), older: false };
    });
  }

  /** Stores what the user sends; sent again with its client id it is the same message. */
  send({
    roomId,
    clientId,
    text,
    replyTo,
    mentions,
    uploadId,
  }: InputOf<typeof sendChatMessage>): ChatMessage {
    const room = this.writable(roomId);
    const known = room.messages.find((each) => each.clientId === clientId);
    const upload = uploadId === undefined ? undefined : this.files.get(uploadId);
    return (
      known ??
      room.say(this.own, text, {
        clientId,
        ...(replyTo !== undefined && { replyTo }),
        ...(mentions && { mentions }),
        ...(upload && { upload }),
      })
    );
  }

  private answerRooms(): void {
    this.on(listChatRooms, () => {
      const openReports = this.reports.filter(({ closed }) => !closed).length;
      return {
        rooms: this.rooms
          .filter(({ isListed }) => isListed)
          .map(({ view }) => view)
          .toSorted((one, other) => (other.last?.at ?? 0) - (one.last?.at ?? 0)),
        blocked: [...this.blocked.values()],
        ...(openReports > 0 && { openReports }),
      };
    });
    this.on(openChatRoom, (input) => {
      if ('roomId' in input) return { room: this.room(input.roomId).view };
      if ('areaId' in input) return { room: this.find(({ areaId }) => areaId === input.areaId).view };
      if ('global' in input) return { room: this.everyone.view };
      const other = this.personOf(input.with);
      if (!other) throw new Refused({ code: 'notFound', errMsg: 'There is no such person.' });
      return { room: this.with(other).view };
    });
    this.on(muteChatRoom, ({ roomId, muted }) => {
      this.room(roomId).muted = muted;
      return undefined;
    });
    this.on(createChatGroup, ({ kind, name, userIds }) => {
      const room = this.group(name, [this.own, ...this.peopleOf(userIds)], kind);
      room.note(this.own, { kind: 'created', uids: userIds });
      room.changed();
      return { room: room.view };
    });
    this.on(listChatGroups, ({ search = '' }) => ({
      groups: this.rooms
        .filter(({ kind, name = '' }) => kind === 'group' && name.includes(search))
        .map(({ id, name = '', members, isMember }) => ({
          id,
          name,
          memberCount: members.length,
          member: isMember,
        })),
      more: false,
    }));
    this.on(joinChatRoom, ({ roomId }) => {
      const room = this.find(({ id }) => id === roomId);
      room.isMember = true;
      room.members.push(this.own);
      room.note(this.own, { kind: 'joined' });
      return { room: room.view };
    });
    this.on(leaveChatRoom, ({ roomId }) => {
      this.room(roomId).close(false);
      return undefined;
    });
    this.on(listChatMembers, ({ roomId }) => {
      const { members, ownerId } = this.room(roomId);
      const rank = ({ uid }: ChatPerson) => (uid === ownerId ? 0 : 1);
      return {
        people: members.toSorted((one, other) => rank(one) - rank(other)),
        ...(ownerId !== undefined && { ownerId }),
      };
    });
    this.on(inviteToChatRoom, ({ roomId, userIds }) => {
      const room = this.find(({ id }) => id === roomId);
      if (room.kind === 'area' || room.kind === 'global') this.letBack(room, userIds);
      else {
        // The server sends the room to the invited only.
        room.members = [...room.members, ...this.peopleOf(userIds)];
        room.note(this.own, { kind: 'invited', uids: userIds });
      }
      return undefined;
    });
    this.on(removeFromChatRoom, ({ roomId, userId }) => {
      const room = this.room(roomId);
      if (room.kind === 'area' || room.kind === 'global') {
        const { kind, areaId } = room;
        const place = { kind, ...(areaId !== undefined && { areaId }) };
        this.act({ kind: 'removed', person: this.peopleOf([userId])[0], roomId, room: place, holds: true });
        return undefined;
      }
      room.members = room.members.filter(({ uid }) => uid !== userId);
      room.note(this.own, { kind: 'removed', uids: [userId] });
      return undefined;
    });
    this.on(renameChatRoom, ({ roomId, name }) => {
      const room = this.room(roomId);
      room.name = name;
      room.note(this.own, { kind: 'renamed', name });
      room.changed();
      return undefined;
    });
    this.on(handOverChatRoom, ({ roomId, userId }) => {
      const room = this.room(roomId);
      room.ownerId = userId;
      room.note(this.own, { kind: 'handedOver', uids: [userId] });
      room.changed();
      return undefined;
    });
  }

  private peopleOf(uids: readonly string[]): ChatPerson[] {
    return uids.map((uid) => this.personOf(uid)).filter((person) => person !== undefined);
  }

  private letBack(room: FakeRoom, userIds: readonly string[]): void {
    for (const [at, action] of this.actions.entries()) {
      if (action.roomId !== room.id || !userIds.includes(action.person?.uid ?? '')) continue;
      const { holds: _, ...past } = action;
      this.actions[at] = past;
    }
    this.act({ kind: 'letBack', person: this.peopleOf(userIds)[0], roomId: room.id });
  }

  private act({
    person,
    ...action
  }: Omit<ChatAction, 'id' | 'at' | 'host' | 'person'> & { person: ChatPerson | undefined }): void {
    this.actions.unshift({
      ...action,
      id: `action-${this.actions.length + 1}`,
      at: this.now(),
      host: this.own,
      ...(person && { person }),
    });
  }

  /** A user reports a message; hosts are notified. */
  report(room: FakeRoom, message: ChatMessage, reporter: ChatPerson, reason: string): void {
    const { id: roomId, kind, name, areaId } = room;
    this.reports.unshift({
      id: `report-${this.reports.length + 1}`,
      roomId,
      room: { kind, ...(name !== undefined && { name }), ...(areaId !== undefined && { areaId }) },
      message,
      author: this.personOf(message.authorId) ?? { uid: message.authorId },
      reporter,
      reason,
      at: this.now(),
    });
    this.tellReports();
  }

  private tellReports(): void {
    this.server.broadcast(chatReportsOpen, { open: this.reports.filter(({ closed }) => !closed).length });
  }

  private answerModeration(): void {
    const { server } = this;
    this.on(blockInChat, ({ userId, blocked }) => {
      const person = this.personOf(userId);
      if (person && blocked) this.blocked.set(userId, person);
      else this.blocked.delete(userId);
      for (const room of this.rooms)
        if (room.other?.uid === userId) room.restrict(blocked ? 'blocked' : undefined);
      return undefined;
    });
    this.on(reportChatMessage, () => undefined);
    this.on(silenceInChat, ({ userId, forMs }) => {
      for (const [at, { holds: _, ...past }] of this.actions.entries())
        if (past.person?.uid === userId) this.actions[at] = past;
      const [person] = this.peopleOf([userId]);
      if (forMs === 0) this.act({ kind: 'unsilenced', person });
      else this.act({ kind: 'silenced', person, holds: true });
      return undefined;
    });
    server.answer(listChatReports, ({ query: { state } }) => ({
      reports: this.reports.filter(({ closed }) => (closed ? 'closed' : 'open') === state),
      more: false,
    }));
    server.answer(closeChatReport, ({ params: { reportId }, body: { outcome } }) => {
      const at = this.reports.findIndex(({ id }) => id === reportId);
      const report = this.reports[at];
      if (!report) throw new Refused({ code: 'notFound' });
      this.reports[at] = { ...report, closed: { by: this.own, at: this.now(), outcome } };
      if (outcome === 'deleted')
        this.find(({ id }) => id === report.roomId).delete(report.message.seq, 'host');
      this.act({ kind: outcome === 'deleted' ? 'reportDeleted' : 'reportKept', person: report.author });
      this.tellReports();
      return undefined;
    });
    server.answer(listChatActions, () => ({ actions: [...this.actions], more: false }));
  }

  private answerFiles(): void {
    const { server } = this;
    server.answer(dropChatUpload, () => undefined);
    server.answer(signChatUpload, () => ({
      url: picture,
      previewUrl: picture,
      expiresAt: this.now() + 600_000,
    }));
    server.answer(exportChatRoom, () => new Blob(['{}\n']) as never);
  }

  private async putUpload(file: File, url: URL): Promise<{ status: number; text: string } | 'lost'> {
    const name = url.searchParams.get('name') ?? '';
    this.uploaded.push(name);
    const { uploads } = this;
    if (uploads === 'held') return new Promise(() => undefined);
    if (uploads === 'lost') return 'lost';
    if (typeof uploads === 'number') return { status: uploads, text: '{}' };
    const size = file.type.startsWith('image/') ? { width: 64, height: 64 } : {};
    const upload: ChatUpload = {
      id: `upload-${this.files.size + 1}`,
      name,
      mediaType: file.type,
      bytes: file.size,
      ...size,
    };
    this.files.set(upload.id, upload);
    return { status: 200, text: JSON.stringify({ upload }) };
  }
}

type Put = (file: File, url: URL) => Promise<{ status: number; text: string } | 'lost'>;

/** What the app's uploads use of XMLHttpRequest. */
function requestClass(page: PageWindow, put: Put): typeof XMLHttpRequest {
  class Request extends page.EventTarget {
    readonly upload = new page.EventTarget();
    status = 0;
    responseText = '';
    private url: URL | undefined;
    private isAborted = false;

    open(_method: string, url: string): void {
      this.url = new URL(url, page.location.href);
    }

    setRequestHeader(): void {}

    abort(): void {
      this.isAborted = true;
    }

    send(file: File): void {
      if (this.url) void put(file, this.url).then((answer) => this.end(answer));
    }

    private end(answer: { status: number; text: string } | 'lost'): void {
      if (this.isAborted) return;
      if (answer !== 'lost') Object.assign(this, { status: answer.status, responseText: answer.text });
      this.dispatchEvent(new page.Event(answer === 'lost' ? 'error' : 'load'));
    }
  }
  return Request as unknown as typeof XMLHttpRequest;
}

export const lounge = '/v/nightfall/area/lounge';

/** Opens the lounge, and waits until chat is there. */
export async function openLounge(
  chat: FakeChat,
  options: PageOptions & { path?: string } = {},
): Promise<AppPage> {
  const { path = lounge, prepare, ...rest } = options;
  const page = await openPage(path, {
    ...rest,
    server: chat.server,
    prepare: (window) => {
      chat.attach(window);
      prepare?.(window);
    },
  });
  await waitFor(page, options, dock(page));
  return page;
}

/** Where time is stopped, it passes until the element is there. */
async function waitFor(page: AppPage, { stopTimeAt }: PageOptions, element: Locator): Promise<void> {
  const isThere = async (): Promise<boolean> => {
    if (stopTimeAt !== undefined) await page.pass(100);
    return countOf(element) > 0;
  };
  await expect.poll(isThere).toBe(true);
}

export const dock = (page: AppPage): Locator => page.getByCSS('[data-dock="chat"]');
export const panel = (page: AppPage): Locator => page.getByCSS('[data-dialog="chat"]');
export const rooms = (page: AppPage): Locator => panel(page).getByRole('navigation', { name: 'Rooms' });
export const row = (page: AppPage, name: string): Locator =>
  rooms(page).getByRole('button', { name }).first();
export const composer = (page: AppPage): Locator => panel(page).getByRole('textbox', { name: /^Message to/ });
export const message = (page: AppPage, text: string | RegExp): Locator =>
  panel(page).getByCSS('article').filter({ hasText: text });
export const bar = (page: AppPage): Locator => page.getByCSS('.chat-bar');
export const expand = (page: AppPage): Locator => bar(page).getByCSS('[data-chat="expand"]');
export const question = (page: AppPage): Locator => page.getByCSS('[data-dialog="chat-question"]');

/** The texts of all messages in the page, in their order. */
export const texts = (page: AppPage): string[] =>
  [...page.document.querySelectorAll('[data-dialog="chat"] article[data-seq] .message-text')].map((text) =>
    (text.firstChild?.textContent ?? '').trim(),
  );

export const countOf = (locator: Locator): number => locator.elements().length;

export async function openChat(page: AppPage): Promise<void> {
  await dock(page).click();
  await expect.element(panel(page)).toBeVisible();
}

export async function openRoom(page: AppPage, name: string): Promise<void> {
  if (countOf(panel(page)) === 0) await openChat(page);
  await row(page, name).click();
  await expect.element(panel(page).getByRole('textbox', { name: `Message to ${name}` })).toBeVisible();
}

/** Starts a conversation with the user of this name. */
export async function talkWith(page: AppPage, { name }: Person): Promise<void> {
  if (countOf(panel(page)) === 0) await openChat(page);
  await rooms(page).getByRole('searchbox').fill(name);
  await rooms(page).getByRole('region', { name: 'People' }).getByRole('button', { name }).click();
  await expect.element(composer(page)).toHaveAccessibleName(`Message to ${name}`);
}

/** Puts the text into the field and presses Enter. */
export async function say(page: AppPage, text: string): Promise<void> {
  await composer(page).fill(text);
  await page.press('{Enter}');
}

/** Says it and waits until the server has it. */
export async function tell(page: AppPage, text: string): Promise<void> {
  await say(page, text);
  await expect.element(message(page, text).getByRole('img', { name: 'Sent' })).toBeVisible();
}

/** Chooses an action from the menu of a message. */
export async function act(page: AppPage, text: string, action: string): Promise<void> {
  const said = message(page, text).last();
  await said.hover();
  await said.getByRole('button', { name: 'Message actions' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** Chooses an action from the menu of the room. */
export async function roomMenu(page: AppPage, action: string): Promise<void> {
  await panel(page).getByRole('button', { name: 'Room actions' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** Chooses an action from the menu above the rooms. */
export async function chatMenu(page: AppPage, action: string): Promise<void> {
  await rooms(page).getByRole('button', { name: 'More chat options' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

export async function signOut(page: AppPage): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect.element(page.getByLabelText('Password', { exact: true })).toBeVisible();
}

/** Signs in on the login page as one of the other people. */
export async function signInAs(page: AppPage, { server }: FakeChat, person: Person): Promise<void> {
  const email = `${person.uid}@example.com`;
  const { password } = ada;
  server.users.push({ userId: person.uid, email, password, name: person.name, roles: ['ROLE_ATTENDEE'] });
  await page.getByLabelText('Email', { exact: true }).fill(email);
  await page.getByLabelText('Password', { exact: true }).fill(password);
  await page.press('{Enter}');
  await expect.element(dock(page)).toBeVisible();
}

/** Reads a note of the app and closes it: it would cover the header of the panel for some seconds. */
export async function closeNote(page: AppPage, text: string): Promise<void> {
  const note = page.getByRole('status').filter({ hasText: text });
  await note.getByRole('button', { name: 'Close' }).click();
  await expect.element(note).not.toBeInTheDocument();
}
