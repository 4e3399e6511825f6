/** The tabs of this node that watch calls, and those that are in one. */
import type { OperatingMode } from '@foyer/contract';
import type { Connection } from '#platform/realtime/connection';
import type { Realtime } from '#platform/realtime/realtime';
import type { Seat } from './state.ts';

export class CallAudience {
  private readonly realtime: Pick<Realtime, 'tabsOf'>;
  private readonly watching = new WeakSet<Connection>();

  constructor(realtime: Pick<Realtime, 'tabsOf'>) {
    this.realtime = realtime;
  }

  watch(connection: Connection): void {
    this.watching.add(connection);
  }

  *of(mode: OperatingMode, uid: string): Iterable<Connection> {
    for (const tab of this.realtime.tabsOf(mode, uid)) if (this.watching.has(tab)) yield tab;
  }

  /** The tab of a participant; undefined if it is not connected to this node. */
  tabOf(mode: OperatingMode, { connectionId, person }: Seat): Connection | undefined {
    for (const tab of this.realtime.tabsOf(mode, person.uid)) if (tab.id === connectionId) return tab;
    return undefined;
  }
}
