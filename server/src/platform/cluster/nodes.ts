/**
 * Which nodes are alive, by one heartbeat per node over the bus.
 *
 * A node is silent for the time that passes between two heartbeats of this node that have returned over the bus, without
 * one of its own. So silence counts only while the bus works, and a pause of this process counts as one heartbeat. A
 * node that stops gracefully says so, and is never alive again. Lost, doubled and late messages change nothing else.
 *
 * It cannot distinguish a node that died from one that cannot reach the bus.
 */
import * as z from 'zod/mini';
import type { Bus } from '#platform/bus/bus';
import type { Clock, Every } from '#platform/clock';
import { readMessage } from '#platform/cluster/channel';

export const nodeHeartbeatMs = 5_000;
/** How often a node checks whether a heartbeat is due. */
const tickMs = 250;
/** More nodes than a venue has, those included that were replaced by restarts. */
const maxNodes = 100;

const channel = 'nodes';
const nodeMessage = z.object({
  /** Rises with each message of a node: a lower one is late or doubled. */
  no: z.number(),
  /** How far each replicated state of the node has come. */
  positions: z.optional(z.record(z.string(), z.number())),
  /** The node stops. */
  stopping: z.optional(z.literal(true)),
});

/** When a node counts as gone, in milliseconds. */
export interface GoneAfter {
  /** After so much silence. */
  readonly silentMs: number;
  /** So long after it has said that it stops. */
  readonly stoppedMs: number;
}

export type HeartbeatListener = (nodeId: string, positions: Readonly<Record<string, number>>) => void;

export interface NodesDeps {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly every: Every;
}

interface NodeState {
  /** Of its last message; -1: none was received. */
  no: number;
  receivedAt: number;
  silentMs: number;
  stoppedAt: number | undefined;
}

export class Nodes {
  private readonly deps: NodesDeps;
  /** Those whose last message is the oldest come first. */
  private readonly nodes = new Map<string, NodeState>();
  private readonly positions = new Map<string, () => number>();
  private readonly heartbeatListeners: HeartbeatListener[] = [];
  private readonly connectListeners: (() => void)[] = [];
  private no = 0;
  private sentAt = Number.NEGATIVE_INFINITY;
  private returnedAt: number;
  /** A heartbeat of this node has returned since the start, or since the bus was away. */
  private isConnected = false;
  private stopTimer: (() => void) | undefined;

  constructor(deps: NodesDeps) {
    this.deps = deps;
    this.returnedAt = deps.clock();
    deps.bus.subscribe(
      channel,
      (text, nodeId) => this.receive(text, nodeId),
      (text) => this.receiveOwn(text),
    );
    deps.bus.onReturn(() => {
      this.isConnected = false;
      this.beat();
    });
  }

  start(): void {
    this.beat();
    this.stopTimer = this.deps.every(tickMs, () => this.tick());
  }

  /** Says goodbye. */
  stop(): void {
    this.stopTimer?.();
    this.publish({ stopping: true });
  }

  /** An unknown node counts as silent from the first request for it. */
  isGone(nodeId: string, { silentMs, stoppedMs }: GoneAfter): boolean {
    const node = this.nodeOf(nodeId);
    if (node.stoppedAt !== undefined && this.deps.clock() - node.stoppedAt >= stoppedMs) return true;
    return node.silentMs >= silentMs;
  }

  /** Whether a heartbeat of the node was received, and it is not gone. */
  isAlive(nodeId: string, after: GoneAfter): boolean {
    return (this.nodes.get(nodeId)?.no ?? -1) >= 0 && !this.isGone(nodeId, after);
  }

  /** Has the heartbeats of this node say how far a replicated state has come. */
  reportPosition(name: string, position: () => number): void {
    this.positions.set(name, position);
  }

  onHeartbeat(listener: HeartbeatListener): void {
    this.heartbeatListeners.push(listener);
  }

  /** Calls back when the bus has proved that it works, after the start and after it was away. */
  onConnect(listener: () => void): void {
    this.connectListeners.push(listener);
  }

  private tick(): void {
    if (!this.isConnected || this.deps.clock() - this.sentAt >= nodeHeartbeatMs) this.beat();
  }

  private beat(): void {
    this.sentAt = this.deps.clock();
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
    const now = this.deps.clock();
    Object.assign(node, { no: message.no, receivedAt: now, silentMs: 0 });
    this.nodes.delete(nodeId);
    this.nodes.set(nodeId, node);
    if (message.stopping === true) node.stoppedAt ??= now;
    // A node that has just started does not have to wait for the next heartbeat of the others.
    if (isNew && node.stoppedAt === undefined) this.beat();
    for (const listener of this.heartbeatListeners) listener(nodeId, message.positions ?? {});
  }

  private receiveOwn(text: string): void {
    // After a blockage many heartbeats return at once, before those of others: only the last one counts.
    if (readMessage(nodeMessage, text)?.no !== this.no) return;
    this.countSilence();
    if (this.isConnected) return;
    this.isConnected = true;
    for (const listener of this.connectListeners) listener();
  }

  private countSilence(): void {
    const now = this.deps.clock();
    for (const node of this.nodes.values()) {
      const passed = now - Math.max(this.returnedAt, node.receivedAt);
      node.silentMs += Math.min(nodeHeartbeatMs, Math.max(0, passed));
    }
    this.returnedAt = now;
  }

  private nodeOf(nodeId: string): NodeState {
    let node = this.nodes.get(nodeId);
    if (node === undefined) {
      node = { no: -1, receivedAt: this.deps.clock(), silentMs: 0, stoppedAt: undefined };
      this.nodes.set(nodeId, node);
      const [oldest] = this.nodes.keys();
      if (this.nodes.size > maxNodes && oldest !== undefined) this.nodes.delete(oldest);
    }
    return node;
  }
}
