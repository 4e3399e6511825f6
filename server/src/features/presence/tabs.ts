/** The tabs of this node, grouped by user: several tabs of a user make one presence entry. */
import { isDeepStrictEqual } from 'node:util';
import type { PresenceEntry } from './entry.ts';
import type { UserDetailsCache } from './userDetailsCache.ts';
import type { Scope } from './broadcast/scope.ts';
import type { LogicalClock } from './logicalClock.ts';
import type { ReplicatedMap } from '#platform/cluster/replicatedMap';
import type { Connection } from '#platform/realtime/connection';

/** The part of a connection that presence needs. */
export type TabConnection = Pick<Connection, 'send'>;

/** A tab of a user. It stays after its connection has closed, for the grace period. */
export class PresenceTab {
  readonly connection: TabConnection;
  readonly uid: string;
  areaId: string | undefined;
  /** When the tab entered the area, by the `LogicalClock`; 0: in no area. */
  enteredAt = 0;
  idle = false;
  /** End of the grace period, by the `MonotonicClock`; undefined while connected. */
  endsAt: number | undefined;
  subscribesToEveryone = false;
  /** Determines which records the tab receives. */
  scope: Scope<PresenceTab> | undefined;
  /** The tick of the last counts that were sent; -1: none yet. */
  countsSentAt = -1;
  /** The last status of its own user that was sent, as a bit mask; -1: none yet. */
  ownStatusSent = -1;

  constructor(connection: TabConnection, uid: string) {
    this.connection = connection;
    this.uid = uid;
  }
}

export class PresenceTabs {
  /** One entry for each user with tabs on this node. */
  private readonly entries: ReplicatedMap<PresenceEntry>;
  private readonly userDetails: UserDetailsCache;
  private readonly logicalClock: LogicalClock;
  private readonly tabsOfUser = new Map<string, PresenceTab[]>();
  private readonly disconnected = new Set<PresenceTab>();
  private readonly changed = new Set<string>();

  constructor(deps: {
    entries: ReplicatedMap<PresenceEntry>;
    userDetails: UserDetailsCache;
    logicalClock: LogicalClock;
  }) {
    this.entries = deps.entries;
    this.userDetails = deps.userDetails;
    this.logicalClock = deps.logicalClock;
  }

  of(uid: string): readonly PresenceTab[] {
    return this.tabsOfUser.get(uid) ?? [];
  }

  add(tab: PresenceTab): void {
    this.tabsOfUser.set(tab.uid, [...this.of(tab.uid), tab]);
    this.userDetails.addConnection(tab.uid);
    this.changed.add(tab.uid);
  }

  enterArea(tab: PresenceTab, areaId: string | undefined): void {
    tab.areaId = areaId;
    tab.enteredAt = areaId === undefined ? 0 : this.logicalClock.next();
    this.changed.add(tab.uid);
  }

  setIdle(tab: PresenceTab, idle: boolean): void {
    tab.idle = idle;
    this.changed.add(tab.uid);
  }

  /** Keeps the tab until the end of its grace period: a user who reconnects before it (with a new tab) has not left. */
  disconnect(tab: PresenceTab, endsAt: number): void {
    tab.endsAt = endsAt;
    this.disconnected.add(tab);
    this.changed.add(tab.uid);
  }

  /** Must be called when the details or the choice of a user have changed. */
  markChanged(uid: string): void {
    if (this.tabsOfUser.has(uid)) this.changed.add(uid);
  }

  /**
   * Removes tabs whose grace period is over and updates the entries. Returns the users whose entry or tabs have
   * changed.
   */
  updateEntries(now: number): ReadonlySet<string> {
    for (const tab of this.disconnected) if ((tab.endsAt ?? now) <= now) this.remove(tab);
    const changed = new Set(this.changed);
    this.changed.clear();
    for (const uid of changed) this.updateEntry(uid);
    return changed;
  }

  private remove(tab: PresenceTab): void {
    this.disconnected.delete(tab);
    const left = this.of(tab.uid).filter((other) => other !== tab);
    if (left.length > 0) this.tabsOfUser.set(tab.uid, left);
    else this.tabsOfUser.delete(tab.uid);
    this.userDetails.removeConnection(tab.uid);
    this.changed.add(tab.uid);
  }

  private updateEntry(uid: string): void {
    const before = this.entries.get(uid);
    const after = this.buildEntry(uid);
    if (after === undefined) this.entries.delete(uid);
    else if (before === undefined || !isDeepStrictEqual({ ...after, at: before.at }, before))
      this.entries.set(uid, { ...after, at: this.logicalClock.next() });
  }

  private buildEntry(uid: string): PresenceEntry | undefined {
    const tabs = this.of(uid);
    const user = this.userDetails.get(uid);
    if (tabs.length === 0 || user === undefined) return undefined;
    const last = tabs.reduce((best, tab) => (tab.enteredAt > best.enteredAt ? tab : best));
    // A disconnected tab counts for idleness only if the user has no connected one.
    const open = tabs.filter((tab) => tab.endsAt === undefined);
    const idle = (open.length > 0 ? open : tabs).every((tab) => tab.idle);
    const { areaId, enteredAt } = last;
    return { ...(areaId === undefined ? {} : { areaId }), enteredAt, idle, ...user, at: 0 };
  }
}
