/**
 * The realtime connection of a visit. It is open while its user is logged in, and is reopened whenever it is lost. While it
 * does not respond, a second one is opened, and the first of the two that responds is kept. `onOpen` listeners send what
 * each new connection needs, such as the current area.
 */
import { closeCodes, type CloseReason, type Command, type DataOf, type Event } from '@foyer/contract';
import type { InputOf, ResultOf } from '@foyer/contract';
import { parseRetryAfter } from '@foyer/contract/retryAfter';
import { ApiError } from '../api/apiError.ts';
import { logError } from '../log.ts';
import { now } from '../time/serverTime.ts';
import { createConnectionState, initialConnection } from '../state/connection.ts';
import type { Visit } from '../visit/visit.ts';
import { reconnectDelay } from './backoff.ts';
import { openWebSocket } from './openWebSocket.ts';
import { Socket, type Welcome } from './socket.ts';
import { runAfter } from '../time/timers.ts';
import { untilAborted } from '../untilAborted.ts';
import { onWake } from './wake.ts';

/** Close code of a page that is closed or stops the connection. */
const normalClosure = 1000;
/** After a connection that was open for this long, the reconnect delays start from the first one again. */
const stableAfterMs = 10_000;
/** After a wake-up a dead connection is detected faster than by the heartbeat. */
const wakeProbeMs = 3_000;
/** For the ticket, and again for the connection. */
const attemptTimeoutMs = 10_000;
/** The tabs of a node that does not respond are spread over this time. A tab must change its node within ten seconds. */
const replacementSpreadMs = 1_500;
/**
 * While the previous connection does not respond, its node may still get the requests of the next attempt. So the first
 * attempts are short, and become longer: on a slow network, and while many tabs change their node at once.
 */
const firstReplacementTimeoutMs = 2_500;

const noMissedChanges = { joined: 0, left: 0 };

const reasons: ReadonlyMap<number, CloseReason> = new Map(
  Object.entries(closeCodes).map(([reason, code]) => [code, reason as CloseReason]),
);

export class Realtime {
  private readonly state: ReturnType<typeof createConnectionState>;
  private readonly listeners = new Map<string, Set<(data: unknown) => void>>();
  private readonly openListeners = new Set<(welcome: Welcome) => void>();
  /** Aborted by `stop`; undefined while stopped. */
  private running: AbortController | undefined;
  private connecting: AbortController | undefined;
  private socket: Socket | undefined;
  /** The connection that replaces `socket` if it opens before `socket` responds. */
  private replacement: Socket | undefined;
  private cancelRetry: (() => void) | undefined;
  /** By `performance.now()`. */
  private openedAt = 0;
  private failedAttempts = 0;
  /** No attempt is made before this time, not even after a wake-up. By `performance.now()`. */
  private earliestRetryAt = 0;

  constructor(visit: Visit) {
    this.state = visit.get(createConnectionState);
    untilAborted(visit.signal, () => this.stop());
  }

  /** Connects the user of the visit, again if the connection is open. */
  start(): void {
    this.stop();
    const running = new AbortController();
    const { signal } = running;
    this.running = running;
    this.failedAttempts = 0;
    this.earliestRetryAt = 0;
    onWake(() => this.wake(), signal);
    // A page in the back/forward cache must not keep a connection open; `pageshow` reconnects.
    window.addEventListener('pagehide', () => this.hide(), { signal });
    this.state.setState({ status: 'connecting', since: now(), reconnect: undefined });
    void this.connect();
  }

  /** Disconnects and does not reconnect. */
  stop(): void {
    this.running?.abort();
    this.running = undefined;
    this.disconnect();
    this.state.setState(initialConnection);
  }

  /**
   * Sends a command. Fails at once without a connection.
   * @throws ApiError if the server rejects it or does not reply
   */
  sendCommand<C extends Command>(command: C, input: InputOf<C>): Promise<ResultOf<C>> {
    return (
      this.socket?.sendCommand(command, input) ??
      Promise.reject(new ApiError('NOT_REACHABLE', `${command.name}: not connected`))
    );
  }

  /** @param signal ends the subscription */
  on<E extends Event>({ name }: E, listener: (data: DataOf<E>) => void, signal: AbortSignal): void {
    const listeners = this.listeners.get(name) ?? new Set();
    this.listeners.set(name, listeners);
    // Events are not validated: the server adheres to the contract.
    addUntil(signal, listeners, listener as (data: unknown) => void);
  }

  /**
   * The listener is called when a connection opens, before its first event.
   * @param signal ends the subscription
   */
  onOpen(listener: (welcome: Welcome) => void, signal: AbortSignal): void {
    addUntil(signal, this.openListeners, listener);
  }

  get isOnline(): boolean {
    return this.state.getState().status === 'online';
  }

  private async connect(): Promise<void> {
    if (!this.running || this.connecting || this.replacement || this.isResponding) return;
    this.cancelRetry?.();
    const connecting = new AbortController();
    this.connecting = connecting;
    const withinMs = this.socket
      ? Math.min(attemptTimeoutMs, firstReplacementTimeoutMs * 2 ** this.failedAttempts)
      : attemptTimeoutMs;
    try {
      const webSocket = await openWebSocket(connecting.signal, withinMs);
      if (connecting.signal.aborted) webSocket.close();
      else this.attach(webSocket, withinMs);
    } catch (error) {
      if (!connecting.signal.aborted)
        this.retry(undefined, error instanceof ApiError ? error.retryAfter : null);
    } finally {
      if (this.connecting === connecting) this.connecting = undefined;
    }
  }

