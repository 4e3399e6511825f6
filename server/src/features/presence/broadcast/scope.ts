/** Those who are told the same records: everyone in an area, everyone who has the list of all open, or nobody's. */
import { changesFrame, peopleFrame } from './frames.ts';
import type { Roster, Shown } from './roster.ts';

export type ScopeKind =
  | { readonly kind: 'area'; readonly areaId: string }
  | { readonly kind: 'everyone' }
  /** Of tabs that are in no area: they are told counts alone. */
  | { readonly kind: 'nowhere' };

export class Scope<Tab> {
  readonly of: ScopeKind;
  /** Which of the turns of a busy venue is its own. */
  readonly turn: number;
  /** They have the snapshot, and every change since. */
  readonly members = new Set<Tab>();
  /** They get the snapshot when the scope is told next. */
  readonly newcomers = new Set<Tab>();
  private readonly put = new Map<string, Shown>();
  private readonly gone = new Set<string>();

  constructor(of: ScopeKind, turn: number) {
    this.of = of;
    this.turn = turn;
  }

  get isEmpty(): boolean {
    return this.members.size === 0 && this.newcomers.size === 0;
  }

  leave(tab: Tab): void {
    this.members.delete(tab);
    this.newcomers.delete(tab);
  }

  noteIn(shown: Shown): void {
    this.gone.delete(shown.uid);
    this.put.set(shown.uid, shown);
  }

  noteOut(uid: string): void {
    this.put.delete(uid);
    this.gone.add(uid);
  }

  /** What has changed since it was told last, once. */
  takeChanges(): Buffer | undefined {
    if (this.put.size === 0 && this.gone.size === 0) return undefined;
    const frame =
      this.members.size === 0
        ? undefined
        : changesFrame(
            this.areaId,
            Array.from(this.put.values(), ({ json }) => json),
            [...this.gone],
          );
    this.put.clear();
    this.gone.clear();
    return frame;
  }

  /** Everybody in it, for all who came since it was told last. */
  snapshot(roster: Roster): Buffer | undefined {
    if (this.newcomers.size === 0 || this.of.kind === 'nowhere') return undefined;
    const people = this.of.kind === 'area' ? roster.in(this.of.areaId).values() : roster.byArea();
    return peopleFrame(
      this.areaId,
      Array.from(people, ({ record }) => record),
    );
  }

  private get areaId(): string | undefined {
    return this.of.kind === 'area' ? this.of.areaId : undefined;
  }
}
