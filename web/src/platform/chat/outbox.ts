/** What one writes goes out by itself, in order, as soon as there is a connection; only what is refused waits for a decision. */
import { sendChatMessage, type ChatUpload } from '@foyer/contract';
import { ApiError } from '../api/apiError.ts';
import { isOnline, isTransient } from '../realtime/onReconnect.ts';
import { realtime } from '../realtime/realtime.ts';
import { retryTimer, type Backoff, type RetryTimer } from '../time/retryTimer.ts';
import { chatData, useChatData, type WaitingMessage } from './chatData.ts';
import { hearChange } from './conversations.ts';
import { forgetWaiting, onOtherTabs, storedWaiting, storeWaiting } from './outboxStorage.ts';
import { numberOf } from './timeline.ts';

export interface Written {
  readonly roomId: string;
  readonly text: string;
  readonly replyTo?: number | undefined;
  readonly mentions?: readonly string[] | undefined;
  readonly upload?: ChatUpload | undefined;
}

const backoff: Backoff = { firstMs: 2_000 };

const change = (next: (outbox: readonly WaitingMessage[]) => readonly WaitingMessage[]): void =>
  useChatData.setState(({ outbox }) => ({ outbox: next(outbox) }));

/** What becomes of a refused message whose room is gone: there is no place any more in which to decide. */
export type TellRefused = (message: WaitingMessage) => void;

export class Outbox {
  private readonly ownId: string;
  private readonly tellRefused: TellRefused;
  private readonly sending = new Set<string>();
  /** By room. */
  private readonly retries = new Map<string, RetryTimer>();
  /** What the storage has no room for is known here alone. */
  private readonly unstored = new Set<string>();
  private readonly unhear: () => void;
  private lastAt = 0;
  private hasEnded = false;

  constructor(ownId: string, tellRefused: TellRefused) {
    this.ownId = ownId;
    this.tellRefused = tellRefused;
    change(() => storedWaiting(ownId));
    this.unhear = onOtherTabs(ownId, () => this.hearOtherTabs());
  }

  end(): void {
    this.hasEnded = true;
    this.unhear();
    for (const retry of this.retries.values()) retry.reset();
  }

  private hearOtherTabs(): void {
    // What is on its way here is forgotten here.
    const kept = chatData().outbox.filter(
      ({ roomId, clientId }) => this.sending.has(roomId) || this.unstored.has(clientId),
    );
    const known = new Set(kept.map(({ clientId }) => clientId));
    const others = storedWaiting(this.ownId).filter(({ clientId }) => !known.has(clientId));
    change(() => [...kept, ...others].toSorted((one, other) => one.at - other.at));
    // The tab that wrote it sends it; where it was closed over that, this one does.
    for (const { roomId } of others) this.tryLater(roomId);
  }

  write(written: Written): void {
    this.lastAt = Math.max(Date.now(), this.lastAt + 1);
    const message = { ...written, clientId: crypto.randomUUID(), at: this.lastAt };
    this.store(message);
    change((outbox) => [...outbox, message]);
    void this.empty(message.roomId);
  }

  /** Sends what was refused once more. */
  again(clientId: string): void {
    const refused = chatData().outbox.find((message) => message.clientId === clientId);
    if (!refused) return;
    const { refused: _, ...message } = refused;
    this.store(message);
    change((outbox) => outbox.map((other) => (other.clientId === clientId ? message : other)));
    void this.empty(message.roomId);
  }

  discard(clientId: string): void {
    this.forget(clientId);
    change((outbox) => outbox.filter((other) => other.clientId !== clientId));
  }

  private store(message: WaitingMessage): void {
    if (storeWaiting(this.ownId, message)) this.unstored.delete(message.clientId);
    else this.unstored.add(message.clientId);
  }

  private forget(clientId: string): void {
    forgetWaiting(this.ownId, clientId);
    this.unstored.delete(clientId);
  }

  /** After a new connection. */
  emptyAll(): void {
    for (const roomId of new Set(chatData().outbox.map((message) => message.roomId))) void this.empty(roomId);
  }

  /** One message of a room after the other. */
  private async empty(roomId: string): Promise<void> {
    if (this.sending.has(roomId)) return;
    this.sending.add(roomId);
    try {
      for (let next = nextOf(roomId); next && !this.hasEnded; next = nextOf(roomId)) await this.send(next);
    } catch {
      // Without a connection the next one sends it.
      if (isOnline()) this.tryLater(roomId);
    } finally {
      this.sending.delete(roomId);
    }
  }

  /** @throws ApiError where it can be sent later as it is */
  private async send(waiting: WaitingMessage): Promise<void> {
    const { roomId, clientId, text, replyTo, mentions, upload } = waiting;
    try {
      const { message } = await realtime.sendCommand(sendChatMessage, {
        roomId,
        clientId,
        text,
        ...(replyTo !== undefined && { replyTo }),
        ...(mentions && mentions.length > 0 && { mentions: [...mentions] }),
        ...(upload && { uploadId: upload.id }),
      });
      this.forget(clientId);
      if (this.hasEnded) return;
      await hearChange(roomId, { seq: numberOf(message), message });
      change((outbox) => outbox.filter((other) => other.clientId !== clientId));
    } catch (fault) {
      if (this.hasEnded) return;
      if (!(fault instanceof ApiError) || isTransient(fault)) throw fault;
      this.refuse(waiting, fault.serverCode ?? 'internal');
    }
  }

  private refuse(waiting: WaitingMessage, refused: string): void {
    const { status, rooms } = chatData();
    if (status === 'ready' && !rooms.has(waiting.roomId)) {
      this.discard(waiting.clientId);
      this.tellRefused(waiting);
      return;
    }
    const message = { ...waiting, refused };
    this.store(message);
    change((outbox) => outbox.map((other) => (other.clientId === waiting.clientId ? message : other)));
  }

  private tryLater(roomId: string): void {
    const retry = this.retries.get(roomId) ?? retryTimer(() => void this.empty(roomId), backoff);
    this.retries.set(roomId, retry);
    if (!this.hasEnded && !retry.isPending) retry.schedule();
  }
}

const nextOf = (roomId: string): WaitingMessage | undefined =>
  chatData().outbox.find((message) => message.roomId === roomId && message.refused === undefined);
