/**
 * A chat client without an interface. It reconnects to any node after a lost connection, resends unacknowledged messages and
 * fills gaps. It records acknowledged and received messages, so that they can be compared with the stored ones.
 */
import { setTimeout as pause } from 'node:timers/promises';
import {
  chatMessageChanged,
  listChatRooms,
  getChatMessages,
  getChatChanges,
  sendChatMessage,
  type ChatMessage,
  type Command,
  type DataOf,
  type EventMessage,
  type InputOf,
  type ReplyMessage,
  type ResultOf,
} from '@foyer/contract';
import { FaultProxy } from '@foyer/standins/faultProxy';
import type { RawClient } from '../realtime/rawClient.ts';
import { connect } from './visitors.ts';

/** Reconnects after a random delay of at most this; the limit doubles with each attempt up to `maxRetryMs`. */
const firstRetryMs = 500;
const maxRetryMs = 4_000;
const replyTimeoutMs = 10_000;

export interface ChatClientDeps {
  /** Returns the URL of the node that a load balancer would choose. */
  readonly node: () => string;
  /** Returns a valid ID token. */
  readonly token: () => Promise<string>;
  readonly random: () => number;
  /** The share of replies to sent messages that are lost in transit, from 0 to 1. */
  readonly replyLossRate?: number | undefined;
  /** Called once for each message, whether it was received as an event or by gap fill. */
  readonly onMessage?: (clientId: string) => void;
}

/** The received messages of a room, by sequence number, without a gap up to `completeSeq`. */
export interface ReceivedRoom {
  completeSeq: number;
  /** The highest known sequence number. */
  newestSeq: number;
  readonly bySeq: Map<number, string>;
  /** The number of sequence numbers that were received with different messages. */
  conflicts: number;
  isFillingGap: boolean;
}
interface PendingCommand {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

class CommandRejected extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(`${code}: ${message}`);
    this.code = code;
  }
}

export class ChatClient {
  /** Client ids of acknowledged messages, by room. */
  readonly acknowledged = new Map<string, Set<string>>();
  readonly received = new Map<string, ReceivedRoom>();
  /** The duration of each reconnect, in milliseconds. */
  readonly reconnects: number[] = [];
  /** The time from the first attempt to the acknowledgement of each message, in milliseconds. */
  readonly acknowledgedMs: number[] = [];
  /** The number of replies that were lost after their command had been carried out. */
  lostReplies = 0;
  /** How often a room was reloaded because too many messages were missed for a gap fill. */
  reloads = 0;
  /** The URL of the node of the current connection. */
  node = '';
  private readonly deps: ChatClientDeps;
  private readonly pending = new Map<number, PendingCommand>();
  private client: RawClient | undefined;
  /** By URL of the node. */
  private readonly proxies = new Map<string, FaultProxy>();
  /** The proxy of the current connection. */
  private proxy: FaultProxy | undefined;
  private isConnecting = false;
  private connected: Promise<void> = Promise.resolve();
  private commands = 0;
  private isStopped = false;

  constructor(deps: ChatClientDeps) {
    this.deps = deps;
  }

  /** Connects and receives the messages of its rooms from then on. */
  start(): Promise<void> {
    return (this.connected = this.connect());
  }

  stop(): void {
    this.isStopped = true;
    this.closeConnection();
    for (const proxy of this.proxies.values()) void proxy.close();
    this.proxies.clear();
  }

  /** Reconnects to any node after `stop`. */
  reconnect(): Promise<void> {
    this.isStopped = false;
    return this.start();
  }

  /** Sends a message. Resolves when it is acknowledged, even if the connection is lost several times before. */
  async sendMessage(roomId: string, clientId: string): Promise<void> {
    const begin = performance.now();
    await this.request(sendChatMessage, { roomId, clientId, text: clientId });
    this.acknowledgedMs.push(performance.now() - begin);
    const acknowledged = this.acknowledged.get(roomId) ?? new Set();
    this.acknowledged.set(roomId, acknowledged.add(clientId));
  }

  /** Repeats a command until it gets a reply. @throws if the client is stopped or the error is not transient */
  async request<C extends Command>(command: C, input: InputOf<C>): Promise<ResultOf<C>> {
    for (;;) {
      await this.connected;
      if (this.isStopped) throw new Error('the client is stopped');
      try {
        return await this.sendCommand(command, input);
      } catch (error) {
        const isTransient =
          !(error instanceof CommandRejected) || ['unavailable', 'tooManyRequests'].includes(error.code);
        if (!isTransient) throw error;
        await pause(100 + this.deps.random() * 400);
      }
    }
  }

  /** Returns the received messages of a room as soon as they are complete up to `seq`, or after `withinMs`. */
  async receiveUntil(roomId: string, seq: number, withinMs: number): Promise<ReceivedRoom> {
    const room = this.receivedRoom(roomId);
    const until = performance.now() + withinMs;
    while (this.receivedRoom(roomId).completeSeq < seq && performance.now() < until) await pause(100);
    return room;
  }

  /** Reads all stored messages of a room, by sequence number. */
  async readRoom(roomId: string): Promise<ReadonlyMap<number, string>> {
    const messages = new Map<number, string>();
    for (let after = 0, hasNewer = true; hasNewer;) {
      const page = await this.request(getChatMessages, { roomId, after });
      for (const { seq, clientId } of page.messages) messages.set((after = seq), clientId);
      hasNewer = page.hasNewer;
    }
    return messages;
  }

