/** The presence of one operating mode on this node: its tabs, the entries of all nodes and what is sent. */
import { ownPresenceStatus, type DataOf, type OperatingMode } from '@foyer/contract';
import { Broadcaster } from './broadcast/broadcaster.ts';
import { presenceEntry, mergeEntries, type PresenceEntry } from './entry.ts';
import type { UserDetailsCache } from './userDetailsCache.ts';
import { Roster, toRosterEntry } from './broadcast/roster.ts';
import { PresenceTab, PresenceTabs, type TabConnection } from './tabs.ts';
import type { LogicalClock } from './logicalClock.ts';
import type { MonotonicClock } from '#platform/clock';
import type { Cluster } from '#platform/cluster/cluster';
import type { ReplicatedMap } from '#platform/cluster/replicatedMap';
import { eventFrame } from '#platform/realtime/topic';

export interface ModePresenceDeps {
  readonly mode: OperatingMode;
  readonly cluster: Cluster;
  readonly userDetails: UserDetailsCache;
  readonly logicalClock: LogicalClock;
  readonly monotonicClock: MonotonicClock;
  /** See `Broadcaster`. */
  readonly tabsPerTick?: number;
}

/** When the entries of a node are removed. Users of a stopped node have 10 s to reconnect to another one. */
const goneAfter = { silentMs: 30_000, stoppedMs: 10_000 };

export class ModePresence {
  readonly roster = new Roster();
  private readonly deps: ModePresenceDeps;
  private readonly tabs: PresenceTabs;
  private readonly broadcaster: Broadcaster;
  private readonly entries: ReplicatedMap<PresenceEntry>;
  /** Users whose merged presence may have changed since the last tick. */
  private readonly changedUsers = new Set<string>();
  private ticks = 0;

  constructor(deps: ModePresenceDeps) {
    this.deps = deps;
    this.entries = deps.cluster.replicatedMap(`presence-${deps.mode}`, {
      schema: presenceEntry,
      onChange: (uid, entry) => this.onEntryChanged(uid, entry),
      goneAfter,
    });
    this.tabs = new PresenceTabs({ ...deps, entries: this.entries });
    this.broadcaster = new Broadcaster(this.roster, deps.tabsPerTick);
  }

  open(connection: TabConnection, uid: string): PresenceTab {
    const tab = new PresenceTab(connection, uid);
    this.tabs.add(tab);
    this.broadcaster.add(tab);
    return tab;
  }

  /** Removes the tab after a grace period in milliseconds. */
  close(tab: PresenceTab, graceMs: number): void {
    this.broadcaster.remove(tab);
    this.tabs.disconnect(tab, this.deps.monotonicClock() + graceMs);
  }

  enterArea(tab: PresenceTab, areaId: string | undefined): void {
    this.tabs.enterArea(tab, areaId);
    this.broadcaster.updateScope(tab);
  }

  subscribe(tab: PresenceTab, everyone: boolean): void {
    tab.subscribesToEveryone = everyone;
    this.broadcaster.updateScope(tab);
  }

  follow(tab: PresenceTab, uids: ReadonlySet<string>): void {
    this.broadcaster.follow(tab, uids);
  }

  setIdle(tab: PresenceTab, idle: boolean): void {
    this.tabs.setIdle(tab, idle);
  }

  /** Must be called when the details or the choice of a user have changed. */
  markChanged(uid: string): void {
    this.tabs.markChanged(uid);
  }

  tick(): void {
    this.ticks += 1;
    for (const uid of this.tabs.updateEntries(this.deps.monotonicClock())) this.changedUsers.add(uid);
    this.entries.flush();
    for (const uid of this.changedUsers) this.updateRoster(uid);
    this.changedUsers.clear();
    this.broadcaster.send(this.ticks);
  }

  private onEntryChanged(uid: string, entry: PresenceEntry | undefined): void {
    const { logicalClock, userDetails } = this.deps;
    this.changedUsers.add(uid);
    if (entry === undefined) return;
    logicalClock.observe(Math.max(entry.at, entry.enteredAt));
    userDetails.applyChoice(uid, entry.choice);
  }

  private updateRoster(uid: string): void {
    const entries = this.entries.entriesOf(uid);
    const presence = entries.length === 0 ? undefined : mergeEntries(uid, entries);
    const after = presence?.record && toRosterEntry(presence.record);
    const before = this.roster.attendees.get(uid);
    if (before?.json !== after?.json) {
      this.roster.set(uid, after);
      this.broadcaster.recordChange(this.ticks, before, after);
    }
    if (presence) this.sendOwnStatus(uid, presence.own);
  }

  /** Sends the user's own status to their tabs on this node when it has changed, on whichever device. */
  private sendOwnStatus(uid: string, own: DataOf<typeof ownPresenceStatus>): void {
    const bits = (own.status === 'Busy' ? 1 : 0) + (own.invisible ? 2 : 0) + (own.idle ? 4 : 0);
    for (const tab of this.tabs.of(uid)) {
      if (tab.endsAt !== undefined || tab.ownStatusSent === bits) continue;
      tab.ownStatusSent = bits;
      tab.connection.send(eventFrame(ownPresenceStatus, own));
    }
  }
}
