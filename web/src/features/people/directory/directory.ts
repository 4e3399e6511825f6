/**
 * All attendees, sorted by name in the user's language. Sorting 10,000 names takes about 0.1 s, so it is done in small
 * steps, and afterwards only for the attendees who have changed.
 */
import type { AttendeePresence } from '@foyer/contract';

export interface DirectoryEntry {
  readonly attendee: AttendeePresence;
  /** Name, company and title, normalized for searching. */
  readonly text: string;
}

/** Removes accents and upper case, so that different spellings match. */
export const normalizeForSearch = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase('en');

const searchTextOf = ({ name = '', company = '', title = '' }: AttendeePresence): string =>
  normalizeForSearch(`${name} ${company} ${title}`);

const hasSameTexts = (a: AttendeePresence, b: AttendeePresence): boolean =>
  a.name === b.name && a.company === b.company && a.title === b.title;

/** Names sorted per step, which takes a few milliseconds. */
const stepSize = 400;

export class Directory {
  private sorted: readonly DirectoryEntry[] = [];
  private readonly compare: (a: DirectoryEntry, b: DirectoryEntry) => number;

  constructor(language: string) {
    const collator = new Intl.Collator(language);
    this.compare = ({ attendee: a }, { attendee: b }) =>
      // Attendees without a name added last.
      Number(!a.name) - Number(!b.name) ||
      collator.compare(a.name ?? '', b.name ?? '') ||
      (a.uid < b.uid ? -1 : 1);
  }

  /** Updates the directory step by step: yields between steps, and returns the sorted entries. */
  *update(attendees: ReadonlyMap<string, AttendeePresence>): Generator<undefined, readonly DirectoryEntry[]> {
    const { unchanged, isSame } = this.keepUnchanged(attendees);
    if (isSame) return this.sorted;
    const kept = new Set(unchanged.map(({ attendee }) => attendee.uid));
    const added = [...attendees.values()].filter(({ uid }) => !kept.has(uid));
    let sorted: readonly DirectoryEntry[] = unchanged;
    for (let at = 0; at < added.length; at += stepSize) {
      yield;
      const step = added
        .slice(at, at + stepSize)
        .map((attendee) => ({ attendee, text: searchTextOf(attendee) }));
      sorted = this.merge(sorted, step.sort(this.compare));
    }
    this.sorted = sorted;
    return sorted;
  }

  /** The entries that keep their position, with the latest data. */
  private keepUnchanged(attendees: ReadonlyMap<string, AttendeePresence>): {
    unchanged: DirectoryEntry[];
    isSame: boolean;
  } {
    let isSame = attendees.size === this.sorted.length;
    const unchanged: DirectoryEntry[] = [];
    for (const listed of this.sorted) {
      const attendee = attendees.get(listed.attendee.uid);
      if (attendee === listed.attendee) unchanged.push(listed);
      else {
        isSame = false;
        if (attendee && hasSameTexts(attendee, listed.attendee))
          unchanged.push({ attendee, text: listed.text });
      }
    }
    return { unchanged, isSame };
  }

  /** Merges two sorted lists. */
  private merge(many: readonly DirectoryEntry[], few: readonly DirectoryEntry[]): DirectoryEntry[] {
    const merged: DirectoryEntry[] = [];
    let from = 0;
    for (const listed of few) {
      const to = this.insertionIndex(listed, many, from);
      for (let at = from; at < to; at += 1) merged.push(many[at] as DirectoryEntry);
      merged.push(listed);
      from = to;
    }
    for (let at = from; at < many.length; at += 1) merged.push(many[at] as DirectoryEntry);
    return merged;
  }

  private insertionIndex(listed: DirectoryEntry, many: readonly DirectoryEntry[], from: number): number {
    let [low, high] = [from, many.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.compare(many[middle] as DirectoryEntry, listed) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
