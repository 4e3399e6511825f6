/** Finds tabs on this node: those of a user that subscribe to calls, and the tab of a participant. */
import type { OperatingMode } from '@foyer/contract';
import type { Connection } from '#platform/realtime/connection';
import type { Realtime } from '#platform/realtime/realtime';
import type { Participant } from './state.ts';

export class CallSubscribers {
  private readonly realtime: Pick<Realtime, 'tabsOf'>;
  private readonly subscribed = new WeakSet<Connection>();

  constructor(realtime: Pick<Realtime, 'tabsOf'>) {
    this.realtime = realtime;
  }

  add(connection: Connection): void {
    this.subscribed.add(connection);
  }

  *ofUser(mode: OperatingMode, uid: string): Iterable<Connection> {
    for (const tab of this.realtime.tabsOf(mode, uid)) if (this.subscribed.has(tab)) yield tab;
  }

  /** The tab of a participant; undefined if it is not connected to this node. */
  tabOfParticipant(mode: OperatingMode, { connectionId, user }: Participant): Connection | undefined {
    for (const tab of this.realtime.tabsOf(mode, user.uid)) if (tab.id === connectionId) return tab;
    return undefined;
  }
}
