/** One tab's connection: who it is, where it is, and what waits to be written to it. */
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { closeCodes, type CloseReason, type OperatingMode } from '@foyer/contract';
import { realtimeBacklogBytes } from '@foyer/contract/limits';
import type { Caller } from '#platform/http/route';
import type { Outbox, Receiver, Sequence } from '#platform/realtime/outbox';
import { Allowance, type Pace } from '#platform/realtime/rateLimit';

/** What is dropped for a client that reads slowly, long before it is let go. */
const ephemeralBacklogBytes = 64 * 1024;
/** A client that does not answer a close is cut off after this. */
const closingMs = 5_000;

/** More commands than anybody presses: so many at once, then twenty a second. */
const commandPace: Pace = { burst: 40, everyMs: 50 };

export interface ConnectionParts {
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
  heardAt: number;
  checkedAt: number;
  /** How often their session was looked at. */
  looks = 0;
  pingedAt: number;
  /** Why the server has closed it. */
  closedFor: CloseReason | undefined;
  readonly commands: Allowance;
  private readonly webSocket: WebSocket;
  private readonly socket: Duplex;
  private readonly outbox: Outbox;
  /** Frames for the end of this turn. */
  private waiting: Sequence | undefined;

  constructor({ id, mode, caller, webSocket, socket, outbox, now }: ConnectionParts) {
    this.id = id;
    this.mode = mode;
    this.caller = caller;
    this.webSocket = webSocket;
    this.socket = socket;
    this.outbox = outbox;
    this.heardAt = now;
    this.checkedAt = now;
    this.pingedAt = now;
    this.commands = new Allowance(commandPace, now);
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
    if (this.waiting === undefined) this.outbox.add(this);
    this.waiting = (this.waiting ?? this.outbox.empty).with(frame);
  }

  flush(): void {
    const bytes = this.waiting?.bytes;
    this.waiting = undefined;
    if (bytes === undefined || !this.isOpen) return;
    if (this.backlog + bytes.length > realtimeBacklogBytes) this.close('tooSlow');
    else this.socket.write(bytes);
  }

  /** Says why, and cuts the line where the client does not answer. */
  close(reason: CloseReason, withinMs = closingMs): void {
    if (!this.isOpen) return;
    this.closedFor = reason;
    this.webSocket.close(closeCodes[reason], reason);
    setTimeout(() => this.webSocket.terminate(), withinMs).unref();
  }

  /** Ends without a word: nobody is there who would hear it. */
  cut(reason: CloseReason): void {
    this.closedFor ??= reason;
    this.webSocket.terminate();
  }
}
