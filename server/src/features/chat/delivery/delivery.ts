/**
 * Publishes messages and changes of rooms to the tabs that are subscribed to a room, on this node and on others.
 *
 * New, edited and deleted messages go through durable feeds, one per room: each node delivers them to its tabs in the
 * order of their sequence numbers. Other changes (rooms, mutes, open reports) are announced by bus messages, on which
 * each node reads the new state from the database and sends it. If a bus message is lost, `reconciliation.ts` finds the
 * tabs whose subscriptions are outdated. Only typing is sent with the bus message itself, and may be lost.
 */
import {
  chatMutesChanged,
  openChatReportsChanged,
  chatMessageChanged,
  chatRoomChanged,
  chatRoomRemoved,
  chatTyping,
  type ChatMessage,
  type ChatUser,
  type ChatRoom,
  type OperatingMode,
} from '@foyer/contract';
import { chatChangesPageSize } from '@foyer/contract/limits';
import type { Clock } from '#platform/clock';
import type { Channel } from '#platform/cluster/channel';
import type { Cluster } from '#platform/cluster/cluster';
import type { DurableFeeds, ItemsSince } from '#platform/cluster/durableFeeds';
import { CoalescingTask } from '#platform/concurrency/coalescingTask';
import type { Log } from '#platform/log/log';
import type { Realtime } from '#platform/realtime/realtime';
import { eventFrame } from '#platform/realtime/topic';
import { actorOf } from '../actor.ts';
import type { ChatCommentCounts } from '../comments/commentCounts.ts';
import type { LiveLikes } from '../likes/liveLikes.ts';
import { type ChatHistoryStore, lastChangeSeq } from '../messages/historyStore.ts';
import { toChatMessage } from '../messages/message.ts';
import { isGroup, type RoomInfo } from '../rooms/room.ts';
import type { ChatRoomStore } from '../rooms/roomStore.ts';
import type { ChatRoomViews } from '../rooms/roomViews.ts';
import type { ChatMessageRow } from '../tables.ts';
import type { ChatUsers } from '../users.ts';
import { chatBusMessage, type ChatBusMessage, type RoomChanged, type Typing } from './busMessages.ts';
import { ChatSubscribers, type Subscriber } from './subscribers.ts';

/** A message that was posted, edited or deleted. */
interface FeedEntry {
  /** The sequence number of the change. */
  readonly seq: number;
  readonly message: ChatMessage;
  readonly author: ChatUser;
}

/** A user who is no longer a member of a room. */
export interface Departure {
  readonly uid: string;
  /** The user was removed by another, and has not left. */
  readonly isRemoved: boolean;
}

export interface ChatDeliveryDeps {
  readonly roomStore: ChatRoomStore;
  readonly historyStore: ChatHistoryStore;
  readonly views: ChatRoomViews;
  readonly users: ChatUsers;
  readonly liveLikes: Pick<LiveLikes, 'close'>;
  readonly commentCounts: Pick<ChatCommentCounts, 'refresh'>;
  readonly cluster: Cluster;
  readonly realtime: Pick<Realtime, 'tabsOf'>;
  readonly log: Pick<Log, 'warn'>;
  readonly clock: Clock;
}

const taskPerMode = (
  run: (mode: OperatingMode) => Promise<void>,
): Readonly<Record<OperatingMode, CoalescingTask>> => ({
  LIVE: new CoalescingTask(() => run('LIVE')),
  STAGE: new CoalescingTask(() => run('STAGE')),
});

export class ChatDelivery {
  readonly subscribers: ChatSubscribers;
  private readonly deps: ChatDeliveryDeps;
  private readonly channel: Channel<ChatBusMessage>;
  private readonly feeds: DurableFeeds<FeedEntry>;
  /** What hosts receive is read one at a time per mode, so that an older state is never sent last. */
  private readonly reportCounts = taskPerMode((mode) => this.sendOpenReportCount(mode));
  private readonly mutes = taskPerMode((mode) => this.sendMutes(mode));

  constructor(deps: ChatDeliveryDeps) {
    this.deps = deps;
    this.feeds = deps.cluster.durableFeeds('chat-room', {
      lastSeqs: (roomIds) => deps.roomStore.lastSeqs(roomIds),
      readSince: (roomId, seq) => this.readSince(roomId, seq),
      deliver: (roomId, entry) => this.deliver(roomId, entry),
    });
    this.subscribers = new ChatSubscribers(deps.realtime, this.feeds, (connection, roomId) =>
      deps.liveLikes.close(connection, { roomId }),
    );
    this.channel = deps.cluster.channel('chat', {
      schema: chatBusMessage,
      handle: (message) => this.handle(message),
    });
  }

  /** Like `publish`. If it fails, the subscribers receive the message before the next one of the room. */
  publishInBackground(info: RoomInfo, row: ChatMessageRow): void {
    this.inBackground(this.publish(info, row));
  }

