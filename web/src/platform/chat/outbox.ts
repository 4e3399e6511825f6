/** What one writes goes out by itself, in order, as soon as there is a connection; only what is refused waits for a decision. */
import { sendChatMessage, type ChatUpload } from '@foyer/contract';
import { ApiError } from '../api/apiError.ts';
import { realtime } from '../realtime/realtime.ts';
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

/** What a busy server says passes by itself. */
const againMs = 2_000;

const change = (next: (outbox: readonly WaitingMessage[]) => readonly WaitingMessage[]): void =>
  useChatData.setState(({ outbox }) => ({ outbox: next(outbox) }));

const isPassing = ({ status, refusal }: ApiError): boolean =>
  refusal === undefined || status === 429 || status >= 500;

/** What becomes of a refused message whose room is gone: there is no place any more in which to decide. */
export type TellRefused = (message: WaitingMessage) => void;

export class Outbox {
  private readonly ownId: string;
  private readonly tellRefused: TellRefused;
  private readonly sending = new Set<string>();
  private readonly timers = new Set<ReturnType<typeof setTimeout>>();
  private readonly unhear: () => void;
  private lastAt = 0;

  constructor(ownId: string, tellRefused: TellRefused) {
    this.ownId = ownId;
    this.tellRefused = tellRefused;
    change(() => storedWaiting(ownId));
    this.unhear = onOtherTabs(ownId, () => {
      // What is on its way here is forgotten here.
      const { outbox } = chatData();
      const busy = outbox.filter(({ roomId }) => this.sending.has(roomId));
      const kept = new Set(busy.map(({ clientId }) => clientId));
      change(() => [...busy, ...storedWaiting(ownId).filter(({ clientId }) => !kept.has(clientId))]);
    });
  }

  end(): void {
    this.unhear();
    for (const timer of this.timers) clearTimeout(timer);
  }

  write(written: Written): void {
    this.lastAt = Math.max(Date.now(), this.lastAt + 1);
    const message = { ...written, clientId: crypto.randomUUID(), at: this.lastAt };
    storeWaiting(this.ownId, message);
    change((outbox) => [...outbox, message]);
    void this.empty(message.roomId);
  }

  /** Sends what was refused once more. */
  again(clientId: string): void {
    const refused = chatData().outbox.find((message) => message.clientId === clientId);
    if (!refused) return;
    const { refused: _, ...message } = refused;
    storeWaiting(this.ownId, message);
    change((outbox) => outbox.map((other) => (other.clientId === clientId ? message : other)));
    void this.empty(message.roomId);
  }

  discard(clientId: string): void {
    forgetWaiting(this.ownId, clientId);
    change((outbox) => outbox.filter((other) => other.clientId !== clientId));
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
      for (let next = nextOf(roomId); next; next = nextOf(roomId)) await this.send(next);
    } catch (fault) {
      if (fault instanceof ApiError && fault.refusal !== undefined) this.tryLater(roomId);
    } finally {
      this.sending.delete(roomId);
    }
  }

  /** @throws ApiError where it can be sent later as it is */
  private async send(waiting: WaitingMessage): Promise<void> {
    const { roomId, clientId, text, replyTo, mentions, upload } = waiting;
    try {
      const { message } = await realtime.ask(sendChatMessage, {
        roomId,
        clientId,
        text,
        ...(replyTo !== undefined && { replyTo }),
        ...(mentions && mentions.length > 0 && { mentions: [...mentions] }),
        ...(upload && { uploadId: upload.id }),
      });
      forgetWaiting(this.ownId, clientId);
      await hearChange(roomId, { seq: numberOf(message), message });
      change((outbox) => outbox.filter((other) => other.clientId !== clientId));
    } catch (fault) {
      if (!(fault instanceof ApiError) || isPassing(fault)) throw fault;
      this.refuse(waiting, fault.refusal ?? 'internal');
    }
  }

  private refuse(waiting: WaitingMessage, refused: string): void {
    if (!chatData().rooms.has(waiting.roomId)) {
      this.discard(waiting.clientId);
      this.tellRefused(waiting);
      return;
    }
    const message = { ...waiting, refused };
    storeWaiting(this.ownId, message);
    change((outbox) => outbox.map((other) => (other.clientId === waiting.clientId ? message : other)));
  }

  private tryLater(roomId: string): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      void this.empty(roomId);
    }, againMs);
    this.timers.add(timer);
  }
}

const nextOf = (roomId: string): WaitingMessage | undefined =>
  chatData().outbox.find((message) => message.roomId === roomId && message.refused === undefined);
