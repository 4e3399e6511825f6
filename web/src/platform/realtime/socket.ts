/**
 * One connection from its opening to its end: commands and their answers, events, and the heartbeat by which either side
 * notices that the other is gone.
 */
import {
  errorCodes,
  ping,
  closeCodes,
  welcome,
  type Command,
  type DataOf,
  type ErrorAnswer,
  type EventMessage,
  type InputOf,
  type ReplyMessage,
  type ResultOf,
} from '@foyer/contract';
import { heartbeatMs } from '@foyer/contract/limits';
import { ApiError, globalErrorCodeOf } from '../api/apiError.ts';
import { logError } from '../log.ts';
import { runAfter, runEvery } from '../time/timers.ts';
import { orderedDecoder } from './orderedDecoder.ts';

export type Welcome = DataOf<typeof welcome>;

export interface SocketListener {
  onOpen(facts: Welcome): void;
  onEvent(name: string, data: unknown): void;
  /** Told once, whoever ended it; `lastReceivedAt`: when something last came, by `Date.now()`. */
  onClose(code: number, heardAt: number): void;
}

interface PendingCommand {
  readonly answered: (reply: ReplyMessage) => void;
  readonly failed: (fault: ApiError) => void;
}

const openTimeoutMs = 10_000;
const replyTimeoutMs = 10_000;
/** A network that blinks for ten seconds is given the time to send again what was lost. */
const probeTimeoutMs = 12_000;
const checkEveryMs = 5_000;

const notReachable = (why: string): ApiError => new ApiError('NOT_REACHABLE', why);

const toApiError = ({ code, errMsg, requestId, details }: ErrorAnswer): ApiError => {
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
  /** Messages that have come. */
  private receivedCount = 0;
  private isOpen = false;

  constructor(socket: WebSocket, listener: SocketListener) {
    this.socket = socket;
    this.listener = listener;
    socket.binaryType = 'arraybuffer';
    const { signal } = this.timers;
    const take = orderedDecoder(
      (text) => this.handleText(text),
      (fault) => this.fail('a compressed message could not be read', fault),
    );
    const come = ({ data }: MessageEvent<string | ArrayBuffer>) => {
      this.lastReceivedAt = Date.now();
      this.receivedCount += 1;
      take(data);
    };
    socket.addEventListener('message', come, { signal });
    socket.addEventListener('close', ({ code }) => this.handleClose(code), { signal });
    this.after(openTimeoutMs, () => {
      if (!this.isOpen) this.close(closeCodes.reconnecting);
    });
    signal.addEventListener(
      'abort',
      runEvery(checkEveryMs, () => this.checkSilence()),
    );
  }

  /**
   * Sends a command and answers with its result.
   * @throws ApiError where it was refused, not answered in time, or the line went before
   */
  sendCommand<C extends Command>(command: C, input: InputOf<C>): Promise<ResultOf<C>> {
    // One that closes takes nothing any more; that it has closed is told in a moment.
    const takes = this.isOpen && this.socket.readyState === WebSocket.OPEN;
    if (!takes) return Promise.reject(notReachable(`${command.name}: there is no connection`));
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      const settle = (run: () => void) => {
        cancelTimeout();
        this.pending.delete(id);
        run();
      };
      const failed = (fault: ApiError) => settle(() => reject(fault));
      const cancelTimeout = runAfter(replyTimeoutMs, () =>
        failed(notReachable(`${command.name}: no answer`)),
      );
      this.pending.set(id, {
        failed,
        answered: (reply) => {
          if ('error' in reply) failed(toApiError(reply.error));
          else settle(() => resolve(reply.result as ResultOf<C>));
        },
      });
      this.socket.send(JSON.stringify({ id, command: command.name, input }));
    });
  }

  /** Asks whether anybody is there, and ends the line where nothing comes within this time. */
  probe(withinMs: number): void {
    if (!this.isOpen) return;
    const before = this.receivedCount;
    this.sendCommand(ping, {}).catch(() => undefined);
    this.after(withinMs, () => {
      if (this.receivedCount === before) this.close(closeCodes.reconnecting);
    });
  }

  /** Ends it from this side, without waiting for the other: nobody may be there any more. */
  close(code: number): void {
    this.socket.close(code);
    this.handleClose(code);
  }

  /** A page that was busy has not yet taken what has come meanwhile: that has its turn before this. */
  private after(ms: number, run: () => void): void {
    this.wait(ms, () => this.wait(0, run));
  }

  private wait(ms: number, run: () => void): void {
    runAfter(ms, run, this.timers.signal);
  }

  private checkSilence(): void {
    if (Date.now() - this.lastReceivedAt >= heartbeatMs) this.probe(probeTimeoutMs);
  }

  private handleText(text: string): void {
    if (this.timers.signal.aborted) return;
    const message = this.parse(text);
    if (!message) return;
    if ('re' in message) this.pending.get(message.re)?.answered(message);
    else if (message.event === welcome.name) this.handleWelcome(message.data as Welcome);
    else this.listener.onEvent(message.event, message.data);
  }

  private parse(text: string): EventMessage | ReplyMessage | undefined {
    try {
      return JSON.parse(text) as EventMessage | ReplyMessage;
    } catch (fault) {
      this.fail('a message could not be read', fault);
      return undefined;
    }
  }

  private handleWelcome(facts: Welcome): void {
    this.isOpen = true;
    this.listener.onOpen(facts);
  }

  private fail(why: string, fault: unknown): void {
    logError('CONNECTION', why, fault);
    this.close(closeCodes.reconnecting);
  }

  private handleClose(code: number): void {
    if (this.timers.signal.aborted) return;
    this.isOpen = false;
    this.timers.abort();
    for (const { failed } of this.pending.values()) failed(notReachable('the connection was lost'));
    this.listener.onClose(code, this.lastReceivedAt);
  }
}
