/**
 * Tracks which nodes are alive: each node publishes heartbeats over the bus.
 *
 * The silence of a node is the time between returned heartbeats of this node during which no message of the other node
 * arrived. So silence counts only while the bus works, and a pause of this process counts as one heartbeat interval. A
 * node announces a graceful stop and is never alive again. Lost, duplicated and late messages have no other effect.
 *
 * A crashed node and a node without a connection to the bus cannot be distinguished.
 */
import * as z from 'zod/mini';
import { BoundedMap } from '#platform/boundedMap';
import type { Bus } from '#platform/bus/bus';
import type { Every, MonotonicClock } from '#platform/clock';
import { readMessage } from '#platform/cluster/channel';

export const nodeHeartbeatMs = 5_000;
/** How often a node checks whether a heartbeat is due. */
const tickMs = 250;
/** Maximum number of tracked nodes, more than a venue has including nodes that were replaced by restarts. */
const maxNodes = 100;

const channel = 'nodes';
const nodeMessage = z.object({
  /** Increases with each message of a node. A message with a lower number is late or a duplicate. */
  no: z.number(),
  /** The sequence number of each replicated map of the node. */
  positions: z.optional(z.record(z.string(), z.number())),
  /** The node stops. */
  stopping: z.optional(z.literal(true)),
});

/** When a node counts as gone. Milliseconds. */
export interface GoneAfter {
  /** After this time without heartbeats. */
  readonly silentMs: number;
  /** After this time since it has announced its stop. */
  readonly stoppedMs: number;
}

export type HeartbeatListener = (nodeId: string, positions: Readonly<Record<string, number>>) => void;

export interface NodesDeps {
  readonly bus: Bus;
  readonly monotonicClock: MonotonicClock;
  readonly every: Every;
}

interface NodeState {
  /** The number of its last message; -1 if none was received. */
  no: number;
  receivedAt: number;
  silentMs: number;
  stoppedAt: number | undefined;
}

export class Nodes {
  private readonly deps: NodesDeps;
  /** Ordered by the time of the last message, oldest first. */
  private readonly nodes = new BoundedMap<string, NodeState>(maxNodes);
  private readonly positions = new Map<string, () => number>();
  private readonly heartbeatListeners: HeartbeatListener[] = [];
  private readonly connectListeners: (() => void)[] = [];
  private no = 0;
  private sentAt = Number.NEGATIVE_INFINITY;
  private returnedAt: number;
  /** Whether a heartbeat of this node has returned since the start or the last reconnect. */
  private isConnected = false;
  private stopTimer: (() => void) | undefined;

  constructor(deps: NodesDeps) {
    this.deps = deps;
    this.returnedAt = deps.monotonicClock();
    deps.bus.subscribe(
      channel,
      (text, nodeId) => this.receive(text, nodeId),
      (text) => this.receiveOwn(text),
    );
    deps.bus.onReturn(() => {
      this.isConnected = false;
      this.sendHeartbeat();
    });
  }

  start(): void {
    this.sendHeartbeat();
    this.stopTimer = this.deps.every(tickMs, () => this.tick());
  }

  /** Announces to the other nodes that this node stops. */
  stop(): void {
    this.stopTimer?.();
    this.publish({ stopping: true });
  }

  /** An unknown node counts as silent from the first query for it. */
  isGone(nodeId: string, { silentMs, stoppedMs }: GoneAfter): boolean {
    const node = this.nodeOf(nodeId);
    if (node.stoppedAt !== undefined && this.deps.monotonicClock() - node.stoppedAt >= stoppedMs) return true;
    return node.silentMs >= silentMs;
  }

  /** Whether a heartbeat of the node was received, and it is not gone. */
  isAlive(nodeId: string, after: GoneAfter): boolean {
    return (this.nodes.get(nodeId)?.no ?? -1) >= 0 && !this.isGone(nodeId, after);
  }

  /** Adds the sequence number of a replicated map to the heartbeats of this node. */
  reportPosition(name: string, position: () => number): void {
    this.positions.set(name, position);
  }

  onHeartbeat(listener: HeartbeatListener): void {
    this.heartbeatListeners.push(listener);
  }

  /** Calls back when the bus works: after the start, and after each reconnect. */
  onConnect(listener: () => void): void {
    this.connectListeners.push(listener);
  }

  private tick(): void {
    if (!this.isConnected || this.deps.monotonicClock() - this.sentAt >= nodeHeartbeatMs)
      this.sendHeartbeat();
  }

  private sendHeartbeat(): void {
    this.sentAt = this.deps.monotonicClock();
    const positions = Object.fromEntries([...this.positions].map(([name, position]) => [name, position()]));
    this.publish({ positions });
    if (this.deps.bus.alone) this.countSilence();
  }

  private publish(message: Omit<z.infer<typeof nodeMessage>, 'no'>): void {
    this.no += 1;
    this.deps.bus.publish(channel, JSON.stringify({ no: this.no, ...message }));
  }

  private receive(text: string, nodeId: string): void {
    const message = readMessage(nodeMessage, text);
    if (message === undefined) return;
    const node = this.nodeOf(nodeId);
    if (message.no <= node.no) return;
    const isNew = node.no < 0;
    const now = this.deps.monotonicClock();
    Object.assign(node, { no: message.no, receivedAt: now, silentMs: 0 });
    this.nodes.set(nodeId, node);
    if (message.stopping === true) node.stoppedAt ??= now;
    // A node that has just started does not have to wait for the next heartbeat of the others.
    if (isNew && node.stoppedAt === undefined) this.sendHeartbeat();
    for (const listener of this.heartbeatListeners) listener(nodeId, message.positions ?? {});
  }

  private receiveOwn(text: string): void {
    // After an interruption many heartbeats return at once, before those of other nodes: only the last one counts.
    if (readMessage(nodeMessage, text)?.no !== this.no) return;
    this.countSilence();
    if (this.isConnected) return;
    this.isConnected = true;
    for (const listener of this.connectListeners) listener();
  }

  private countSilence(): void {
    const now = this.deps.monotonicClock();
    for (const node of this.nodes.values()) {
      const passed = now - Math.max(this.returnedAt, node.receivedAt);
      node.silentMs += Math.min(nodeHeartbeatMs, Math.max(0, passed));
    }
    this.returnedAt = now;
  }

  private nodeOf(nodeId: string): NodeState {
    let node = this.nodes.get(nodeId);
    if (node === undefined) {
      node = { no: -1, receivedAt: this.deps.monotonicClock(), silentMs: 0, stoppedAt: undefined };
      this.nodes.set(nodeId, node);
    }
    return node;
  }
}
