/** What the nodes of a venue need to act as one server; a node without others uses the same (decision 122). */
import type { Bus } from '#platform/bus/bus';
import { systemPause, type Clock, type Every, type Pause } from '#platform/clock';
import { Channel, type ChannelOptions } from '#platform/cluster/channel';
import { DurableFeeds, type DurableItem, type DurableOptions } from '#platform/cluster/durableFeeds';
import { Nodes } from '#platform/cluster/nodes';
import { Reconciliation, type ReconcileOptions } from '#platform/cluster/reconciliation';
import { ReplicatedMap, type ReplicatedOptions } from '#platform/cluster/replicatedMap';
import type { Log } from '#platform/log/log';

export interface ClusterDeps {
  readonly bus: Bus;
  /** Of this process, new at each start. */
  readonly nodeId: string;
  readonly clock: Clock;
  readonly every: Every;
  /** Between retries; default: real time. */
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

  /** There are no other nodes: nothing that others do has to be looked for. */
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

  /** See `Durable`. Each name is used once per node, and not by a channel. */
  durableFeeds<Item extends DurableItem>(name: string, options: DurableOptions<Item>): DurableFeeds<Item> {
    const { pause = systemPause, log } = this.deps;
    return new DurableFeeds({ ...options, name, cluster: this, pause, log });
  }

  /** See `Replicated`. Each name is used once per node, and not by a channel. */
  replicatedMap<Entry>(name: string, options: ReplicatedOptions<Entry>): ReplicatedMap<Entry> {
    return new ReplicatedMap({
      ...options,
      name,
      bus: this.deps.bus,
      nodeId: this.nodeId,
      nodes: this.nodes,
    });
  }

  /** To be called when every feature has started. */
  start(): void {
    this.nodes.start();
    for (const reconciliation of this.reconciliations) reconciliation.start();
  }

  /** Says goodbye to the other nodes. To be called before the features stop. Resolves after the last reconciliation. */
  async stop(): Promise<void> {
    this.nodes.stop();
    await Promise.all(this.reconciliations.map((reconciliation) => reconciliation.stop()));
  }

  /** See `Reconciliation`: runs at an interval, if there is one, and after the bus was away. */
  reconcile(name: string, run: () => Promise<void> | void, everyMs?: number): Reconciliation {
    const { every, log } = this.deps;
    const reconciliation = new Reconciliation({ name, run, everyMs, every, log });
    this.reconciliations.push(reconciliation);
    return reconciliation;
  }
}