  private sendCommand<C extends Command>(command: C, input: InputOf<C>): Promise<ResultOf<C>> {
    const id = ++this.commands;
    const client = this.client;
    if (client === undefined) return Promise.reject(new Error('not connected'));
    const reply = new Promise<unknown>((resolve, reject) => this.pending.set(id, { resolve, reject }));
    const timeout = setTimeout(
      () => this.pending.get(id)?.reject(new Error('no reply in time')),
      replyTimeoutMs,
    );
    if (command.name === sendChatMessage.name && this.deps.random() < (this.deps.replyLossRate ?? 0))
      void this.proxy?.loseResponse().then(() => (this.lostReplies += 1));
    client.send(JSON.stringify({ id, command: command.name, input }));
    return reply.finally(() => {
      clearTimeout(timeout);
      this.pending.delete(id);
    }) as Promise<ResultOf<C>>;
  }

  private async connect(): Promise<void> {
    const lostAt = performance.now();
    const isFirst = this.node === '';
    this.isConnecting = true;
    for (let waitMs = firstRetryMs; this.client === undefined; waitMs = Math.min(maxRetryMs, waitMs * 2)) {
      if (!isFirst) await pause(this.deps.random() * waitMs);
      if (this.isStopped) break;
      // Failed attempts are repeated, possibly on another node.
      await this.open().catch(() => this.closeConnection());
    }
    this.isConnecting = false;
    if (!isFirst) this.reconnects.push(performance.now() - lostAt);
  }

  private async open(): Promise<void> {
    const node = this.deps.node();
    let client: RawClient | undefined;
    const visitor = await connect(node, await this.deps.token(), {
      onClose: () => {
        if (client !== undefined && client === this.client) this.onConnectionLost();
      },
      proxyUrl: await this.openProxy(node),
    });
    this.node = node;
    client = visitor.client;
    this.client = client;
    visitor.onEvent = (message) => this.onChatEvent(message);
    visitor.onReply = (message) => this.onReply(message);
    const { rooms } = await this.sendCommand(listChatRooms, {});
    for (const { id, lastSeq } of rooms) {
      const room = this.receivedRoom(id);
      room.newestSeq = Math.max(room.newestSeq, lastSeq);
      if (room.completeSeq < lastSeq) void this.fillGap(id, room);
    }
  }

  /** Each client that loses replies has its own proxy, so that the others are not affected. */
  private async openProxy(node: string): Promise<string | undefined> {
    if (this.deps.replyLossRate === undefined) return undefined;
    this.proxy = this.proxies.get(node) ?? (await FaultProxy.start(node));
    this.proxies.set(node, this.proxy);
    return this.proxy.url;
  }

  private closeConnection(): void {
    this.client?.destroy();
    this.client = undefined;
    for (const { reject } of this.pending.values()) reject(new Error('the connection was closed'));
  }

  private onConnectionLost(): void {
    this.closeConnection();
    // `connect` retries if the connection was lost before it was complete.
    if (!this.isStopped && !this.isConnecting) this.connected = this.connect();
  }

  private onReply(message: ReplyMessage): void {
    const pending = this.pending.get(message.id);
    if ('error' in message) pending?.reject(new CommandRejected(message.error.code, message.error.errMsg));
    else pending?.resolve(message.result);
  }

  private onChatEvent({ event, data }: EventMessage): void {
    if (event !== chatMessageChanged.name) return;
    const { roomId, seq, message } = data as DataOf<typeof chatMessageChanged>;
    const room = this.receivedRoom(roomId);
    room.newestSeq = Math.max(room.newestSeq, seq);
    if (room.isFillingGap || seq <= room.completeSeq) return;
    if (seq === room.completeSeq + 1) this.store(room, seq, [message]);
    else void this.fillGap(roomId, room);
  }

  private receivedRoom(roomId: string): ReceivedRoom {
    const room = this.received.get(roomId) ?? {
      completeSeq: 0,
      newestSeq: 0,
      bySeq: new Map(),
      conflicts: 0,
      isFillingGap: false,
    };
    this.received.set(roomId, room);
    return room;
  }

  private store(room: ReceivedRoom, throughSeq: number, messages: readonly ChatMessage[]): void {
    for (const { seq, clientId } of messages) {
      const earlier = room.bySeq.get(seq);
      if (earlier !== undefined && earlier !== clientId) room.conflicts += 1;
      room.bySeq.set(seq, clientId);
      if (earlier === undefined) this.deps.onMessage?.(clientId);
    }
    room.completeSeq = Math.max(room.completeSeq, throughSeq);
  }

  private async reloadRoom(roomId: string, room: ReceivedRoom): Promise<void> {
    this.reloads += 1;
    for (const [seq, clientId] of await this.readRoom(roomId)) {
      room.bySeq.set(seq, clientId);
      room.completeSeq = Math.max(room.completeSeq, seq);
    }
  }

  private async fillGap(roomId: string, room: ReceivedRoom): Promise<void> {
    if (room.isFillingGap) return;
    room.isFillingGap = true;
    try {
      // A reply may be older than the events that arrive before it, and these are not stored during a gap fill.
      while (room.completeSeq < room.newestSeq) {
        const missed = await this.request(getChatChanges, { roomId, after: room.completeSeq });
        if (missed.reset) await this.reloadRoom(roomId, room);
        else this.store(room, missed.throughSeq, missed.messages);
      }
    } catch {
      // The client was stopped: the gap is filled after it reconnects.
    } finally {
      room.isFillingGap = false;
    }
  }
}
