/** The visible attendees of an operating mode, overall and by area. */
import type { AttendeePresence } from '@foyer/contract';

/** A record with its JSON, which is encoded once for all receivers. */
export interface RosterEntry {
  readonly uid: string;
  readonly areaId: string | undefined;
  readonly record: AttendeePresence;
  readonly json: string;
}

export const toRosterEntry = (record: AttendeePresence): RosterEntry => ({
  uid: record.uid,
  areaId: record.areaId,
  record,
  json: JSON.stringify(record),
});

const noEntries: ReadonlyMap<string, RosterEntry> = new Map();

export class Roster {
  readonly attendees = new Map<string, RosterEntry>();
  readonly areas = new Map<string, Map<string, RosterEntry>>();

  in(areaId: string): ReadonlyMap<string, RosterEntry> {
    return this.areas.get(areaId) ?? noEntries;
  }

  /** All entries, grouped by area: similar records next to each other compress well. */
  *byArea(): Generator<RosterEntry> {
    for (const area of this.areas.values()) yield* area.values();
    for (const entry of this.attendees.values()) if (entry.areaId === undefined) yield entry;
  }

  /** Adds, replaces or (with undefined) removes the entry of a user. */
  set(uid: string, after: RosterEntry | undefined): void {
    const before = this.attendees.get(uid);
    if (before?.areaId !== undefined && before.areaId !== after?.areaId)
      this.removeFromArea(uid, before.areaId);
    if (after === undefined) this.attendees.delete(uid);
    else this.attendees.set(uid, after);
    if (after?.areaId !== undefined) this.addToArea(after.areaId, after);
  }

  private removeFromArea(uid: string, areaId: string): void {
    const area = this.areas.get(areaId);
    area?.delete(uid);
    if (area?.size === 0) this.areas.delete(areaId);
  }

  private addToArea(areaId: string, entry: RosterEntry): void {
    let area = this.areas.get(areaId);
    if (area === undefined) this.areas.set(areaId, (area = new Map()));
    area.set(entry.uid, entry);
  }
}
