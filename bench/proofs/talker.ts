/**
 * Somebody who talks in rooms over whichever node answers: comes back when the line is lost, sends again what was not
 * acknowledged, asks for what was missed. What they were acknowledged and what they heard is kept, to be compared with
 * what the rooms hold.
 */
import { setTimeout as pause } from 'node:timers/promises';
import {
  chatChanged,
  listChatRooms,
  readChatHistory,
  resumeChat,
  sendChatMessage,
  type ChatMessage,
  type Command,
  type DataOf,
  type EventMessage,
  type InputOf,
  type ReplyMessage,
  type ResultOf,
} from '@foyer/contract';
import { FaultProxy } from '../../server/src/testing/faultProxy.ts';
import type { RawClient } from '../realtime/rawClient.ts';
import { connect } from './visitors.ts';

/** A lost line is tried again after a wait up to this, which doubles up to the longest. */
const firstWaitMs = 500;
const longestWaitMs = 4_000;
const answerMs = 10_000;

export interface TalkerParts {
  /** The node that a load balancer would choose now. */
  readonly node: () => string;
  /** An ID token that is still good. */
  readonly token: () => Promise<string>;
  readonly random: () => number;
  /** Loses answers on their way: so often, of those to what is said. */
  readonly losing?: number | undefined;
  /** Called for each message that comes over the line or is caught up, once. */
  readonly heard?: (clientId: string) => void;
}

/** What one knows of a room: its messages by their numbers, without a gap up to `upTo`. */
export interface Heard {
  upTo: number;
  /** The last number that was heard of. */
  newest: number;
  readonly bySeq: Map<number, string>;
  /** Numbers that were told twice, as something else. */
  wrong: number;
  isCatchingUp: boolean;
}
interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (fault: Error) => void;
}

class Refused extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(`${code}: ${message}`);
    this.code = code;
  }
}

export class Talker {
  /** Client ids of messages that were acknowledged, by room. */
  readonly acknowledged = new Map<string, Set<string>>();
  readonly heard = new Map<string, Heard>();
  /** How long each lost line took to come back, in milliseconds. */
  readonly reconnects: number[] = [];
  /** How long each message took from the first try to its acknowledgement. */
  readonly acknowledgedMs: number[] = [];
  /** Answers that were lost on their way, each after what it answered. */
  lostAnswers = 0;
  /** How often it was too much to be told what was missed: a room was read anew. */
  readAnew = 0;
  /** Where the line goes now. */
  node = '';
  readonly #parts: TalkerParts;
  readonly #waiting = new Map<number, Waiting>();
  #client: RawClient | undefined;
  /** By their nodes. */
  readonly #proxies = new Map<string, FaultProxy>();
  /** What the line goes through now. */
  #proxy: FaultProxy | undefined;
  #isConnecting = false;
  #online: Promise<void> = Promise.resolve();
  #commands = 0;
  #isOver = false;

  constructor(parts: TalkerParts) {
    this.#parts = parts;
  }

