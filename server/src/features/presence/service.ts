/** Who is here: seats of connections in both modes, what people choose, and the tick in which all of it is told. */
import { operatingModes, presenceTickMs, type OperatingMode, type PresenceChoice } from '@foyer/contract';
import type { Choice } from './entry.ts';
import { KnownPeople } from './peopleCache.ts';
import type { DescribePeople, PresenceActive } from './ports.ts';
import type { Seat } from './tabs.ts';
import { Space } from './modePresence.ts';
import { Stamps } from './logicalClock.ts';
import type { PresenceStore } from './store.ts';
import type { Clock, Every } from '#platform/clock';
import type { Cluster } from '#platform/cluster/cluster';
import type { Log } from '#platform/log/log';
import type { Connection } from '#platform/realtime/connection';
import type { ConnectionListener, Ending } from '#platform/realtime/realtime';
import { Refusal } from '#platform/refusal';

export interface PresenceServiceParts {
  readonly cluster: Cluster;
  readonly store: PresenceStore;
  readonly describe: DescribePeople;
  readonly active: PresenceActive;
  readonly clock: Clock;
  readonly every: Every;
  readonly log: Log;
}

/** How long nobody says that a person is gone, so that a reload or a blink of the network shows nothing. */
const graceMs: Readonly<Record<Ending, number>> = {
  left: 3_000,
  lost: 4_000,
  reconnecting: 10_000,
  closed: 10_000,
};

export class PresenceService implements ConnectionListener {
  private readonly parts: PresenceServiceParts;
  private readonly stamps: Stamps;
  private readonly known: KnownPeople;
  private readonly spaces: ReadonlyMap<OperatingMode, Space>;
  private readonly seats = new WeakMap<Connection, Seat>();
  private stopTicking: (() => void) | undefined;

  constructor(parts: PresenceServiceParts) {
    this.parts = parts;
    this.stamps = new Stamps(parts.clock);
    const { stamps } = this;
    this.known = new KnownPeople({ ...parts, stamps, changed: (uid) => this.touch(uid) });
    const { known } = this;
    this.spaces = new Map(operatingModes.map((mode) => [mode, new Space({ ...parts, mode, known, stamps })]));
    // Which names have changed while the bus was away is not known.
    parts.cluster.reconcile('presence-people', () => known.refreshAll());
  }

  start(): void {
    this.stopTicking = this.parts.every(presenceTickMs, () => this.tick());
  }

  stop(): void {
    this.stopTicking?.();
  }

  opened(connection: Connection): void {
    const { mode, caller } = connection;
    if (caller.kind !== 'account' || !this.parts.active()) return;
    this.seats.set(connection, this.space(mode).open(connection, caller.accountId));
  }

  closed(connection: Connection, ending: Ending): void {
    const seat = this.seats.get(connection);
    if (seat === undefined) return;
    // Whoever logs out, or was sent out, is not waited for.
    const grace = connection.closedFor === 'sessionEnded' ? 0 : graceMs[ending];
    this.space(connection.mode).close(seat, grace);
  }

  moved(connection: Connection): void {
    const seat = this.seats.get(connection);
    if (seat) this.space(connection.mode).enter(seat, connection.areaId);
  }

  watch(connection: Connection, everyone: boolean): void {
    this.space(connection.mode).watch(this.seatOf(connection), everyone);
  }

  setIdle(connection: Connection, idle: boolean): void {
    this.space(connection.mode).setIdle(this.seatOf(connection), idle);
  }

  /** Holds on every device, from now on. */
  async choose(connection: Connection, wanted: PresenceChoice): Promise<void> {
    const { uid } = this.seatOf(connection);
    const before = this.known.of(uid)?.choice;
    if (before?.status === wanted.status && before.invisible === wanted.invisible) return;
    const choice: Choice = { ...wanted, chosenAt: this.stamps.next() };
    await this.parts.store.save(uid, choice);
    this.known.learn(uid, choice);
  }

  /** What an account says of a person has changed, or the account is not to be seen any more. */
  refresh(accountId: string): void {
    this.known.refresh(accountId);
  }

  private tick(): void {
    this.known.look();
    for (const space of this.spaces.values()) space.tick();
  }

  private touch(uid: string): void {
    for (const space of this.spaces.values()) space.touch(uid);
  }

  private space(mode: OperatingMode): Space {
    const space = this.spaces.get(mode);
    if (space === undefined) throw new Error(`there is no presence in ${mode}`);
    return space;
  }

  private seatOf(connection: Connection): Seat {
    const seat = this.seats.get(connection);
    if (seat !== undefined) return seat;
    throw new Refusal(
      'forbidden',
      connection.caller.kind === 'account'
        ? 'People do not see each other at this venue: presence is not switched on.'
        : 'Presence is of people with an account: log in to be seen.',
    );
  }
}
