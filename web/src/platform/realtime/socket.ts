/** One connection: commands and their replies, events, and the heartbeat that detects a connection that does not respond. */
import {
  errorCodes,
  ping,
  closeCodes,
  welcome,
  type Command,
  type DataOf,
  type ErrorResponse,
  type EventMessage,
  type InputOf,
  type ReplyMessage,
  type ResultOf,
} from '@foyer/contract';
import { heartbeatIntervalMs } from '@foyer/contract/limits';
import { ApiError, globalErrorCodeOf } from '../api/apiError.ts';
import { logError } from '../log.ts';
import { runAfter, runEvery } from '../time/timers.ts';
import { orderedDecoder } from './orderedDecoder.ts';

export type Welcome = DataOf<typeof welcome>;

export interface SocketListener {
  onOpen(welcome: Welcome): void;
  onEvent(name: string, data: unknown): void;
  /** Nothing has arrived for some seconds after a ping. The connection may still recover. */
  onSilent(): void;
  /**
   * Called once, whichever side has closed the connection.
   * @param lastReceivedAt when the last message arrived, by `Date.now()`
   */
  onClose(code: number, lastReceivedAt: number): void;
}

interface PendingCommand {
  readonly resolve: (reply: ReplyMessage) => void;
  readonly reject: (error: ApiError) => void;
}

const replyTimeoutMs = 10_000;
/** In a visible tab, which may be used at any moment. A hidden one waits for `heartbeatIntervalMs`. */
const visibleHeartbeatMs = 4_000;
/** An answer takes longer only on a very slow network, or if the node does not respond. */
const silentAfterMs = 2_000;
/** Long enough for the network to retransmit what was lost in an interruption of ten seconds. */
const probeTimeoutMs = 12_000;
const checkEveryMs = 1_000;

const notReachable = (message: string): ApiError => new ApiError('NOT_REACHABLE', message);

const toApiError = ({ code, errMsg, requestId, details }: ErrorResponse): ApiError => {
  const status = errorCodes[code];
  return new ApiError(globalErrorCodeOf(status), errMsg, { status, serverCode: code, requestId, details });
};

export class Socket {
  private readonly socket: WebSocket;
  private readonly listener: SocketListener;
  private readonly pending = new Map<number, PendingCommand>();
  private readonly timers = new AbortController();
  private lastId = 0;
  private lastReceivedAt = Date.now();
  /** When the last message arrived or the last ping was sent, by `performance.now()`. */
  private activeAt = performance.now();
  /** Number of messages received. */
  private receivedCount = 0;
  private isOpen = false;
  /** Nothing has arrived since a ping that should have been answered. */
  isSilent = false;

  /** @param openWithinMs closes the connection if it has not opened by then */
  constructor(socket: WebSocket, listener: SocketListener, openWithinMs: number) {
    this.socket = socket;
    this.listener = listener;
    socket.binaryType = 'arraybuffer';
    const { signal } = this.timers;
    const decode = orderedDecoder(
      (text) => this.handleText(text),
      (error) => this.fail('compressed message could not be read', error),
    );
    const receive = ({ data }: MessageEvent<string | ArrayBuffer>) => {
      this.lastReceivedAt = Date.now();
      this.activeAt = performance.now();
      this.receivedCount += 1;
      this.isSilent = false;
      decode(data);
    };
    socket.addEventListener('message', receive, { signal });
    socket.addEventListener('close', ({ code }) => this.handleClose(code), { signal });
    this.after(openWithinMs, () => {
      if (!this.isOpen) this.close(closeCodes.reconnecting);
    });
    signal.addEventListener(
      'abort',
      runEvery(checkEveryMs, () => this.checkSilence()),
    );
  }

  /**
   * Sends a command and returns its result.
   * @throws ApiError if the server rejects it, does not reply in time, or the connection is lost
   */
  sendCommand<C extends Command>(command: C, input: InputOf<C>): Promise<ResultOf<C>> {
    // A closing WebSocket ignores what is sent; its close event follows.
    const canSend = this.isOpen && this.socket.readyState === WebSocket.OPEN;
    if (!canSend) return Promise.reject(notReachable(`${command.name}: not connected`));
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      const settle = (run: () => void) => {
        cancelTimeout();
        this.pending.delete(id);
        run();
      };
      const fail = (error: ApiError) => settle(() => reject(error));
      const cancelTimeout = runAfter(replyTimeoutMs, () => fail(notReachable(`${command.name}: no reply`)));
      this.pending.set(id, {
        reject: fail,
        resolve: (reply) => {
          if ('error' in reply) fail(toApiError(reply.error));
          else settle(() => resolve(reply.result as ResultOf<C>));
        },
      });
      this.socket.send(JSON.stringify({ id, command: command.name, input }));
    });
  }

  /** Sends a ping, and closes the connection if nothing arrives within this time. */
  probe(withinMs: number): void {
    if (!this.isOpen) return;
    this.activeAt = performance.now();
    const countBefore = this.receivedCount;
    const hasAnswer = () => this.receivedCount > countBefore;
    this.sendCommand(ping, {}).catch(() => undefined);
    this.after(silentAfterMs, () => {
      if (hasAnswer() || this.isSilent) return;
      this.isSilent = true;
      this.listener.onSilent();
    });
    this.after(withinMs, () => {
      if (!hasAnswer()) this.close(closeCodes.reconnecting);
    });
  }

  /** Closes the connection without waiting for the server, which may be gone. */
  close(code: number): void {
    this.socket.close(code);
    this.handleClose(code);
  }

  /** Waits, and then lets messages that arrived while the page was busy be handled first. */
  private after(ms: number, run: () => void): void {
    this.wait(ms, () => this.wait(0, run));
  }

  private wait(ms: number, run: () => void): void {
    runAfter(ms, run, this.timers.signal);
  }

  private checkSilence(): void {
    const intervalMs = document.visibilityState === 'visible' ? visibleHeartbeatMs : heartbeatIntervalMs;
    if (performance.now() - this.activeAt >= intervalMs) this.probe(probeTimeoutMs);
  }

  private handleText(text: string): void {
    if (this.timers.signal.aborted) return;
    const message = this.parse(text);
    if (!message) return;
    if ('id' in message) this.pending.get(message.id)?.resolve(message);
    else if (message.event === welcome.name) this.handleWelcome(message.data as Welcome);
    else this.listener.onEvent(message.event, message.data);
  }

  private parse(text: string): EventMessage | ReplyMessage | undefined {
    try {
      return JSON.parse(text) as EventMessage | ReplyMessage;
    } catch (error) {
      this.fail('message could not be read', error);
      return undefined;
    }
  }

  private handleWelcome(data: Welcome): void {
    this.isOpen = true;
    this.listener.onOpen(data);
  }

  private fail(message: string, error: unknown): void {
    logError('CONNECTION', message, error);
    this.close(closeCodes.reconnecting);
  }

  private handleClose(code: number): void {
    if (this.timers.signal.aborted) return;
    this.isOpen = false;
    this.timers.abort();
    for (const { reject } of this.pending.values()) reject(notReachable('the connection was lost'));
    this.listener.onClose(code, this.lastReceivedAt);
  }
}
