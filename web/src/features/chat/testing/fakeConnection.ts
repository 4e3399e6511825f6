import type { Command, Event } from '@foyer/contract';
import { ApiError } from '../../../platform/api/apiError.ts';
import { createRealtime, type Realtime } from '../../../platform/realtime/realtime.ts';
import { untilAborted } from '../../../platform/untilAborted.ts';
import { createVisit, type Visit } from '../../../platform/visit/visit.ts';

/** A command that the page has sent and that has no reply yet. */
export interface Request {
  readonly name: string;
  readonly input: unknown;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

type Listener = (data: unknown) => void;
type OpenListener = Parameters<Realtime['onOpen']>[0];

const welcome = { connectionId: 'c1', nodeId: 'n1', serverTime: 0, venueVersion: 1 };

const notReachable = () => new ApiError('NOT_REACHABLE', 'connection lost');

/** A realtime connection whose replies and events arrive when the test lets them. */
export class FakeConnection implements Pick<Realtime, 'sendCommand' | 'on' | 'onOpen' | 'isOnline'> {
  isOnline = false;
  /** Oldest first. */
  readonly requests: Request[] = [];
  private readonly listeners = new Map<string, Set<Listener>>();
  private readonly openListeners = new Set<OpenListener>();

  sendCommand<C extends Command>({ name }: C, input: unknown): Promise<never> {
    if (!this.isOnline) return Promise.reject(notReachable());
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.requests.push({ name, input, resolve, reject });
    return promise as Promise<never>;
  }

  on({ name }: Event, listener: (data: never) => void, signal: AbortSignal): void {
    const listeners = this.listeners.get(name) ?? new Set();
    this.listeners.set(name, listeners.add(listener as Listener));
    untilAborted(signal, () => listeners.delete(listener as Listener));
  }

  onOpen(listener: OpenListener, signal: AbortSignal): void {
    this.openListeners.add(listener);
    untilAborted(signal, () => this.openListeners.delete(listener));
  }

  open(): void {
    this.isOnline = true;
    for (const listener of this.openListeners) listener(welcome);
  }

  /** Loses the connection; the requests fail without a reply. */
  close(): void {
    this.isOnline = false;
    for (const request of this.requests.splice(0)) request.reject(notReachable());
  }

  emit(name: string, data: unknown): void {
    for (const listener of this.listeners.get(name) ?? []) listener(data);
  }
}

/** A visit with this connection. */
export const visitWith = (connection: FakeConnection): Visit =>
  createVisit(new Map([[createRealtime, connection]]));
