/** Lets the nodes of a venue act as one server. A single node uses the same interface (decision 122). */
import type { Bus } from '#platform/bus/bus';
import { systemPause, type Every, type MonotonicClock, type Pause } from '#platform/clock';
import { Channel, type ChannelOptions } from '#platform/cluster/channel';
import { DurableFeeds, type DurableItem, type DurableOptions } from '#platform/cluster/durableFeeds';
import { Nodes } from '#platform/cluster/nodes';
import { Reconciliation, type ReconcileOptions } from '#platform/cluster/reconciliation';
import { ReplicatedMap, type ReplicatedOptions } from '#platform/cluster/replicatedMap';
import type { Log } from '#platform/log/log';

export interface ClusterDeps {
  readonly bus: Bus;
  /** The id of this process, new at each start. */
  readonly nodeId: string;
  readonly monotonicClock: MonotonicClock;
  readonly every: Every;
  /** Waits between retries; default: in real time. */
  readonly pause?: Pause;
  readonly log: Pick<Log, 'warn'>;
}

export class Cluster {
  readonly nodes: Nodes;
  private readonly deps: ClusterDeps;
  private readonly reconciliations: Reconciliation[] = [];

  constructor(deps: ClusterDeps) {
    this.deps = deps;
    this.nodes = new Nodes(deps);
    deps.bus.onReturn(() => {
      for (const reconciliation of this.reconciliations) reconciliation.request();
    });
  }

  get nodeId(): string {
    return this.deps.nodeId;
  }

  /** Whether there are no other nodes, so that reconciliation is unnecessary. */
  get alone(): boolean {
    return this.deps.bus.alone;
  }

  /** See `Channel`. Each name is used once per node. */
  channel<T>(name: string, options: ChannelOptions<T> & ReconcileOptions): Channel<T> {
    const { bus, log } = this.deps;
    const { reconcile, everyMs } = options;
    const reconciliation = reconcile && this.reconcile(name, reconcile, everyMs);
    return new Channel({ ...options, name, bus, reconciliation, log });
  }

  /** See `DurableFeeds`. Each name is used once per node, and not by a channel. */
  durableFeeds<Item extends DurableItem>(name: string, options: DurableOptions<Item>): DurableFeeds<Item> {
    const { pause = systemPause, log } = this.deps;
    return new DurableFeeds({ ...options, name, cluster: this, pause, log });
  }

  /** See `ReplicatedMap`. Each name is used once per node, and not by a channel. */
  replicatedMap<Entry>(name: string, options: ReplicatedOptions<Entry>): ReplicatedMap<Entry> {
    return new ReplicatedMap({
      ...options,
      name,
      bus: this.deps.bus,
      nodeId: this.nodeId,
      nodes: this.nodes,
    });
  }

  /** Must be called after every feature has started. */
  start(): void {
    this.nodes.start();
    for (const reconciliation of this.reconciliations) reconciliation.start();
  }

  /**
   * Announces the stop to the other nodes. Must be called before the features stop. Resolves after the last
   * reconciliation.
   */
  async stop(): Promise<void> {
    this.nodes.stop();
    await Promise.all(this.reconciliations.map((reconciliation) => reconciliation.stop()));
  }

  /** See `Reconciliation`: runs at the interval, if given, and after the bus has reconnected. */
  reconcile(name: string, run: () => Promise<void> | void, everyMs?: number): Reconciliation {
    const { every, log } = this.deps;
    const reconciliation = new Reconciliation({ name, run, everyMs, every, log });
    this.reconciliations.push(reconciliation);
    return reconciliation;
  }
}
