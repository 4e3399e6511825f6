/**
 * How many attendees have the live venue open, on all nodes: designers see it before they publish. Unlike presence, it
 * includes guests and invisible users, as it does not identify anyone. A user counts once, also with tabs on several
 * nodes: so the nodes exchange the ids, which stay inside the server.
 */
import * as z from 'zod/mini';
import type { Cluster } from '#platform/cluster/cluster';
import type { ReplicatedMap } from '#platform/cluster/replicatedMap';
import type { Realtime } from '#platform/realtime/realtime';

export interface LiveAttendeesDeps {
  readonly cluster: Pick<Cluster, 'replicatedMap'>;
  readonly realtime: Pick<Realtime, 'userIds'>;
}

/** When the users of another node no longer count. By then they have reconnected to other nodes. */
const goneAfter = { silentMs: 30_000, stoppedMs: 10_000 };

export class LiveAttendees {
  private readonly realtime: LiveAttendeesDeps['realtime'];
  /** By user; a node has an entry for each user with a tab on it. */
  private readonly users: ReplicatedMap<true>;
  private ownIds: ReadonlySet<string> = new Set();
  /** Users with a tab on any node. */
  private readonly ids = new Set<string>();

  constructor({ cluster, realtime }: LiveAttendeesDeps) {
    this.realtime = realtime;
    this.users = cluster.replicatedMap('live-users', {
      schema: z.literal(true),
      onChange: (id) => this.recount(id),
      goneAfter,
    });
  }

  /** Sends the users who have connected to this node or left it to the other nodes. Called once a second. */
  update(): void {
    const before = this.ownIds;
    this.ownIds = this.realtime.userIds('LIVE');
    const arrived = [...this.ownIds].filter((id) => !before.has(id));
    const departed = [...before].filter((id) => !this.ownIds.has(id));
    for (const id of arrived) this.users.set(id, true);
    for (const id of departed) this.users.delete(id);
    for (const id of [...arrived, ...departed]) this.recount(id);
    this.users.flush();
  }

  count(): number {
    this.update();
    return this.ids.size;
  }

  private recount(id: string): void {
    if (this.users.entriesOf(id).length > 0) this.ids.add(id);
    else this.ids.delete(id);
  }
}
