/**
 * Connects realtime connections with the presence of their mode, stores chosen statuses and drives the tick that sends
 * changes.
 */
import { operatingModes, presenceUpdateMs, type OperatingMode, type ChosenPresence } from '@foyer/contract';
import type { Choice } from './entry.ts';
import { UserDetailsCache } from './userDetailsCache.ts';
import type { DescribeUsers, IsPresenceActive } from './ports.ts';
import type { PresenceTab } from './tabs.ts';
import { ModePresence } from './modePresence.ts';
import { LogicalClock } from './logicalClock.ts';
import type { PresenceStore } from './store.ts';
import type { Clock, Every, MonotonicClock } from '#platform/clock';
import type { Cluster } from '#platform/cluster/cluster';
import type { Log } from '#platform/log/log';
import type { Connection } from '#platform/realtime/connection';
import type { ConnectionListener, DisconnectReason } from '#platform/realtime/realtime';
import { ApiError } from '#platform/apiError';

export interface PresenceServiceDeps {
  readonly cluster: Cluster;
  readonly store: PresenceStore;
  readonly describe: DescribeUsers;
  readonly isActive: IsPresenceActive;
  readonly clock: Clock;
  readonly monotonicClock: MonotonicClock;
  readonly every: Every;
  readonly log: Log;
}

/**
 * Grace periods in milliseconds: others see a user leave only after them, so that a reload or a short network failure
 * is invisible.
 */
const graceMs: Readonly<Record<DisconnectReason, number>> = {
  left: 3_000,
  lost: 4_000,
  reconnecting: 10_000,
  closed: 10_000,
};

export class PresenceService implements ConnectionListener {
  private readonly deps: PresenceServiceDeps;
  private readonly logicalClock: LogicalClock;
  private readonly userDetails: UserDetailsCache;
  private readonly modes: ReadonlyMap<OperatingMode, ModePresence>;
  private readonly tabs = new WeakMap<Connection, PresenceTab>();
  private stopTicking: (() => void) | undefined;

  constructor(deps: PresenceServiceDeps) {
    this.deps = deps;
    this.logicalClock = new LogicalClock(deps.clock);
    const { logicalClock } = this;
    this.userDetails = new UserDetailsCache({
      ...deps,
      logicalClock,
      onChange: (uid) => this.markChanged(uid),
    });
    const { userDetails } = this;
    this.modes = new Map(
      operatingModes.map((mode) => [mode, new ModePresence({ ...deps, mode, userDetails, logicalClock })]),
    );
    // Changes of profiles may have been missed while the bus was unavailable.
    deps.cluster.reconcile('presence-users', () => userDetails.refreshAll());
  }

  start(): void {
    this.stopTicking = this.deps.every(presenceUpdateMs, () => this.tick());
  }

  stop(): void {
    this.stopTicking?.();
  }

  opened(connection: Connection): void {
    const { mode, caller } = connection;
    if (caller.kind !== 'account' || !this.deps.isActive()) return;
    this.tabs.set(connection, this.presenceIn(mode).open(connection, caller.accountId));
  }

  closed(connection: Connection, ending: DisconnectReason): void {
    const tab = this.tabs.get(connection);
    if (tab === undefined) return;
    // No grace period for users who have logged out or whose session was ended.
    const grace = connection.closeReason === 'sessionEnded' ? 0 : graceMs[ending];
    this.presenceIn(connection.mode).close(tab, grace);
  }

  areaChanged(connection: Connection): void {
    const tab = this.tabs.get(connection);
    if (tab) this.presenceIn(connection.mode).enterArea(tab, connection.areaId);
  }

  subscribe(connection: Connection, everyone: boolean): void {
    this.presenceIn(connection.mode).subscribe(this.tabOf(connection), everyone);
  }

  follow(connection: Connection, uids: readonly string[]): void {
    this.presenceIn(connection.mode).follow(this.tabOf(connection), new Set(uids));
  }

  setIdle(connection: Connection, idle: boolean): void {
    this.presenceIn(connection.mode).setIdle(this.tabOf(connection), idle);
  }

  /** Sets the user's status on all their devices. */
  async choose(connection: Connection, wanted: ChosenPresence): Promise<void> {
    const { uid } = this.tabOf(connection);
    const before = this.userDetails.get(uid)?.choice;
    if (before?.status === wanted.status && before.invisible === wanted.invisible) return;
    const choice: Choice = { ...wanted, chosenAt: this.logicalClock.next() };
    await this.deps.store.save(uid, choice);
    this.userDetails.applyChoice(uid, choice);
  }

  /** Returns those of these users who have chosen to be invisible; none if presence is not active. */
  async findInvisible(uids: readonly string[]): Promise<ReadonlySet<string>> {
    if (!this.deps.isActive()) return new Set();
    const choices = await this.deps.store.choices(uids);
    return new Set(uids.filter((uid) => choices.get(uid)?.invisible === true));
  }

  /** Must be called when an account's profile or roles have changed, or when it was blocked or deleted. */
  refresh(accountId: string): void {
    this.userDetails.refresh(accountId);
  }

  private tick(): void {
    this.userDetails.loadPending();
    for (const presence of this.modes.values()) presence.tick();
  }

  private markChanged(uid: string): void {
    for (const presence of this.modes.values()) presence.markChanged(uid);
  }

  private presenceIn(mode: OperatingMode): ModePresence {
    const presence = this.modes.get(mode);
    if (presence === undefined) throw new Error(`No presence for operating mode ${mode}`);
    return presence;
  }

  private tabOf(connection: Connection): PresenceTab {
    const tab = this.tabs.get(connection);
    if (tab !== undefined) return tab;
    throw new ApiError(
      'forbidden',
      connection.caller.kind === 'account'
        ? 'Presence is not enabled at this venue.'
        : 'Presence needs an account. Log in first.',
    );
  }
}
