/**
 * A typed channel of the bus. Messages of other nodes that do not fit the schema, as of a node of another version, are
 * dropped. A message may be lost, doubled or reordered: a handler must tolerate all of it, and a channel that announces
 * durable state reconciles with the database.
 */
import type * as z from 'zod/mini';
import type { Bus } from '#platform/bus/bus';
import type { Reconciliation } from '#platform/cluster/reconciliation';
import type { Log } from '#platform/log/log';

export interface ChannelOptions<T> {
  readonly schema: z.ZodMiniType<T>;
  /** Handles a message of another node, or of this one by `broadcast`. */
  readonly handle: (message: T) => Promise<void> | void;
}

export interface ChannelDeps<T> extends ChannelOptions<T> {
  readonly name: string;
  readonly bus: Bus;
  readonly reconciliation: Reconciliation | undefined;
  readonly log: Pick<Log, 'warn'>;
}

export class Channel<T> {
  private readonly deps: ChannelDeps<T>;

  constructor(deps: ChannelDeps<T>) {
    this.deps = deps;
    deps.bus.subscribe(deps.name, (text) => this.receive(text));
  }

  /** Sends a message to all other nodes. */
  publish(message: T): void {
    this.deps.bus.publish(this.deps.name, JSON.stringify(message));
  }

  /** Sends a message to all nodes. Returns what the handler returns on this one. */
  broadcast(message: T): Promise<void> | void {
    this.publish(message);
    return this.deps.handle(message);
  }

  /** Reconciles now, or once more after the current run. */
  reconcile(): void {
    this.deps.reconciliation?.request();
  }

  private receive(text: string): void {
    const { name, schema, handle, log } = this.deps;
    const message = readMessage(schema, text);
    if (message === undefined) return;
    const warn = (fault: unknown) => log.warn({ err: fault, channel: name }, 'bus message failed');
    try {
      handle(message)?.catch(warn);
    } catch (fault) {
      warn(fault);
    }
  }
}

/** Undefined if the text does not fit the schema. */
export function readMessage<T>(schema: z.ZodMiniType<T>, text: string): T | undefined {
  try {
    const parsed = schema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
