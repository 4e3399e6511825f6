/** The tabs that follow single users in whichever area: with whom they chat, and whose profile they show. */
import type { PresenceTab } from '../tabs.ts';
import { followedFrame } from './frames.ts';
import type { Roster } from './roster.ts';

/** What a tab has to be sent next. */
interface Pending {
  readonly uids: Set<string>;
  /** Whether these are all users that the tab follows. */
  readonly complete: boolean;
}

export class Followers {
  private readonly followed = new Map<PresenceTab, ReadonlySet<string>>();
  private readonly tabsOf = new Map<string, Set<PresenceTab>>();
  private readonly pending = new Map<PresenceTab, Pending>();

  /** Replaces the users that the tab follows. */
  follow(tab: PresenceTab, uids: ReadonlySet<string>): void {
    this.remove(tab);
    this.followed.set(tab, uids);
    for (const uid of uids) this.tabsOf.set(uid, (this.tabsOf.get(uid) ?? new Set()).add(tab));
    this.pending.set(tab, { uids: new Set(uids), complete: true });
  }

  remove(tab: PresenceTab): void {
    for (const uid of this.followed.get(tab) ?? []) {
      const tabs = this.tabsOf.get(uid);
      tabs?.delete(tab);
      if (tabs?.size === 0) this.tabsOf.delete(uid);
    }
    this.followed.delete(tab);
    this.pending.delete(tab);
  }

  recordChange(uid: string): void {
    for (const tab of this.tabsOf.get(uid) ?? []) {
      const pending = this.pending.get(tab);
      if (pending) pending.uids.add(uid);
      else this.pending.set(tab, { uids: new Set([uid]), complete: false });
    }
  }

  send({ attendees }: Roster): void {
    for (const [tab, { uids, complete }] of this.pending) {
      const entries = [...uids].map((uid) => [uid, attendees.get(uid)?.json] as const);
      const updated = entries.flatMap(([, json]) => json ?? []);
      const removed = entries.flatMap(([uid, json]) => (json === undefined ? uid : []));
      tab.connection.send(followedFrame(updated, removed, complete));
    }
    this.pending.clear();
  }
}
