/**
 * A map in memory whose entries each node sets for itself and all other nodes receive.
 * Each `flush` publishes the changes with the next sequence number. A node applies changes in order; after a gap it
 * requests all entries. Heartbeats contain the current sequence number, which reveals the loss of the last change. So
 * all nodes have the same entries within a heartbeat and two flushes after the bus works, whatever messages were lost.
 * The entries of a node are dropped when it is gone. While the bus is down, they are kept.
 */
import * as z from 'zod/mini';
import type { Bus } from '#platform/bus/bus';
import { readMessage } from '#platform/cluster/channel';
import type { GoneAfter, Nodes } from '#platform/cluster/nodes';

export interface ReplicatedOptions<Entry> {
  readonly schema: z.ZodMiniType<Entry>;
  /** Called when an entry of another node has changed; `entry` is undefined if it was deleted. */
  readonly onChange: (key: string, entry: Entry | undefined) => void;
  /** When the entries of another node are dropped. */
  readonly goneAfter: GoneAfter;
}

export interface ReplicatedDeps<Entry> extends ReplicatedOptions<Entry> {
  readonly name: string;
  readonly bus: Bus;
  readonly nodeId: string;
  readonly nodes: Nodes;
}

const messageSchema = <Entry>(entry: z.ZodMiniType<Entry>) =>
  z.discriminatedUnion('kind', [
    /** Changes since the message with the previous sequence number. */
    z.object({
      kind: z.literal('changes'),
      seq: z.number(),
      set: z.array(z.tuple([z.string(), entry])),
      deleted: z.array(z.string()),
    }),
    /** All entries of the node after change `seq`, each with the sequence number of its last change. */
    z.object({
      kind: z.literal('all'),
      seq: z.number(),
      entries: z.array(z.tuple([z.string(), z.number(), entry])),
    }),
    /** Requests all entries of a node, or of every node. */
    z.object({ kind: z.literal('request'), nodeId: z.optional(z.string()) }),
  ]);

type Message<Entry> = z.infer<ReturnType<typeof messageSchema<Entry>>>;
type MessageOf<Entry, Kind> = Extract<Message<Entry>, { kind: Kind }>;

/** The received entries of another node. */
interface Peer<Entry> {
  /** The sequence number of the last applied change; -1 if no entries were received. */
  seq: number;
  readonly entries: Map<string, Entry>;
}

export class ReplicatedMap<Entry> {
  private readonly deps: ReplicatedDeps<Entry>;
  private readonly schema: z.ZodMiniType<Message<Entry>>;
  private readonly own = new Map<string, { readonly seq: number; readonly entry: Entry }>();
  private readonly changed = new Set<string>();
  private seq = 0;
  private readonly peers = new Map<string, Peer<Entry>>();
  /** Ids of peers with missing changes. */
  private readonly incomplete = new Set<string>();
  /** Whether another node has requested the entries of this node. */
  private isRequested = false;
  private mustRequestAll = false;

  constructor(deps: ReplicatedDeps<Entry>) {
    this.deps = deps;
    this.schema = messageSchema(deps.schema);
    const { name, bus, nodes } = deps;
    bus.subscribe(name, (text, nodeId) => this.receive(text, nodeId));
    nodes.reportPosition(name, () => this.seq);
    nodes.onHeartbeat((nodeId, positions) => this.comparePosition(nodeId, positions[name]));
    nodes.onConnect(() => {
      this.mustRequestAll = true;
    });
  }

  /** The entry of this node. */
  get(key: string): Entry | undefined {
    return this.own.get(key)?.entry;
  }

  /** Sets the entry of this node. Other nodes receive it with the next `flush`. */
  set(key: string, entry: Entry): void {
    this.own.set(key, { seq: this.seq + 1, entry });
    this.changed.add(key);
  }

  delete(key: string): boolean {
    if (this.own.delete(key)) return !!this.changed.add(key);
    return false;
  }

  /** The entries of all nodes for a key, sorted by node id, so that the order is the same on every node. */
  entriesOf(key: string): Entry[] {
    const found: (readonly [nodeId: string, entry: Entry])[] = [];
    const own = this.own.get(key);
    if (own !== undefined) found.push([this.deps.nodeId, own.entry]);
    for (const [nodeId, { entries }] of this.peers) {
      const entry = entries.get(key);
      if (entry !== undefined) found.push([nodeId, entry]);
    }
    if (found.length > 1) found.sort(([a], [b]) => (a < b ? -1 : 1));
    return found.map(([, entry]) => entry);
  }

