/** A visit with a fake realtime connection, for unit tests of models: the test answers commands and sends events. */
import type { Command, DataOf, Event, InputOf, ResultOf } from '@foyer/contract';
import { ApiError } from '../platform/api/apiError.ts';
import { createRealtime, type Realtime } from '../platform/realtime/realtime.ts';
import { createConnectionState } from '../platform/state/connection.ts';
import { untilAborted } from '../platform/untilAborted.ts';
import { createVisit, type Visit } from '../platform/visit/visit.ts';

export interface SentCommand {
  readonly name: string;
  readonly input: unknown;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

const lost = (name: string): ApiError => new ApiError('NOT_REACHABLE', `${name}: the connection was lost`);

export class FakeRealtime implements Pick<Realtime, 'sendCommand' | 'on' | 'onOpen' | 'isOnline' | 'stop'> {
  /** Commands without an answer, the oldest first. */
  readonly pending: SentCommand[] = [];
  private readonly state: ReturnType<typeof createConnectionState>;
  private readonly listeners = new Map<string, Set<(data: never) => void>>();
  private readonly openListeners = new Set<(welcome: never) => void>();

  constructor(state: ReturnType<typeof createConnectionState>) {
    this.state = state;
  }

  get isOnline(): boolean {
    return this.state.getState().status === 'online';
  }

  sendCommand<C extends Command>({ name }: C, input: InputOf<C>): Promise<ResultOf<C>> {
    if (!this.isOnline) return Promise.reject(lost(name));
    return new Promise((resolve, reject) => {
      const settle = (run: () => void): void => {
        const index = this.pending.indexOf(sent);
        if (index !== -1) this.pending.splice(index, 1);
        run();
      };
      const sent: SentCommand = {
        name,
        input,
        resolve: (result) => settle(() => resolve(result as ResultOf<C>)),
        reject: (error) => settle(() => reject(error)),
      };
      this.pending.push(sent);
    });
  }

  on<E extends Event>({ name }: E, listener: (data: DataOf<E>) => void, signal: AbortSignal): void {
    const listeners = this.listeners.get(name) ?? new Set();
    this.listeners.set(name, listeners.add(listener));
    untilAborted(signal, () => listeners.delete(listener));
  }

  onOpen(listener: (welcome: never) => void, signal: AbortSignal): void {
    this.openListeners.add(listener);
    untilAborted(signal, () => this.openListeners.delete(listener));
  }

  /** A connection opens. */
  open(nodeId = 'node-1'): void {
    this.state.setState({ status: 'online' });
    for (const listener of this.openListeners) listener({ nodeId } as never);
  }

  /** The connection is lost: commands without an answer fail. */
  lose(): void {
    this.state.setState({ status: 'reconnecting' });
    for (let [first] = this.pending; first; [first] = this.pending) first.reject(lost(first.name));
  }

  stop(): void {
    this.lose();
    this.state.setState({ status: 'none' });
  }

  emit<E extends Event>({ name }: E, data: DataOf<E>): void {
    for (const listener of this.listeners.get(name) ?? []) listener(data as never);
  }
}

export interface FakeVisit extends Visit {
  readonly realtime: FakeRealtime;
}

export function createFakeVisit(): FakeVisit {
  const state = createConnectionState();
  const realtime = new FakeRealtime(state);
  const visit = createVisit(
    new Map<unknown, unknown>([
      [createConnectionState, state],
      [createRealtime, realtime],
    ]),
  );
  untilAborted(visit.signal, () => realtime.stop());
  return Object.assign(visit, { realtime });
}
