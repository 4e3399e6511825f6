/** A bus between nodes of one process, with which a test loses, duplicates and reorders messages. */
import type { Bus, BusListener } from '#platform/bus/bus';

interface Listening {
  readonly hear: BusListener;
  readonly returned: ((message: string) => void) | undefined;
}

interface Letter {
  readonly from: string;
  readonly channel: string;
  readonly message: string;
}

export class FaultyBus {
  private readonly nodes = new Map<string, Map<string, Listening>>();
  /** All published messages. */
  private readonly past: Letter[] = [];
  /** The undelivered messages of each node. */
  private readonly under = new Map<string, Letter[]>();
  private readonly silent = new Set<string>();
  private readonly onReturn = new Map<string, (() => void)[]>();

  join(node: string): Bus {
    const channels = new Map<string, Listening>();
    this.nodes.set(node, channels);
    this.under.set(node, []);
    const returns: (() => void)[] = [];
    this.onReturn.set(node, returns);
    return {
      alone: false,
      publish: (channel, message) => {
        const letter = { from: node, channel, message };
        if (this.silent.has(node)) return;
        this.past.push(letter);
        for (const letters of this.under.values()) letters.push(letter);
      },
      subscribe: (channel, hear, returned) => void channels.set(channel, { hear, returned }),
      onReturn: (listener) => void returns.push(listener),
      close: async () => this.leave(node),
    };
  }

  /** Removes a node: it receives nothing more. */
  leave(node: string): void {
    this.nodes.delete(node);
    this.under.delete(node);
  }

  /** Discards all messages that the node publishes, or stops doing so. */
  blockPublishing(node: string, isSilent = true): void {
    if (isSilent) this.silent.add(node);
    else this.silent.delete(node);
  }

  /** Discards all undelivered messages of a node. */
  dropAll(node: string): void {
    this.under.get(node)?.splice(0);
  }

  /** Simulates that the node lost its connection to the bus and reconnected. */
  reconnect(node: string): void {
    for (const listener of this.onReturn.get(node) ?? []) listener();
  }

  pendingCount(node: string): number {
    return this.under.get(node)?.length ?? 0;
  }

  /** Delivers one undelivered message to a node; `pick` selects it. With `keep` it can be delivered again. */
  deliver(node: string, pick: number, keep = false): void {
    const letters = this.under.get(node);
    const letter = letters?.[pick % (letters.length || 1)];
    if (letters === undefined || letter === undefined) return;
    if (!keep) letters.splice(letters.indexOf(letter), 1);
    this.deliverMessage(node, letter);
  }

  /** Delivers all published messages again, newest first. */
  replay(node: string): void {
    for (const letter of this.past.toReversed()) this.deliverMessage(node, letter);
  }

  private deliverMessage(node: string, letter: Letter): void {
    const listening = this.nodes.get(node)?.get(letter.channel);
    if (letter.from === node) listening?.returned?.(letter.message);
    else listening?.hear(letter.message, letter.from);
  }

  /** Discards one undelivered message. */
  dropMessage(node: string, pick: number): void {
    const letters = this.under.get(node);
    if (letters && letters.length > 0) letters.splice(pick % letters.length, 1);
  }

  /** Delivers all undelivered messages in order. */
  deliverAll(): void {
    for (const node of this.nodes.keys()) while (this.pendingCount(node) > 0) this.deliver(node, 0);
  }
}