  /** Publishes the changes since the last call and responses to other nodes, and drops nodes that are gone. */
  flush(): void {
    const { bus, nodes, goneAfter } = this.deps;
    if (bus.alone) {
      this.changed.clear();
      return;
    }
    if (this.changed.size > 0) this.publishChanges();
    if (this.isRequested) this.publishAll();
    this.isRequested = false;
    if (this.mustRequestAll) this.publish({ kind: 'request' });
    else for (const nodeId of this.incomplete) this.publish({ kind: 'request', nodeId });
    this.mustRequestAll = false;
    this.incomplete.clear();
    for (const [nodeId, peer] of this.peers) if (nodes.isGone(nodeId, goneAfter)) this.drop(nodeId, peer);
  }

  private publishChanges(): void {
    const set: [string, Entry][] = [];
    const deleted: string[] = [];
    for (const key of this.changed) {
      const own = this.own.get(key);
      if (own === undefined) deleted.push(key);
      else set.push([key, own.entry]);
    }
    this.changed.clear();
    this.seq += 1;
    this.publish({ kind: 'changes', seq: this.seq, set, deleted });
  }

  private publishAll(): void {
    const entries = Array.from(this.own, ([key, { seq, entry }]): [string, number, Entry] => [
      key,
      seq,
      entry,
    ]);
    this.publish({ kind: 'all', seq: this.seq, entries });
  }

  private publish(message: Message<Entry>): void {
    this.deps.bus.publish(this.deps.name, JSON.stringify(message));
  }

  private receive(text: string, nodeId: string): void {
    const message = readMessage(this.schema, text);
    if (message === undefined) return;
    if (message.kind === 'request') {
      if (message.nodeId === undefined || message.nodeId === this.deps.nodeId) this.isRequested = true;
      return;
    }
    const peer = this.peerOf(nodeId);
    if (peer === undefined || message.seq <= peer.seq) return;
    if (message.kind === 'all') {
      this.incomplete.delete(nodeId);
      this.applyAll(peer, message);
    } else if (peer.seq >= 0 && message.seq === peer.seq + 1) this.applyChanges(peer, message);
    else this.incomplete.add(nodeId);
  }

  private comparePosition(nodeId: string, position: number | undefined): void {
    if (position === undefined) return;
    const peer = this.peerOf(nodeId);
    if (peer !== undefined && position > peer.seq) this.incomplete.add(nodeId);
  }

  /** Undefined for a node that is not alive, whose message is late. */
  private peerOf(nodeId: string): Peer<Entry> | undefined {
    const { nodes, goneAfter } = this.deps;
    if (!nodes.isAlive(nodeId, goneAfter)) return undefined;
    let peer = this.peers.get(nodeId);
    if (peer === undefined) this.peers.set(nodeId, (peer = { seq: -1, entries: new Map() }));
    return peer;
  }

  private applyChanges(peer: Peer<Entry>, { seq, set, deleted }: MessageOf<Entry, 'changes'>): void {
    peer.seq = seq;
    for (const [key, entry] of set) this.put(peer, key, entry);
    for (const key of deleted) this.remove(peer, key);
  }

  private applyAll(peer: Peer<Entry>, { seq, entries }: MessageOf<Entry, 'all'>): void {
    const before = peer.seq;
    peer.seq = seq;
    const keys = new Set(entries.map(([key]) => key));
    for (const key of peer.entries.keys()) if (!keys.has(key)) this.remove(peer, key);
    for (const [key, changedAt, entry] of entries) if (changedAt > before) this.put(peer, key, entry);
  }

  private put(peer: Peer<Entry>, key: string, entry: Entry): void {
    peer.entries.set(key, entry);
    this.deps.onChange(key, entry);
  }

  private remove(peer: Peer<Entry>, key: string): void {
    if (peer.entries.delete(key)) this.deps.onChange(key, undefined);
  }

  private drop(nodeId: string, peer: Peer<Entry>): void {
    this.peers.delete(nodeId);
    for (const key of peer.entries.keys()) this.deps.onChange(key, undefined);
  }
}
