/**
 * Everybody who is known, by name in the reader's language. Ten thousand names take a processor a tenth of a second to
 * put in order: that is done in small steps, and afterwards only for those who have changed.
 */
import type { AttendeePresence } from '@foyer/contract';

export interface Listed {
  readonly person: AttendeePresence;
  /** What is searched in. */
  readonly text: string;
}

/** Without accents and capitals: what two people write differently is found all the same. */
export const foldText = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase('en');

const textOf = ({ name = '', company = '', title = '' }: AttendeePresence): string =>
  foldText(`${name} ${company} ${title}`);

const isCalledTheSame = (one: AttendeePresence, other: AttendeePresence): boolean =>
  one.name === other.name && one.company === other.company && one.title === other.title;

/** So many names are put in order at once: a few milliseconds. */
const stepSize = 400;

export class Directory {
  private sorted: readonly Listed[] = [];
  private readonly compare: (one: Listed, other: Listed) => number;

  constructor(language: string) {
    const collator = new Intl.Collator(language);
    this.compare = ({ person: one }, { person: other }) =>
      // Who has no name comes last.
      Number(!one.name) - Number(!other.name) ||
      collator.compare(one.name ?? '', other.name ?? '') ||
      (one.uid < other.uid ? -1 : 1);
  }

  /** Takes over who is here now, step by step; what it returns in the end is in order. */
  *follow(attendees: ReadonlyMap<string, AttendeePresence>): Generator<undefined, readonly Listed[]> {
    const { stay, isSame } = this.staying(attendees);
    if (isSame) return this.sorted;
    const known = new Set(stay.map(({ person }) => person.uid));
    const come = [...attendees.values()].filter(({ uid }) => !known.has(uid));
    let sorted: readonly Listed[] = stay;
    for (let at = 0; at < come.length; at += stepSize) {
      yield;
      const step = come.slice(at, at + stepSize).map((person) => ({ person, text: textOf(person) }));
      sorted = this.merged(sorted, step.sort(this.compare));
    }
    this.sorted = sorted;
    return sorted;
  }

  /** Those whose place in the order stays as it was, with what is new of them. */
  private staying(attendees: ReadonlyMap<string, AttendeePresence>): { stay: Listed[]; isSame: boolean } {
    let isSame = attendees.size === this.sorted.length;
    const stay: Listed[] = [];
    for (const listed of this.sorted) {
      const person = attendees.get(listed.person.uid);
      if (person === listed.person) stay.push(listed);
      else {
        isSame = false;
        if (person && isCalledTheSame(person, listed.person)) stay.push({ person, text: listed.text });
      }
    }
    return { stay, isSame };
  }

  /** Both in order. */
  private merged(many: readonly Listed[], few: readonly Listed[]): Listed[] {
    const merged: Listed[] = [];
    let from = 0;
    for (const listed of few) {
      const to = this.placeOf(listed, many, from);
      for (let at = from; at < to; at += 1) merged.push(many[at] as Listed);
      merged.push(listed);
      from = to;
    }
    for (let at = from; at < many.length; at += 1) merged.push(many[at] as Listed);
    return merged;
  }

  private placeOf(listed: Listed, many: readonly Listed[], from: number): number {
    let [low, high] = [from, many.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.compare(many[middle] as Listed, listed) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
