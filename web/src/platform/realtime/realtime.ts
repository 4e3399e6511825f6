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
const goingCode = 1000;
/** A connection that stood for this long was a good one: the next starts with patience anew. */
const goodMs = 10_000;
/** Whoever wakes up wants to know it soon. */
const wakingMs = 3_000;

/** Where there are no people to be told of. */
const nobodyMissed = { came: 0, left: 0 };

const reasons = new Map(
  Object.entries(closeCodes).map(([reason, code]): [number, CloseReason] => [code, reason as CloseReason]),
);

export class Realtime {
  private readonly listeners = new Map<string, Set<(data: unknown) => void>>();
  private readonly openings = new Set<(facts: Welcome) => void>();
  /** Aborted when nobody is here any more; undefined while that is so. */
  private staying: AbortController | undefined;
  private dialling: AbortController | undefined;
  private line: Socket | undefined;
  private cancelRetry: (() => void) | undefined;
  private openedAt = 0;
  private tries = 0;
  /** No sooner is it tried again, whoever wakes up. */
  private notBefore = 0;

  /** Connects whoever is here now, in place of whoever was here before. */
  start(): void {
    this.stop();
    const staying = new AbortController();
    const { signal } = staying;
    this.staying = staying;
    this.tries = 0;
    onWake(() => this.wake(), signal);
    // A page that is kept for later must not keep a connection open; `pageshow` wakes it.
    window.addEventListener('pagehide', () => this.hide(), { signal });
    useConnection.setState({ status: 'connecting', since: now() });
    void this.dial();
  }

  /** Nobody is here any more. */
  stop(): void {
    this.staying?.abort();
    this.staying = undefined;
    this.hangUp();
    useConnection.setState(initialConnection);
  }

  /**
   * Sends a command. While there is no connection nothing waits for one.
   * @throws ApiError where it was refused or not answered
   */
  ask<C extends Command>(command: C, input: InputOf<C>): Promise<ResultOf<C>> {
    return (
      this.line?.ask(command, input) ??
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
    this.openings.add(listener);
    return () => this.openings.delete(listener);
  }

  private async dial(): Promise<void> {
    if (this.dialling || this.line) return;
    this.cancelRetry?.();
    const dialling = new AbortController();
    this.dialling = dialling;
    try {
      const socket = await openWebSocket(dialling.signal);
      if (dialling.signal.aborted) socket.close();
      else this.attach(socket);
    } catch (error) {
      if (!dialling.signal.aborted)
        this.retry(undefined, error instanceof ApiError ? error.retryAfter : null);
    } finally {
      if (this.dialling === dialling) this.dialling = undefined;
    }
  }

  private attach(socket: WebSocket): void {
    const line = new Socket(socket, {
      opened: (facts) => {
        this.openedAt = Date.now();
        useConnection.setState({ status: 'online', since: now(), missed: nobodyMissed, newer: false });
        for (const opening of this.openings) tell(opening, facts);
      },
      event: (name, data) => {
        for (const listener of this.listeners.get(name) ?? []) tell(listener, data);
      },
      closed: (code, heardAt) => {
        if (this.line === line) this.lose(code, heardAt);
      },
    });
    this.line = line;
  }

  private lose(code: number, heardAt: number): void {
    this.line = undefined;
    if (useConnection.getState().status === 'online') {
      if (Date.now() - this.openedAt >= goodMs) this.tries = 0;
      useConnection.setState({ status: 'reconnecting', since: now() - (Date.now() - heardAt) });
    }
    this.retry(reasons.get(code));
  }

  private retry(reason: CloseReason | undefined, retryAfter: string | null = null): void {
    useConnection.setState({ status: 'reconnecting' });
    const atLeastMs = retryAfterMs(retryAfter, Date.now()) ?? 0;
    const delay = reconnectDelay(this.tries, reason, { atLeastMs });
    this.tries += 1;
    this.notBefore = reason === 'flood' || atLeastMs > 0 ? Date.now() + delay : 0;
    this.cancelRetry = runAfter(delay, () => void this.dial());
  }

  private wake(): void {
    if (this.line) this.line.probe(wakingMs);
    else if (Date.now() >= this.notBefore) {
      this.tries = 0;
      void this.dial();
    }
  }

  private hide(): void {
    this.hangUp();
    useConnection.setState({ status: 'reconnecting', since: now() });
  }

  private hangUp(): void {
    this.cancelRetry?.();
    this.dialling?.abort();
    this.dialling = undefined;
    const { line } = this;
    this.line = undefined;
    line?.close(goingCode);
  }
}

/** What a listener makes of it is its own matter: the others hear it all the same. */
function tell<T>(listener: (data: T) => void, data: T): void {
  try {
    listener(data);
  } catch (error) {
    logError('CONNECTION', 'what the server told was not understood', error);
  }
}

/** The one of this tab. */
export const realtime = new Realtime();
