/**
 * How many attendees have the live venue open, on all nodes: designers see it before they publish. Unlike presence, it
 * includes guests and invisible users, as it does not identify anyone. A user with tabs on several nodes counts once for
 * each node.
 */
import * as z from 'zod/mini';
import type { Cluster } from '#platform/cluster/cluster';
import type { ReplicatedMap } from '#platform/cluster/replicatedMap';
import type { Realtime } from '#platform/realtime/realtime';

export interface LiveAttendeesDeps {
  readonly cluster: Pick<Cluster, 'replicatedMap'>;
  readonly realtime: Pick<Realtime, 'countUsers'>;
}

const key = 'LIVE';
/** Users of a node that has crashed or stopped are counted again by the node that they reconnect to. */
const goneAfter = { silentMs: 30_000, stoppedMs: 10_000 };

export class LiveAttendees {
  private readonly realtime: LiveAttendeesDeps['realtime'];
  private readonly counts: ReplicatedMap<number>;

  constructor({ cluster, realtime }: LiveAttendeesDeps) {
    this.realtime = realtime;
    this.counts = cluster.replicatedMap('live-attendees', {
      schema: z.number(),
      onChange: () => undefined,
      goneAfter,
    });
  }

  /** Sends the number of this node to the others if it has changed. */
  update(): void {
    const count = this.realtime.countUsers('LIVE');
    if (count !== this.counts.get(key)) this.counts.set(key, count);
    this.counts.flush();
  }

  count(): number {
    this.update();
    return this.counts.entriesOf(key).reduce((total, count) => total + count, 0);
  }
}