  /** Publishes a new or changed message to the subscribers of its room. */
  async publish(info: RoomInfo, row: ChatMessageRow): Promise<void> {
    const { users, commentCounts } = this.deps;
    if (info.kind === 'card') commentCounts.refresh(info.id);
    await this.feeds.publish(info.id, async () => {
      const author = await users.get(row.authorId);
      return { seq: lastChangeSeq(row), message: toChatMessage(row), author };
    });
    // The other member of a private room sees the room from its first message on.
    if (info.kind === 'private' && row.seq === 1)
      await this.notifyRoomChanged(info, await this.deps.roomStore.members(info.id));
  }

  /** Sends a changed room to these users, or to all its subscribers, and updates their subscriptions. */
  async notifyRoomChanged(info: Pick<RoomInfo, 'id' | 'mode'>, uids?: readonly string[]): Promise<void> {
    const { id: roomId, mode } = info;
    await this.channel.broadcast({
      kind: 'room',
      mode,
      roomId,
      ...(uids === undefined ? {} : { uids: [...uids] }),
    });
  }

  /** Sends all rooms of a user who was muted or unmuted to the user again, and the mutes to the hosts. */
  async notifyUserChanged(mode: OperatingMode, uid: string): Promise<void> {
    await this.channel.broadcast({ kind: 'user', mode, uid });
  }

  /** Sends the number of open reports to the hosts. */
  notifyReportsChanged(mode: OperatingMode): void {
    this.inBackground(this.channel.broadcast({ kind: 'reports', mode }));
  }

  /**
   * Unsubscribes the tabs of a former member on this node at once. Other nodes do it when they handle the message of
   * `notifyRoomChanged`.
   */
  notifyDeparture({ id, mode }: Pick<RoomInfo, 'id' | 'mode'>, { uid, isRemoved }: Departure): void {
    for (const subscriber of this.unsubscribeUser(mode, uid, id))
      this.sendRoomRemoved(subscriber, id, isRemoved);
  }

  /** Handles a change of a room that this node may have missed. */
  recheckRoom(mode: OperatingMode, uid: string, roomId: string): Promise<void> {
    return this.handleRoomChanged({ kind: 'room', mode, roomId, uids: [uid] });
  }

  notifyTyping(info: RoomInfo, user: ChatUser): void {
    void this.channel.broadcast({ kind: 'typing', mode: info.mode, roomId: info.id, user });
  }

  /** Whether the user may have other tabs than this one. Tabs on other nodes are not known. */
  hasOtherTabs(subscriber: Subscriber): boolean {
    return !this.deps.cluster.alone || this.subscribers.ofUser(subscriber.mode, subscriber.uid).length > 1;
  }

  private handle(message: ChatBusMessage): Promise<void> | void {
    switch (message.kind) {
      case 'room':
        return this.handleRoomChanged(message);
      case 'user':
        return Promise.all([
          this.handleUserChanged(message.mode, message.uid),
          this.mutes[message.mode].request(),
        ]).then(() => undefined);
      case 'reports':
        return this.reportCounts[message.mode].request();
      case 'typing':
        return this.handleTyping(message);
    }
  }

  private async sendOpenReportCount(mode: OperatingMode): Promise<void> {
    if (this.hostSubscribers(mode).length === 0) return;
    const frame = eventFrame(openChatReportsChanged, {
      open: await this.deps.roomStore.countOpenReports(mode),
    });
    for (const { connection } of this.hostSubscribers(mode)) connection.send(frame);
  }

  private async sendMutes(mode: OperatingMode): Promise<void> {
    const { roomStore, clock } = this.deps;
    if (this.hostSubscribers(mode).length === 0) return;
    const frame = eventFrame(chatMutesChanged, { mutes: await roomStore.mutes(mode, clock()) });
    for (const { connection } of this.hostSubscribers(mode)) connection.send(frame);
  }

  /** Hosts by their current roles. */
  private hostSubscribers(mode: OperatingMode): readonly Subscriber[] {
    return [...this.subscribers.all()].filter(
      (subscriber) => subscriber.mode === mode && actorOf(subscriber.connection).isHost,
    );
  }

  private handleTyping({ mode, roomId, user }: Typing): void {
    const own = new Set(this.subscribers.ofUser(mode, user.uid).map(({ connection }) => connection));
    const frame = eventFrame(chatTyping, { roomId, user });
    for (const connection of this.subscribers.ofRoom(roomId).keys())
      if (!own.has(connection)) connection.send(frame, true);
  }

