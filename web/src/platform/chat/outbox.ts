/**
 * Sends written messages in order as soon as there is a connection. A message that the server rejects stays until the user
 * sends it again or discards it.
 */
import { sendChatMessage, type ChatUpload } from '@foyer/contract';
import { ApiError } from '../api/apiError.ts';
import { isOnline, isTransient } from '../realtime/onReconnect.ts';
import { currentRealtime } from '../realtime/realtime.ts';
import { retryTimer, type Backoff, type RetryTimer } from '../time/retryTimer.ts';
import { chatData, useChatData, type WaitingMessage } from './chatData.ts';
import { applyChange } from './roomMessages.ts';
import { removeStoredMessage, onStorageChange, loadStoredMessages, storeMessage } from './outboxStorage.ts';
import { latestSeq } from './timeline.ts';

export interface OutgoingMessage {
  readonly roomId: string;
  readonly text: string;
  readonly replyTo?: number | undefined;
  readonly mentions?: readonly string[] | undefined;
  readonly upload?: ChatUpload | undefined;
}

const backoff: Backoff = { firstMs: 2_000 };

const updateOutbox = (next: (outbox: readonly WaitingMessage[]) => readonly WaitingMessage[]): void =>
  useChatData.setState(({ outbox }) => ({ outbox: next(outbox) }));

/** Called for a rejected message whose room no longer exists, where the user could not decide about it. */
export type OnRejected = (message: WaitingMessage) => void;

export class Outbox {
  private readonly ownId: string;
  private readonly onRejected: OnRejected;
  private readonly sending = new Set<string>();
  /** By room. */
  private readonly retries = new Map<string, RetryTimer>();
  /** Client ids of messages that did not fit into the storage and exist in this tab only. */
  private readonly unstored = new Set<string>();
  private lastAt = 0;
  private readonly signal: AbortSignal;

  /** @param signal ends it; messages that are not sent stay stored */
  constructor(ownId: string, onRejected: OnRejected, signal: AbortSignal) {
    this.ownId = ownId;
    this.onRejected = onRejected;
    this.signal = signal;
    updateOutbox(() => loadStoredMessages(ownId));
    onStorageChange(ownId, () => this.reloadFromStorage(), signal);
  }

  private reloadFromStorage(): void {
    // This tab removes the messages that it is sending itself.
    const kept = chatData().outbox.filter(
      ({ roomId, clientId }) => this.sending.has(roomId) || this.unstored.has(clientId),
    );
    const known = new Set(kept.map(({ clientId }) => clientId));
    const others = loadStoredMessages(this.ownId).filter(({ clientId }) => !known.has(clientId));
    updateOutbox(() => [...kept, ...others].toSorted((a, b) => a.at - b.at));
    // The tab that wrote a message sends it; if that tab was closed, this one does after a delay.
    for (const { roomId } of others) this.scheduleRetry(roomId);
  }

  add(written: OutgoingMessage): void {
    this.lastAt = Math.max(Date.now(), this.lastAt + 1);
    const message = { ...written, clientId: crypto.randomUUID(), at: this.lastAt };
    this.store(message);
    updateOutbox((outbox) => [...outbox, message]);
    void this.sendRoom(message.roomId);
  }

  /** Sends a rejected message again. */
  resend(clientId: string): void {
    const rejected = chatData().outbox.find((message) => message.clientId === clientId);
    if (!rejected) return;
    const { errorCode: _, ...message } = rejected;
    this.store(message);
    updateOutbox((outbox) => outbox.map((other) => (other.clientId === clientId ? message : other)));
    void this.sendRoom(message.roomId);
  }

  discard(clientId: string): void {
    this.removeStored(clientId);
    updateOutbox((outbox) => outbox.filter((other) => other.clientId !== clientId));
  }

  private store(message: WaitingMessage): void {
    if (storeMessage(this.ownId, message)) this.unstored.delete(message.clientId);
    else this.unstored.add(message.clientId);
  }

  private removeStored(clientId: string): void {
    removeStoredMessage(this.ownId, clientId);
    this.unstored.delete(clientId);
  }

  /** Sends the messages of all rooms, after a reconnect. */
  sendAll(): void {
    for (const roomId of new Set(chatData().outbox.map((message) => message.roomId)))
      void this.sendRoom(roomId);
  }

  /** Sends the messages of a room one after the other. */
  private async sendRoom(roomId: string): Promise<void> {
    if (this.sending.has(roomId)) return;
    this.sending.add(roomId);
    try {
      for (let next = nextMessage(roomId); next && !this.signal.aborted; next = nextMessage(roomId))
        await this.send(next);
    } catch {
      // While offline, the next connection sends it.
      if (isOnline()) this.scheduleRetry(roomId);
    } finally {
      this.sending.delete(roomId);
    }
  }

  /** @throws ApiError if the error is transient and the message can be sent later unchanged */
  private async send(waiting: WaitingMessage): Promise<void> {
    const { roomId, clientId, text, replyTo, mentions, upload } = waiting;
    try {
      const { message } = await currentRealtime().sendCommand(sendChatMessage, {
        roomId,
        clientId,
        text,
        ...(replyTo !== undefined && { replyTo }),
        ...(mentions && mentions.length > 0 && { mentions: [...mentions] }),
        ...(upload && { uploadId: upload.id }),
      });
      this.removeStored(clientId);
      if (this.signal.aborted) return;
      await applyChange(roomId, { seq: latestSeq(message), message });
      updateOutbox((outbox) => outbox.filter((other) => other.clientId !== clientId));
    } catch (error) {
      if (this.signal.aborted) return;
      if (!(error instanceof ApiError) || isTransient(error)) throw error;
      this.reject(waiting, error.serverCode ?? 'internal');
    }
  }

  private reject(waiting: WaitingMessage, errorCode: string): void {
    const { status, rooms } = chatData();
    if (status === 'ready' && !rooms.has(waiting.roomId)) {
      this.discard(waiting.clientId);
      this.onRejected(waiting);
      return;
    }
    const message = { ...waiting, errorCode };
    this.store(message);
    updateOutbox((outbox) => outbox.map((other) => (other.clientId === waiting.clientId ? message : other)));
  }

  private scheduleRetry(roomId: string): void {
    const retry =
      this.retries.get(roomId) ?? retryTimer(() => void this.sendRoom(roomId), backoff, this.signal);
    this.retries.set(roomId, retry);
    if (!retry.isPending) retry.schedule();
  }
}

const nextMessage = (roomId: string): WaitingMessage | undefined =>
  chatData().outbox.find((message) => message.roomId === roomId && message.errorCode === undefined);
