/** Filters the attendees and groups them by area: the current area first, then the others in the venue's order. */
import { normalizeForSearch, type DirectoryEntry } from './directory.ts';

export type PeopleFilter =
  | { readonly kind: 'here' }
  | { readonly kind: 'everywhere' }
  | { readonly kind: 'area'; readonly areaId: string };

export interface PeopleSection {
  /** Undefined: attendees who are in no area of this venue. */
  readonly areaId: string | undefined;
  readonly people: readonly DirectoryEntry[];
}

export interface GroupOptions {
  readonly filter: PeopleFilter;
  readonly query: string;
  readonly hereId: string | null;
  /** The user, who is not listed. */
  readonly ownId: string | undefined;
  /** In the venue's order. */
  readonly areaIds: readonly string[];
}

export interface GroupedPeople {
  readonly sections: readonly PeopleSection[];
  readonly count: number;
  /** How many attendees match the search but not the filter. */
  readonly elsewhere: number;
}

export function groupByArea(entries: readonly DirectoryEntry[], options: GroupOptions): GroupedPeople {
  const { filter, query, hereId, ownId, areaIds } = options;
  const words = normalizeForSearch(query).split(/\s+/).filter(Boolean);
  const venueAreas = new Set(areaIds);
  const byArea = new Map<string | undefined, DirectoryEntry[]>();
  let matching = 0;
  for (const entry of entries) {
    const { uid, areaId } = entry.person;
    if (uid === ownId || !words.every((word) => entry.text.includes(word))) continue;
    matching += 1;
    const key = areaId !== undefined && venueAreas.has(areaId) ? areaId : undefined;
    const people = byArea.get(key);
    if (people) people.push(entry);
    else byArea.set(key, [entry]);
  }
  const shownAreas = filteredAreas(filter, hereId, areaIds);
  const sections = shownAreas.flatMap((areaId) => {
    const people = byArea.get(areaId);
    return people ? [{ areaId, people }] : [];
  });
  const count = sections.reduce((sum, { people }) => sum + people.length, 0);
  return { sections, count, elsewhere: matching - count };
}

function filteredAreas(
  place: PeopleFilter,
  hereId: string | null,
  areaIds: readonly string[],
): readonly (string | undefined)[] {
  if (place.kind === 'area') return [place.areaId];
  const here = hereId === null ? [] : [hereId];
  if (place.kind === 'here') return here;
  return [...here, ...areaIds.filter((areaId) => areaId !== hereId), undefined];
}
