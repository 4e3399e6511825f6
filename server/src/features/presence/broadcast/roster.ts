/** Who is on the list of a mode, by areas, and how many. */
import type { AttendeePresence } from '@foyer/contract';

/** A record as it is told, encoded once. */
export interface Shown {
  readonly uid: string;
  readonly areaId: string | undefined;
  readonly record: AttendeePresence;
  readonly json: string;
}

export const shownOf = (record: AttendeePresence): Shown => ({
  uid: record.uid,
  areaId: record.areaId,
  record,
  json: JSON.stringify(record),
});

const nobody: ReadonlyMap<string, Shown> = new Map();

export class Roster {
  readonly people = new Map<string, Shown>();
  readonly areas = new Map<string, Map<string, Shown>>();

  in(areaId: string): ReadonlyMap<string, Shown> {
    return this.areas.get(areaId) ?? nobody;
  }

  /** Everybody, area by area: what is alike stands together, and compresses well. */
  *byArea(): Generator<Shown> {
    for (const area of this.areas.values()) yield* area.values();
    for (const shown of this.people.values()) if (shown.areaId === undefined) yield shown;
  }

  /** Puts a person on the list, or takes them off. */
  set(uid: string, after: Shown | undefined): void {
    const before = this.people.get(uid);
    if (before?.areaId !== undefined && before.areaId !== after?.areaId) this.takeOut(uid, before.areaId);
    if (after === undefined) this.people.delete(uid);
    else this.people.set(uid, after);
    if (after?.areaId !== undefined) this.putInto(after.areaId, after);
  }

  private takeOut(uid: string, areaId: string): void {
    const area = this.areas.get(areaId);
    area?.delete(uid);
    if (area?.size === 0) this.areas.delete(areaId);
  }

  private putInto(areaId: string, shown: Shown): void {
    let area = this.areas.get(areaId);
    if (area === undefined) this.areas.set(areaId, (area = new Map()));
    area.set(shown.uid, shown);
  }
}
