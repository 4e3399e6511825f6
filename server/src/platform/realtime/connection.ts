/** One tab's connection: who it is, where it is, and what waits to be written to it. */
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { closeCodes, type CloseReason, type OperatingMode } from '@foyer/contract';
import { realtimeBacklogBytes } from '@foyer/contract/limits';
import type { Caller } from '#platform/http/route';
import type { Outbox, Receiver, FrameSequence } from '#platform/realtime/outbox';
import { TokenBucket, type RateLimit } from '#platform/realtime/rateLimit';

/** What is dropped for a client that reads slowly, long before it is let go. */
const ephemeralBacklogBytes = 64 * 1024;
/** A client that does not answer a close is cut off after this. */
const closeTimeoutMs = 5_000;

/** More commands than anybody presses: so many at once, then twenty a second. */
const commandLimit: RateLimit = { burst: 40, everyMs: 50 };

export interface ConnectionDeps {
  readonly id: string;
  readonly mode: OperatingMode;
  readonly caller: Caller;
  readonly webSocket: WebSocket;
  readonly socket: Duplex;
  readonly outbox: Outbox;
  readonly now: number;
}

export class Connection implements Receiver {
  readonly id: string;
  readonly mode: OperatingMode;
  /** As the session stood when it was last looked at. */
  caller: Caller;
  /** The area that this tab is in. */
  areaId: string | undefined;
  /** When something last came from the client, and when its session was last looked at. */
  lastReceivedAt: number;
  sessionCheckedAt: number;
  /** How often their session was looked at. */
  sessionChecks = 0;
  pingedAt: number;
  /** Why the server has closed it. */
  closedFor: CloseReason | undefined;
  readonly commandBucket: TokenBucket;
  private readonly webSocket: WebSocket;
  private readonly socket: Duplex;
  private readonly outbox: Outbox;
  /** Frames for the end of this turn. */
  private pending: FrameSequence | undefined;

  constructor({ id, mode, caller, webSocket, socket, outbox, now }: ConnectionDeps) {
    this.id = id;
    this.mode = mode;
    this.caller = caller;
    this.webSocket = webSocket;
    this.socket = socket;
    this.outbox = outbox;
    this.lastReceivedAt = now;
    this.sessionCheckedAt = now;
    this.pingedAt = now;
    this.commandBucket = new TokenBucket(commandLimit, now);
  }

  get isOpen(): boolean {
    return this.webSocket.readyState === this.webSocket.OPEN;
  }

  /** Bytes that wait to be read. */
  get backlog(): number {
    return this.socket.writableLength;
  }

  /** Has a frame written at the end of this turn. An ephemeral one is dropped where the client is behind. */
  send(frame: Buffer, ephemeral = false): void {
    if (ephemeral && this.backlog > ephemeralBacklogBytes) return;
    if (this.pending === undefined) this.outbox.add(this);
    this.pending = (this.pending ?? this.outbox.empty).with(frame);
  }

  flush(): void {
    const bytes = this.pending?.bytes;
    this.pending = undefined;
    if (bytes === undefined || !this.isOpen) return;
    if (this.backlog + bytes.length > realtimeBacklogBytes) this.close('tooSlow');
    else this.socket.write(bytes);
  }

  /** Says why, and cuts the line where the client does not answer. */
  close(reason: CloseReason, withinMs = closeTimeoutMs): void {
    if (!this.isOpen) return;
    this.closedFor = reason;
    this.webSocket.close(closeCodes[reason], reason);
    setTimeout(() => this.webSocket.terminate(), withinMs).unref();
  }

  /** Ends without a word: nobody is there who would hear it. */
  terminate(reason: CloseReason): void {
    this.closedFor ??= reason;
    this.webSocket.terminate();
  }
}
