/**
 * What is told of a room to those here who hear it: every number once and in its order, whatever the order in which
 * writes are answered, and whichever node has written. What is missing is read from the storage.
 */
import { chatChanged, type ChatMessage, type ChatPerson } from '@foyer/contract';
import type { Log } from '#platform/log/log';
import type { Connection } from '#platform/realtime/connection';
import { eventFrame } from '#platform/realtime/topic';

export interface Told {
  readonly number: number;
  readonly message: ChatMessage;
  readonly author: ChatPerson;
}

export interface FeedSource {
  /** How far the room has come. */
  lastSeq(): Promise<number>;
  /** What came after a number, by the numbers; up to `upTo` nothing else is to be told. */
  after(number: number): Promise<{ readonly told: readonly Told[]; readonly upTo: number }>;
}

export interface FeedParts {
  readonly roomId: string;
  readonly source: FeedSource;
  readonly log: Pick<Log, 'warn'>;
}

const againMs = 1_000;

export class RoomFeed {
  private readonly parts: FeedParts;
  /** Who hears it, and from which message on it is for them. */
  private readonly listeners = new Map<Connection, number>();
  /** Told up to here; undefined until that is known. */
  private position: number | undefined;
  private readonly pending = new Map<number, Told>();
  private starting: Promise<void> | undefined;
  private isReading = false;
  private isBehind = false;
  private retry: NodeJS.Timeout | undefined;

  constructor(parts: FeedParts) {
    this.parts = parts;
  }

  get size(): number {
    return this.listeners.size;
  }

  /** Undefined until it is known. */
  get toldUpTo(): number | undefined {
    return this.position;
  }

  /** Whoever has joined is told everything after what they read from now on. */
  async join(connection: Connection, fromSeq: number, lastSeq?: number): Promise<void> {
    this.listeners.set(connection, fromSeq);
    this.starting ??= this.start(lastSeq);
    await this.starting;
  }

  leave(connection: Connection): void {
    this.listeners.delete(connection);
    if (this.listeners.size === 0) clearTimeout(this.retry);
  }

  has(connection: Connection): boolean {
    return this.listeners.has(connection);
  }

  /** Takes what was written; it is told when it is its turn. */
  offer(told: Told): void {
    this.pending.set(told.number, told);
    this.drain();
  }

  /** Something may have been written that this node does not know of. */
  wake(): void {
    if (this.position === undefined) return;
    this.isBehind = true;
    if (!this.isReading) void this.catchUp();
  }

  /** Something that is not kept. */
  mention(frame: Buffer, isFor: (connection: Connection) => boolean): void {
    for (const connection of this.listeners.keys()) if (isFor(connection)) connection.send(frame, true);
  }

  private async start(lastSeq?: number): Promise<void> {
    try {
      this.position = lastSeq ?? (await this.parts.source.lastSeq());
      this.drain();
    } catch (fault) {
      this.starting = undefined;
      throw fault;
    }
  }

  private drain(): void {
    if (this.position === undefined) return;
    for (const number of this.pending.keys()) if (number <= this.position) this.pending.delete(number);
    for (let next = this.pending.get(this.position + 1); next; next = this.pending.get(this.position + 1))
      this.tell(next);
    if (this.pending.size > 0) this.wake();
  }

  private async catchUp(): Promise<void> {
    this.isReading = true;
    clearTimeout(this.retry);
    try {
      while (this.isBehind && this.listeners.size > 0) {
        this.isBehind = false;
        const { told, upTo } = await this.parts.source.after(this.position ?? 0);
        for (const one of told) if (one.number > (this.position ?? 0)) this.tell(one);
        this.position = Math.max(this.position ?? 0, upTo);
        this.drain();
      }
    } catch (fault) {
      this.parts.log.warn({ err: fault }, 'what was said in a room could not be read');
      this.retry = setTimeout(() => this.wake(), againMs).unref();
    } finally {
      this.isReading = false;
    }
  }

  private tell(told: Told): void {
    const { number, message, author } = told;
    this.pending.delete(number);
    this.position = number;
    const frame = eventFrame(chatChanged, { roomId: this.parts.roomId, seq: number, message, author });
    for (const [connection, fromSeq] of this.listeners) if (message.seq >= fromSeq) connection.send(frame);
  }
}