  private get isResponding(): boolean {
    return this.socket !== undefined && !this.socket.isSilent;
  }

  private attach(webSocket: WebSocket, openWithinMs: number): void {
    const socket = new Socket(
      webSocket,
      {
        onOpen: (welcome) => this.handleOpen(welcome),
        onEvent: (name, data) => {
          for (const listener of this.listeners.get(name) ?? []) notify(listener, data);
        },
        onSilent: () => {
          if (this.socket === socket) this.handleSilence();
        },
        onClose: (code, lastReceivedAt) => {
          if (this.socket === socket) this.handleClose(code, lastReceivedAt);
          else if (this.replacement === socket) {
            this.replacement = undefined;
            this.retry(reasons.get(code));
          }
        },
      },
      openWithinMs,
    );
    if (!this.socket) this.socket = socket;
    else {
      this.replacement = socket;
      webSocket.addEventListener('open', () => this.handleReplacementOpen(socket));
    }
  }

  private handleOpen(welcome: Welcome): void {
    this.openedAt = performance.now();
    this.state.setState({
      status: 'online',
      since: now(),
      missed: noMissedChanges,
      hasNewerVersion: false,
    });
    for (const listener of this.openListeners) notify(listener, welcome);
  }

  private handleSilence(): void {
    this.resetFailuresIfStable();
    this.connectAfter(
      Math.max(Math.random() * replacementSpreadMs, this.earliestRetryAt - performance.now()),
    );
  }

  /** Before its first message, so that the commands of the previous connection fail before `onOpen`. */
  private handleReplacementOpen(replacement: Socket): void {
    // The previous connection may have been closed meanwhile.
    if (this.replacement !== replacement) return;
    this.replacement = undefined;
    const previous = this.socket;
    if (this.isResponding) replacement.close(normalClosure);
    else {
      this.socket = replacement;
      this.state.setState({ status: 'reconnecting', since: now() });
      previous?.close(closeCodes.reconnecting);
    }
  }

  private handleClose(code: number, lastReceivedAt: number): void {
    this.socket = this.replacement;
    this.replacement = undefined;
    if (this.state.getState().status === 'online') {
      this.resetFailuresIfStable();
      this.state.setState({ status: 'reconnecting', since: now() - (Date.now() - lastReceivedAt) });
    }
    if (!this.socket && !this.connecting) this.retry(reasons.get(code));
  }

  private resetFailuresIfStable(): void {
    if (performance.now() - this.openedAt >= stableAfterMs) this.failedAttempts = 0;
  }

  private retry(reason: CloseReason | undefined, retryAfter: string | null = null): void {
    if (this.isResponding) return;
    if (reason === 'tooManyConnections') {
      // Another tab would be closed instead, and so on: the user decides which tabs are connected.
      this.stop();
      this.state.setState({ status: 'tooManyTabs', since: now(), reconnect: () => this.start() });
      return;
    }
    if (!this.socket) this.state.setState({ status: 'reconnecting' });
    const requestedMs = parseRetryAfter(retryAfter, Date.now()) ?? 0;
    const atLeastMs = Math.max(0, requestedMs, this.earliestRetryAt - performance.now());
    // Not a `retryTimer`: the delay depends on why the connection was closed, and limits retries after a wake-up as well.
    const delay = reconnectDelay(this.failedAttempts, reason, { atLeastMs });
    this.failedAttempts += 1;
    this.earliestRetryAt = reason === 'rateLimitExceeded' || atLeastMs > 0 ? performance.now() + delay : 0;
    this.connectAfter(delay);
  }

  /** Replaces an attempt that is scheduled already. */
  private connectAfter(ms: number): void {
    this.cancelRetry?.();
    this.cancelRetry = runAfter(ms, () => void this.connect());
  }

  private wake(): void {
    if (this.socket) this.socket.probe(wakeProbeMs);
    else if (performance.now() >= this.earliestRetryAt) {
      this.failedAttempts = 0;
      void this.connect();
    }
  }

  private hide(): void {
    this.disconnect();
    this.state.setState({ status: 'reconnecting', since: now() });
  }

  private disconnect(): void {
    this.cancelRetry?.();
    this.connecting?.abort();
    this.connecting = undefined;
    const sockets = [this.socket, this.replacement];
    this.socket = undefined;
    this.replacement = undefined;
    for (const socket of sockets) socket?.close(normalClosure);
  }
}

function addUntil<T>(signal: AbortSignal, listeners: Set<T>, listener: T): void {
  listeners.add(listener);
  untilAborted(signal, () => listeners.delete(listener));
}

/** An error in one listener does not keep the others from being called. */
function notify<T>(listener: (data: T) => void, data: T): void {
  try {
    listener(data);
  } catch (error) {
    logError('CONNECTION', 'realtime listener failed', error);
  }
}

export const createRealtime = (visit: Visit): Realtime => new Realtime(visit);
