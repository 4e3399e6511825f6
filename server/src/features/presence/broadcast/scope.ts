/** The tabs that receive the same records: those of an area, those that subscribe to everyone, or those in no area. */
import { changesFrame, snapshotFrame } from './frames.ts';
import type { Roster, RosterEntry } from './roster.ts';

export type ScopeTarget =
  | { readonly kind: 'area'; readonly areaId: string }
  | { readonly kind: 'everyone' }
  /** Tabs that are in no area. They receive only counts. */
  | { readonly kind: 'nowhere' };

export class Scope<Tab> {
  readonly target: ScopeTarget;
  /** Determines the ticks at which a busy venue sends to this scope, see `Broadcaster`. */
  readonly slot: number;
  /** Tabs that have received the snapshot and every change since. */
  readonly subscribers = new Set<Tab>();
  /** Tabs that receive the snapshot when the scope is sent next. */
  readonly newSubscribers = new Set<Tab>();
  private readonly updated = new Map<string, RosterEntry>();
  private readonly removed = new Set<string>();

  constructor(target: ScopeTarget, slot: number) {
    this.target = target;
    this.slot = slot;
  }

  get isEmpty(): boolean {
    return this.subscribers.size === 0 && this.newSubscribers.size === 0;
  }

  leave(tab: Tab): void {
    this.subscribers.delete(tab);
    this.newSubscribers.delete(tab);
  }

  recordUpdate(entry: RosterEntry): void {
    this.removed.delete(entry.uid);
    this.updated.set(entry.uid, entry);
  }

  recordRemoval(uid: string): void {
    this.updated.delete(uid);
    this.removed.add(uid);
  }

  /** Returns the changes since the last call as a frame and clears them. Undefined without changes or subscribers. */
  drainChanges(): Buffer | undefined {
    if (this.updated.size === 0 && this.removed.size === 0) return undefined;
    const frame =
      this.subscribers.size === 0
        ? undefined
        : changesFrame(
            this.areaId,
            Array.from(this.updated.values(), ({ json }) => json),
            [...this.removed],
          );
    this.updated.clear();
    this.removed.clear();
    return frame;
  }

  /** The snapshot for the new subscribers; undefined if there are none. */
  snapshot(roster: Roster): Buffer | undefined {
    if (this.newSubscribers.size === 0 || this.target.kind === 'nowhere') return undefined;
    const attendees = this.target.kind === 'area' ? roster.in(this.target.areaId).values() : roster.byArea();
    return snapshotFrame(
      this.areaId,
      Array.from(attendees, ({ record }) => record),
    );
  }

  private get areaId(): string | undefined {
    return this.target.kind === 'area' ? this.target.areaId : undefined;
  }
}
