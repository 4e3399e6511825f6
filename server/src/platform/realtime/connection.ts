/** The connection of one tab: its caller, its area and the frames that wait to be written. */
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { closeCodes, type CloseReason, type OperatingMode } from '@foyer/contract';
import { commandBurst, commandRefillMs, realtimeBacklogBytes } from '@foyer/contract/limits';
import type { Caller } from '#platform/http/route';
import type { WriteBatcher, Receiver, FrameSequence } from '#platform/realtime/writeBatcher';
import { TokenBucket, type RateLimit } from '#platform/realtime/rateLimit';

/** Above this backlog ephemeral frames are dropped, long before the connection is closed. */
const ephemeralBacklogBytes = 64 * 1024;
/** A client that does not answer a close frame is disconnected after this time. */
const closeTimeoutMs = 5_000;

const commandLimit: RateLimit = { burst: commandBurst, everyMs: commandRefillMs };

export interface ConnectionDeps {
  readonly id: string;
  readonly mode: OperatingMode;
  readonly caller: Caller;
  readonly webSocket: WebSocket;
  readonly socket: Duplex;
  readonly batcher: WriteBatcher;
  /** By the `MonotonicClock`. */
  readonly now: number;
}

export class Connection implements Receiver {
  readonly id: string;
  readonly mode: OperatingMode;
  /** As of the last check of the session. */
  caller: Caller;
  /** The area that this tab is in. */
  areaId: string | undefined;
  /** When data was last received from the client, by the `MonotonicClock`. */
  lastReceivedAt: number;
  /** By the `MonotonicClock`, as is `pingedAt`. */
  sessionCheckedAt: number;
  /** The number of checks of the session that have begun. */
  sessionChecks = 0;
  pingedAt: number;
  /** Why the server has closed the connection. */
  closeReason: CloseReason | undefined;
  readonly commandBucket: TokenBucket;
  private readonly webSocket: WebSocket;
  private readonly socket: Duplex;
  private readonly batcher: WriteBatcher;
  /** Frames to write at the end of this turn of the event loop. */
  private pending: FrameSequence | undefined;

  constructor({ id, mode, caller, webSocket, socket, batcher, now }: ConnectionDeps) {
    this.id = id;
    this.mode = mode;
    this.caller = caller;
    this.webSocket = webSocket;
    this.socket = socket;
    this.batcher = batcher;
    this.lastReceivedAt = now;
    this.sessionCheckedAt = now;
    this.pingedAt = now;
    this.commandBucket = new TokenBucket(commandLimit, now);
  }

  get isOpen(): boolean {
    return this.webSocket.readyState === this.webSocket.OPEN;
  }

  /** Bytes that the client has not read yet. */
  get backlog(): number {
    return this.socket.writableLength;
  }

  /**
   * Writes a frame at the end of this turn of the event loop. An ephemeral frame is dropped if the client is behind.
   */
  send(frame: Buffer, ephemeral = false): void {
    if (ephemeral && this.backlog > ephemeralBacklogBytes) return;
    if (this.pending === undefined) this.batcher.add(this);
    this.pending = (this.pending ?? this.batcher.empty).with(frame);
  }

  flush(): void {
    const bytes = this.pending?.bytes;
    this.pending = undefined;
    if (bytes === undefined || !this.isOpen) return;
    if (this.backlog + bytes.length > realtimeBacklogBytes) this.close('backlogExceeded');
    else this.socket.write(bytes);
  }

  /** Closes the connection with a code, and terminates it if the client does not answer in time. */
  close(reason: CloseReason, withinMs = closeTimeoutMs): void {
    if (!this.isOpen) return;
    this.closeReason = reason;
    this.webSocket.close(closeCodes[reason], reason);
    setTimeout(() => this.webSocket.terminate(), withinMs).unref();
  }

  /** Terminates the connection without a close frame, because the client does not respond. */
  terminate(reason: CloseReason): void {
    this.closeReason ??= reason;
    this.webSocket.terminate();
  }
}
