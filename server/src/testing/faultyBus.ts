/** A bus between nodes of one process, that can lose, duplicate and reorder messages. */
import type { Bus, BusListener } from '#platform/bus/bus';

interface Subscription {
  readonly listener: BusListener;
  readonly onReturned: ((message: string) => void) | undefined;
}

interface SentMessage {
  readonly from: string;
  readonly channel: string;
  readonly message: string;
}

export class FaultyBus {
  private readonly nodes = new Map<string, Map<string, Subscription>>();
  /** All published messages. */
  private readonly published: SentMessage[] = [];
  /** The undelivered messages of each node. */
  private readonly undelivered = new Map<string, SentMessage[]>();
  private readonly blocked = new Set<string>();
  private readonly onReturn = new Map<string, (() => void)[]>();

  join(node: string): Bus {
    const channels = new Map<string, Subscription>();
    this.nodes.set(node, channels);
    this.undelivered.set(node, []);
    const returns: (() => void)[] = [];
    this.onReturn.set(node, returns);
    return {
      alone: false,
      publish: (channel, message) => {
        const sent = { from: node, channel, message };
        if (this.blocked.has(node)) return;
        this.published.push(sent);
        for (const pending of this.undelivered.values()) pending.push(sent);
      },
      subscribe: (channel, listener, onReturned) => void channels.set(channel, { listener, onReturned }),
      onReturn: (listener) => void returns.push(listener),
      close: async () => this.leave(node),
    };
  }

  /** Removes a node: it receives nothing more. */
  leave(node: string): void {
    this.nodes.delete(node);
    this.undelivered.delete(node);
  }

  /** Discards all messages that the node publishes, or stops doing so. */
  blockPublishing(node: string, isBlocked = true): void {
    if (isBlocked) this.blocked.add(node);
    else this.blocked.delete(node);
  }

  /** Discards all undelivered messages of a node. */
  dropAll(node: string): void {
    this.undelivered.get(node)?.splice(0);
  }

  /** Simulates that the node lost its connection to the bus and reconnected. */
  reconnect(node: string): void {
    for (const listener of this.onReturn.get(node) ?? []) listener();
  }

  pendingCount(node: string): number {
    return this.undelivered.get(node)?.length ?? 0;
  }

  /** Delivers one undelivered message to a node; `pick` selects it. With `keep` it can be delivered again. */
  deliver(node: string, pick: number, keep = false): void {
    const pending = this.undelivered.get(node);
    const sent = pending?.[pick % (pending.length || 1)];
    if (pending === undefined || sent === undefined) return;
    if (!keep) pending.splice(pending.indexOf(sent), 1);
    this.deliverMessage(node, sent);
  }

  /** Delivers all published messages again, newest first. */
  replay(node: string): void {
    for (const sent of this.published.toReversed()) this.deliverMessage(node, sent);
  }

  private deliverMessage(node: string, sent: SentMessage): void {
    const subscription = this.nodes.get(node)?.get(sent.channel);
    if (sent.from === node) subscription?.onReturned?.(sent.message);
    else subscription?.listener(sent.message, sent.from);
  }

  /** Discards one undelivered message. */
  dropMessage(node: string, pick: number): void {
    const pending = this.undelivered.get(node);
    if (pending && pending.length > 0) pending.splice(pick % pending.length, 1);
  }

  /** Delivers all undelivered messages in order. */
  deliverAll(): void {
    for (const node of this.nodes.keys()) while (this.pendingCount(node) > 0) this.deliver(node, 0);
  }
}
