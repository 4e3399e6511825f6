/** Which people a list shows, and under which heads: those of my area, then the other areas in the venue's order. */
import { foldText, type Listed } from './directory.ts';

export type Place =
  | { readonly kind: 'here' }
  | { readonly kind: 'everywhere' }
  | { readonly kind: 'area'; readonly areaId: string };

export interface Section {
  /** Undefined: people who are in no area of this venue just now. */
  readonly areaId: string | undefined;
  readonly people: readonly Listed[];
}

export interface ArrangeOptions {
  readonly place: Place;
  readonly typed: string;
  readonly hereId: string | null;
  /** One is not listed oneself. */
  readonly ownId: string | undefined;
  /** In the venue's order. */
  readonly areaIds: readonly string[];
}

export interface Arrangement {
  readonly sections: readonly Section[];
  readonly count: number;
  /** Who fits the search, and is not where one looks. */
  readonly elsewhere: number;
}

export function arrange(listed: readonly Listed[], options: ArrangeOptions): Arrangement {
  const { place, typed, hereId, ownId, areaIds } = options;
  const words = foldText(typed).split(/\s+/).filter(Boolean);
  const known = new Set(areaIds);
  const byArea = new Map<string | undefined, Listed[]>();
  let fitting = 0;
  for (const one of listed) {
    const { uid, areaId } = one.person;
    if (uid === ownId || !words.every((word) => one.text.includes(word))) continue;
    fitting += 1;
    const key = areaId !== undefined && known.has(areaId) ? areaId : undefined;
    const people = byArea.get(key);
    if (people) people.push(one);
    else byArea.set(key, [one]);
  }
  const wanted = wantedAreas(place, hereId, areaIds);
  const sections = wanted.flatMap((areaId) => {
    const people = byArea.get(areaId);
    return people ? [{ areaId, people }] : [];
  });
  const count = sections.reduce((sum, { people }) => sum + people.length, 0);
  return { sections, count, elsewhere: fitting - count };
}

function wantedAreas(
  place: Place,
  hereId: string | null,
  areaIds: readonly string[],
): readonly (string | undefined)[] {
  if (place.kind === 'area') return [place.areaId];
  const here = hereId === null ? [] : [hereId];
  if (place.kind === 'here') return here;
  return [...here, ...areaIds.filter((areaId) => areaId !== hereId), undefined];
}
