/**
 * Sends presence to the tabs of this node: one frame per scope at the end of a tick. A tab that joins a scope receives
 * its snapshot and from then on every change, in order. With thousands of tabs the scopes are spread over several ticks
 * (slots), so that each tab receives at most one write per second, with everything of its scope. Changes of followed users
 * are sent at every tick, because few tabs follow the same user.
 */
import { AreaCounts } from './areaCounts.ts';
import { Followers } from './followers.ts';
import type { Roster, RosterEntry } from './roster.ts';
import { Scope, type ScopeTarget } from './scope.ts';
import type { PresenceTab } from '../tabs.ts';

/** Up to this many tabs are sent to at every tick; up to twice as many at every other tick, and so on. */
const tabsPerTick = 1_000;
/** With ticks of 250 ms, every scope is sent at least once a second. */
const maxSlots = 4;

const scopeName = (target: ScopeTarget): string =>
  target.kind === 'area' ? `area ${target.areaId}` : target.kind;

export class Broadcaster {
  private readonly roster: Roster;
  private readonly tabsPerTick: number;
  private readonly counts: AreaCounts;
  private readonly followers = new Followers();
  private readonly scopes = new Map<string, Scope<PresenceTab>>();
  private tabCount = 0;
  private scopesCreated = 0;

  constructor(roster: Roster, maxTabsPerTick = tabsPerTick) {
    this.roster = roster;
    this.tabsPerTick = maxTabsPerTick;
    this.counts = new AreaCounts(roster);
  }

  add(tab: PresenceTab): void {
    this.tabCount += 1;
    this.joinScope(tab);
  }

  remove(tab: PresenceTab): void {
    this.tabCount -= 1;
    this.leaveScope(tab);
    this.followers.remove(tab);
  }

  /** Moves the tab to its new scope after it has changed its area or its subscription. */
  updateScope(tab: PresenceTab): void {
    if (scopeName(scopeTarget(tab)) === (tab.scope && scopeName(tab.scope.target))) return;
    this.leaveScope(tab);
    this.joinScope(tab);
  }

  /** Subscribes the tab to these users, in addition to its scope. */
  follow(tab: PresenceTab, uids: ReadonlySet<string>): void {
    this.followers.follow(tab, uids);
  }

  recordChange(tick: number, before: RosterEntry | undefined, after: RosterEntry | undefined): void {
    this.counts.recordChange(tick, before, after);
    // In the same area the update below replaces the removal.
    if (before?.areaId !== undefined) this.areaScope(before.areaId)?.recordRemoval(before.uid);
    if (after?.areaId !== undefined) this.areaScope(after.areaId)?.recordUpdate(after);
    const uid = after?.uid ?? before?.uid;
    if (uid !== undefined) this.followers.recordChange(uid);
    const everyone = this.scopes.get('everyone');
    if (after !== undefined) everyone?.recordUpdate(after);
    else if (before !== undefined) everyone?.recordRemoval(before.uid);
  }

  /** Sends to the scopes whose slot this tick is. */
  send(tick: number): void {
    this.counts.beginTick(tick);
    const slots = Math.min(maxSlots, Math.max(1, Math.ceil(this.tabCount / this.tabsPerTick)));
    for (const scope of this.scopes.values())
      if ((tick + scope.slot) % slots === 0) this.sendToScope(scope, tick);
    this.followers.send(this.roster);
  }

  private sendToScope(scope: Scope<PresenceTab>, tick: number): void {
    const changes = scope.drainChanges();
    for (const tab of scope.subscribers) this.sendToTab(tab, changes, tick);
    const snapshot = scope.snapshot(this.roster);
    for (const tab of scope.newSubscribers) {
      this.sendToTab(tab, snapshot, tick);
      scope.subscribers.add(tab);
    }
    scope.newSubscribers.clear();
  }

  private sendToTab(tab: PresenceTab, frame: Buffer | undefined, tick: number): void {
    if (frame !== undefined) tab.connection.send(frame);
    const counts = this.counts.frameSince(tab.countsSentAt);
    tab.countsSentAt = tick;
    if (counts !== undefined) tab.connection.send(counts);
  }

  private areaScope(areaId: string): Scope<PresenceTab> | undefined {
    return this.scopes.get(`area ${areaId}`);
  }

  private joinScope(tab: PresenceTab): void {
    const target = scopeTarget(tab);
    const name = scopeName(target);
    let scope = this.scopes.get(name);
    if (scope === undefined) {
      scope = new Scope<PresenceTab>(target, this.scopesCreated++);
      this.scopes.set(name, scope);
    }
    scope.newSubscribers.add(tab);
    tab.scope = scope;
  }

  private leaveScope(tab: PresenceTab): void {
    const { scope } = tab;
    scope?.leave(tab);
    if (scope?.isEmpty === true) this.scopes.delete(scopeName(scope.target));
  }
}

function scopeTarget(tab: PresenceTab): ScopeTarget {
  if (tab.subscribesToEveryone) return { kind: 'everyone' };
  return tab.areaId === undefined ? { kind: 'nowhere' } : { kind: 'area', areaId: tab.areaId };
}