  /** Comes in, and hears what is said in its rooms from now on. */
  start(): Promise<void> {
    return (this.#online = this.#connect());
  }

  stop(): void {
    this.#isOver = true;
    this.#hangUp();
    for (const proxy of this.#proxies.values()) void proxy.close();
    this.#proxies.clear();
  }

  /** Comes back after a stop, over whichever node answers then. */
  back(): Promise<void> {
    this.#isOver = false;
    return this.start();
  }

  /** Says something; resolves when it was acknowledged, however often the line was lost meanwhile. */
  async say(roomId: string, clientId: string): Promise<void> {
    const begin = performance.now();
    await this.must(sendChatMessage, { roomId, clientId, text: clientId });
    this.acknowledgedMs.push(performance.now() - begin);
    const known = this.acknowledged.get(roomId) ?? new Set();
    this.acknowledged.set(roomId, known.add(clientId));
  }

  /** Asks again until there is an answer. @throws what it was refused with for good */
  async must<C extends Command>(command: C, input: InputOf<C>): Promise<ResultOf<C>> {
    for (;;) {
      await this.#online;
      try {
        return await this.#ask(command, input);
      } catch (fault) {
        const mayPass =
          !(fault instanceof Refused) || ['unavailable', 'tooManyRequests'].includes(fault.code);
        if (!mayPass) throw fault;
        await pause(100 + this.#parts.random() * 400);
      }
    }
  }

  /** What was heard of a room, as soon as it is all up to a number, and after a while in any case. */
  async hearUntil(roomId: string, seq: number, withinMs: number): Promise<Heard> {
    const room = this.#room(roomId);
    const until = performance.now() + withinMs;
    while (this.#room(roomId).upTo < seq && performance.now() < until) await pause(100);
    return room;
  }

  /** All of a room as it stands in the storage, by numbers. */
  async read(roomId: string): Promise<ReadonlyMap<number, string>> {
    const messages = new Map<number, string>();
    for (let after = 0, newer = true; newer;) {
      const page = await this.must(readChatHistory, { roomId, after });
      for (const { seq, clientId } of page.messages) messages.set((after = seq), clientId);
      newer = page.newer;
    }
    return messages;
  }

  #ask<C extends Command>(command: C, input: InputOf<C>): Promise<ResultOf<C>> {
    const id = ++this.#commands;
    const client = this.#client;
    if (client === undefined) return Promise.reject(new Error('there is no line'));
    const answer = new Promise<unknown>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    const late = setTimeout(() => this.#waiting.get(id)?.reject(new Error('no answer')), answerMs);
    if (command.name === sendChatMessage.name && this.#parts.random() < (this.#parts.losing ?? 0))
      void this.#proxy?.loseAnswer().then(() => (this.lostAnswers += 1));
    client.send(JSON.stringify({ id, command: command.name, input }));
    return answer.finally(() => {
      clearTimeout(late);
      this.#waiting.delete(id);
    }) as Promise<ResultOf<C>>;
  }

  async #connect(): Promise<void> {
    const lostAt = performance.now();
    const isFirst = this.node === '';
    this.#isConnecting = true;
    for (let waitMs = firstWaitMs; this.#client === undefined; waitMs = Math.min(longestWaitMs, waitMs * 2)) {
      if (!isFirst) await pause(this.#parts.random() * waitMs);
      if (this.#isOver) break;
      // Tried again, on whichever node answers then.
      await this.#open().catch(() => this.#hangUp());
    }
    this.#isConnecting = false;
    if (!isFirst) this.reconnects.push(performance.now() - lostAt);
  }

  async #open(): Promise<void> {
    const node = this.#parts.node();
    let client: RawClient | undefined;
    const visitor = await connect(node, await this.#parts.token(), {
      onClose: () => {
        if (client !== undefined && client === this.#client) this.#lost();
      },
      via: await this.#wayTo(node),
    });
    this.node = node;
    client = visitor.client;
    this.#client = client;
    visitor.hear = (message) => this.#hear(message);
    visitor.answered = (message) => this.#answered(message);
    const { rooms } = await this.#ask(listChatRooms, {});
    for (const { id, lastSeq } of rooms) {
      const room = this.#room(id);
      room.newest = Math.max(room.newest, lastSeq);
      if (room.upTo < lastSeq) void this.#catchUp(id, room);
    }
  }

  /** Of its own for everybody whose answers are lost: nobody else is in their way. */
  async #wayTo(node: string): Promise<string | undefined> {
    if (this.#parts.losing === undefined) return undefined;
    this.#proxy = this.#proxies.get(node) ?? (await FaultProxy.start(node));
    this.#proxies.set(node, this.#proxy);
    return this.#proxy.url;
  }

  #hangUp(): void {
    this.#client?.close();
    this.#client = undefined;
  }

  #lost(): void {
    this.#client = undefined;
    for (const { reject } of this.#waiting.values()) reject(new Error('the line was lost'));
    // One that is lost before it has become the line is tried again by whoever makes it.
    if (!this.#isOver && !this.#isConnecting) this.#online = this.#connect();
  }

  #answered(message: ReplyMessage): void {
    const waiting = this.#waiting.get(message.re);
    if ('error' in message) waiting?.reject(new Refused(message.error.code, message.error.errMsg));
    else waiting?.resolve(message.result);
  }

  #hear({ event, data }: EventMessage): void {
    if (event !== chatChanged.name) return;
    const { roomId, seq, message } = data as DataOf<typeof chatChanged>;
    const room = this.#room(roomId);
    room.newest = Math.max(room.newest, seq);
    if (room.isCatchingUp || seq <= room.upTo) return;
    if (seq === room.upTo + 1) this.#take(room, seq, [message]);
    else void this.#catchUp(roomId, room);
  }

  #room(roomId: string): Heard {
    const room = this.heard.get(roomId) ?? {
      upTo: 0,
      newest: 0,
      bySeq: new Map(),
      wrong: 0,
      isCatchingUp: false,
    };
    this.heard.set(roomId, room);
    return room;
  }

  #take(room: Heard, upTo: number, messages: readonly ChatMessage[]): void {
    for (const { seq, clientId } of messages) {
      const known = room.bySeq.get(seq);
      if (known !== undefined && known !== clientId) room.wrong += 1;
      room.bySeq.set(seq, clientId);
      if (known === undefined) this.#parts.heard?.(clientId);
    }
    room.upTo = Math.max(room.upTo, upTo);
  }

  async #takeAnew(roomId: string, room: Heard): Promise<void> {
    this.readAnew += 1;
    for (const [seq, clientId] of await this.read(roomId)) {
      room.bySeq.set(seq, clientId);
      room.upTo = Math.max(room.upTo, seq);
    }
  }

  async #catchUp(roomId: string, room: Heard): Promise<void> {
    if (room.isCatchingUp) return;
    room.isCatchingUp = true;
    try {
      for (let more = true; more;) {
        const missed = await this.#ask(resumeChat, { roomId, after: room.upTo });
        if (missed.anew) await this.#takeAnew(roomId, room);
        else this.#take(room, missed.upTo, missed.messages);
        more = missed.anew === undefined && missed.more;
      }
    } catch {
      // The line was lost: asked again over the next one.
    } finally {
      room.isCatchingUp = false;
    }
  }
}
