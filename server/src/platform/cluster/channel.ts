/**
 * A typed channel of the bus. Messages that do not match the schema, for example from a node of another version, are
 * dropped. Messages may be lost, duplicated or reordered: handlers must tolerate that, and a channel that announces
 * durable state reconciles with the database.
 */
import type * as z from 'zod/mini';
import type { Bus } from '#platform/bus/bus';
import type { Reconciliation } from '#platform/cluster/reconciliation';
import type { Log } from '#platform/log/log';

export interface ChannelOptions<T> {
  readonly schema: z.ZodMiniType<T>;
  /** Handles a message of another node, or of this node's `broadcast`. */
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

  /** Sends a message to all nodes. Returns the result of the handler on this node. */
  broadcast(message: T): Promise<void> | void {
    this.publish(message);
    return this.deps.handle(message);
  }

  /** Starts a reconciliation, or one more after the current run. */
  reconcile(): void {
    this.deps.reconciliation?.request();
  }

  private receive(text: string): void {
    const { name, schema, handle, log } = this.deps;
    const message = readMessage(schema, text);
    if (message === undefined) return;
    const warn = (error: unknown) => log.warn({ err: error, channel: name }, 'handling a bus message failed');
    try {
      handle(message)?.catch(warn);
    } catch (error) {
      warn(error);
    }
  }
}

/** Parses a message. Returns undefined if it does not match the schema. */
export function readMessage<T>(schema: z.ZodMiniType<T>, text: string): T | undefined {
  try {
    const parsed = schema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