  private async handleRoomChanged({ mode, roomId, uids }: RoomChanged): Promise<void> {
    const localIds = (uids ?? this.subscribers.userIdsIn(roomId)).filter(
      (uid) => this.subscribers.ofUser(mode, uid).length > 0,
    );
    if (localIds.length === 0) return;
    const views = await this.deps.views.find(mode, localIds, [roomId]);
    const allowed = new Set(views.map(({ userId }) => userId));
    await this.unsubscribeUsers(
      mode,
      localIds.filter((uid) => !allowed.has(uid)),
      roomId,
    );
    const fromSeqs = await this.fromSeqs(mode, localIds, roomId);
    for (const { userId, room } of views)
      for (const subscriber of this.subscribers.ofUser(mode, userId)) {
        const shouldSubscribe =
          isGroup(room) || room.kind === 'private' || subscriber.rooms.has(roomId) || isAt(subscriber, room);
        if (!shouldSubscribe) continue;
        if (room.kind === 'area' && isAt(subscriber, room)) subscriber.areaRoomId = roomId;
        await this.subscribers.subscribe(subscriber, roomId, fromSeqs.get(userId) ?? 0);
        this.sendRoomChanged(subscriber, room);
      }
  }

  private async handleUserChanged(mode: OperatingMode, uid: string): Promise<void> {
    const subscribers = this.subscribers.ofUser(mode, uid);
    const roomIds = [...new Set(subscribers.flatMap(({ rooms }) => [...rooms]))];
    for (const { room } of await this.deps.views.find(mode, subscribers.length > 0 ? [uid] : [], roomIds))
      for (const subscriber of subscribers)
        if (subscriber.rooms.has(room.id)) this.sendRoomChanged(subscriber, room);
  }

  private async unsubscribeUsers(
    mode: OperatingMode,
    uids: readonly string[],
    roomId: string,
  ): Promise<void> {
    const unsubscribed = uids.flatMap((uid) => this.unsubscribeUser(mode, uid, roomId));
    if (unsubscribed.length === 0) return;
    const removals = await this.deps.roomStore.removedFrom(mode, uids).catch((error: unknown) => {
      this.deps.log.warn({ err: error }, 'reading removals from a room failed');
      return new Map<string, ReadonlySet<string>>();
    });
    // Users who have joined again meanwhile receive nothing.
    for (const subscriber of unsubscribed)
      if (!subscriber.rooms.has(roomId))
        this.sendRoomRemoved(subscriber, roomId, removals.get(subscriber.uid)?.has(roomId) === true);
  }

  /** @returns the tabs that were subscribed */
  private unsubscribeUser(mode: OperatingMode, uid: string, roomId: string): Subscriber[] {
    const subscribers = this.subscribers.ofUser(mode, uid).filter(({ rooms }) => rooms.has(roomId));
    for (const subscriber of subscribers) this.subscribers.unsubscribe(subscriber, roomId);
    return subscribers;
  }

  private sendRoomChanged({ connection }: Subscriber, found: ChatRoom): void {
    const room = this.deps.views.withApproval(actorOf(connection), found);
    connection.send(eventFrame(chatRoomChanged, { room }));
  }

  private sendRoomRemoved(subscriber: Subscriber, roomId: string, isRemoved: boolean): void {
    subscriber.connection.send(
      eventFrame(chatRoomRemoved, { roomId, ...(isRemoved && { removed: true as const }) }),
    );
  }

  /** The first message that each of these members may read. Visitors of built-in rooms may read all messages. */
  private async fromSeqs(mode: OperatingMode, uids: readonly string[], roomId: string) {
    const memberships = await this.deps.roomStore.memberships(mode, uids, roomId);
    return new Map(memberships.map(({ userId, fromSeq }) => [userId, fromSeq]));
  }

  private deliver(roomId: string, { seq, message, author }: FeedEntry): void {
    const frame = eventFrame(chatMessageChanged, { roomId, seq, message, author });
    for (const [connection, fromSeq] of this.subscribers.ofRoom(roomId))
      if (message.seq >= fromSeq) connection.send(frame);
  }

  private async readSince(roomId: string, seq: number): Promise<ItemsSince<FeedEntry>> {
    const { roomStore, historyStore, users } = this.deps;
    const lastSeq = await roomStore.lastSeq(roomId);
    // A longer gap is skipped: clients notice it and request the missing changes.
    if (lastSeq - seq > chatChangesPageSize) return { items: [], throughSeq: lastSeq };
    const rows = await historyStore.changedRows({ roomId, fromSeq: 0, lastSeq }, seq, chatChangesPageSize);
    const authors = await users.getMany(rows.map(({ authorId }) => authorId));
    const items = rows.map((row) => ({
      seq: lastChangeSeq(row),
      message: toChatMessage(row),
      author: authors.get(row.authorId) ?? { uid: row.authorId },
    }));
    return { items, throughSeq: lastSeq };
  }

  private inBackground(work: Promise<void> | void): void {
    work?.catch((error: unknown) =>
      this.deps.log.warn({ err: error }, 'publishing a change of a room failed'),
    );
  }
}

/** Whether a built-in room is that of the venue, or of the tab's current area. */
const isAt = ({ connection }: Subscriber, { kind, areaId }: ChatRoom): boolean =>
  kind === 'global' || (kind === 'area' && areaId === connection.areaId);
