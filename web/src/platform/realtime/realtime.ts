/**
 * The realtime connection of this tab (design 4): it is opened while somebody is here, and opened again whenever it is
 * lost. What a connection has to be told, such as the area one is in, is told by whoever listens to its openings.
 */
import { closeCodes, type CloseReason, type Command, type DataOf, type Event } from '@foyer/contract';
import type { InputOf, ResultOf } from '@foyer/contract';
import { ApiError } from '../api/apiError.ts';
import { retryAfterMs } from '../api/retry.ts';
import { logError } from '../log.ts';
import { now } from '../time/serverTime.ts';
import { initialConnection, useConnection } from '../state/connection.ts';
import { reconnectDelay } from './backoff.ts';
import { openWebSocket } from './openWebSocket.ts';
import { Socket, type Welcome } from './socket.ts';
import { runAfter } from '../time/timers.ts';
import { onWake } from './wake.ts';

/** The code with which a page says that it goes. */
const normalClosure = 1000;
/** A connection that stood for this long was a good one: the next starts with patience anew. */
const stableAfterMs = 10_000;
/** Whoever wakes up wants to know it soon. */
const wakeProbeMs = 3_000;

/** Where there are no people to be told of. */
const noMissedChanges = { joined: 0, left: 0 };

const reasons = new Map(
  Object.entries(closeCodes).map(([reason, code]): [number, CloseReason] => [code, reason as CloseReason]),
);

export class Realtime {
  private readonly listeners = new Map<string, Set<(data: unknown) => void>>();
  private readonly openListeners = new Set<(facts: Welcome) => void>();
  /** Aborted when nobody is here any more; undefined while that is so. */
  private running: AbortController | undefined;
  private connecting: AbortController | undefined;
  private socket: Socket | undefined;
  private cancelRetry: (() => void) | undefined;
  private openedAt = 0;
  private failedAttempts = 0;
  /** No sooner is it tried again, whoever wakes up. */
  private earliestRetryAt = 0;

  /** Connects whoever is here now, in place of whoever was here before. */
  start(): void {
    this.stop();
    const staying = new AbortController();
    const { signal } = staying;
    this.running = staying;
    this.failedAttempts = 0;
    onWake(() => this.wake(), signal);
    // A page that is kept for later must not keep a connection open; `pageshow` wakes it.
    window.addEventListener('pagehide', () => this.hide(), { signal });
    useConnection.setState({ status: 'connecting', since: now() });
    void this.connect();
  }

  /** Nobody is here any more. */
  stop(): void {
    this.running?.abort();
    this.running = undefined;
    this.disconnect();
    useConnection.setState(initialConnection);
  }

  /**
   * Sends a command. While there is no connection nothing waits for one.
   * @throws ApiError where it was refused or not answered
   */
  sendCommand<C extends Command>(command: C, input: InputOf<C>): Promise<ResultOf<C>> {
    return (
      this.socket?.sendCommand(command, input) ??
      Promise.reject(new ApiError('NOT_REACHABLE', `${command.name}: there is no connection`))
    );
  }

  on<E extends Event>({ name }: E, listener: (data: DataOf<E>) => void): () => void {
    const known = this.listeners.get(name) ?? new Set();
    this.listeners.set(name, known);
    // What comes is from our own server, which says what its contract says.
    const listening = listener as (data: unknown) => void;
    known.add(listening);
    return () => known.delete(listening);
  }

  /** Is told each time a connection stands, before anything else comes over it. */
  onOpen(listener: (facts: Welcome) => void): () => void {
    this.openListeners.add(listener);
    return () => this.openListeners.delete(listener);
  }

  private async connect(): Promise<void> {
    if (this.connecting || this.socket) return;
    this.cancelRetry?.();
    const dialling = new AbortController();
    this.connecting = dialling;
    try {
      const socket = await openWebSocket(dialling.signal);
      if (dialling.signal.aborted) socket.close();
      else this.attach(socket);
    } catch (error) {
      if (!dialling.signal.aborted)
        this.retry(undefined, error instanceof ApiError ? error.retryAfter : null);
    } finally {
      if (this.connecting === dialling) this.connecting = undefined;
    }
  }

  private attach(socket: WebSocket): void {
    const line = new Socket(socket, {
      onOpen: (facts) => {
        this.openedAt = Date.now();
        useConnection.setState({
          status: 'online',
          since: now(),
          missed: noMissedChanges,
          hasNewerVersion: false,
        });
        for (const opening of this.openListeners) notify(opening, facts);
      },
      onEvent: (name, data) => {
        for (const listener of this.listeners.get(name) ?? []) notify(listener, data);
      },
      onClose: (code, heardAt) => {
        if (this.socket === line) this.handleClose(code, heardAt);
      },
    });
    this.socket = line;
  }

  private handleClose(code: number, heardAt: number): void {
    this.socket = undefined;
    if (useConnection.getState().status === 'online') {
      if (Date.now() - this.openedAt >= stableAfterMs) this.failedAttempts = 0;
      useConnection.setState({ status: 'reconnecting', since: now() - (Date.now() - heardAt) });
    }
    this.retry(reasons.get(code));
  }

  private retry(reason: CloseReason | undefined, retryAfter: string | null = null): void {
    useConnection.setState({ status: 'reconnecting' });
    const atLeastMs = retryAfterMs(retryAfter, Date.now()) ?? 0;
    const delay = reconnectDelay(this.failedAttempts, reason, { atLeastMs });
    this.failedAttempts += 1;
    this.earliestRetryAt = reason === 'flood' || atLeastMs > 0 ? Date.now() + delay : 0;
    this.cancelRetry = runAfter(delay, () => void this.connect());
  }

  private wake(): void {
    if (this.socket) this.socket.probe(wakeProbeMs);
    else if (Date.now() >= this.earliestRetryAt) {
      this.failedAttempts = 0;
      void this.connect();
    }
  }

  private hide(): void {
    this.disconnect();
    useConnection.setState({ status: 'reconnecting', since: now() });
  }

  private disconnect(): void {
    this.cancelRetry?.();
    this.connecting?.abort();
    this.connecting = undefined;
    const { socket } = this;
    this.socket = undefined;
    socket?.close(normalClosure);
  }
}

/** What a listener makes of it is its own matter: the others hear it all the same. */
function notify<T>(listener: (data: T) => void, data: T): void {
  try {
    listener(data);
  } catch (error) {
    logError('CONNECTION', 'what the server told was not understood', error);
  }
}

/** The one of this tab. */
export const realtime = new Realtime();
