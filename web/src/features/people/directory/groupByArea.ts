/** Filters the attendees and groups them by area: the current area first, then the others in the venue's order. */
import { normalizeForSearch, type DirectoryEntry } from './directory.ts';

export type PeopleFilter =
  | { readonly kind: 'here' }
  | { readonly kind: 'everywhere' }
  | { readonly kind: 'area'; readonly areaId: string };

export interface PeopleSection {
  /** Undefined: attendees who are in no area of this venue. */
  readonly areaId: string | undefined;
  readonly attendees: readonly DirectoryEntry[];
}

export interface GroupOptions {
  readonly filter: PeopleFilter;
  readonly query: string;
  readonly currentAreaId: string | null;
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
  const { filter, query, currentAreaId, ownId, areaIds } = options;
  const words = normalizeForSearch(query).split(/\s+/).filter(Boolean);
  const venueAreas = new Set(areaIds);
  const byArea = new Map<string | undefined, DirectoryEntry[]>();
  let matching = 0;
  for (const entry of entries) {
    const { uid, areaId } = entry.attendee;
    if (uid === ownId || !words.every((word) => entry.text.includes(word))) continue;
    matching += 1;
    const key = areaId !== undefined && venueAreas.has(areaId) ? areaId : undefined;
    const attendees = byArea.get(key);
    if (attendees) attendees.push(entry);
    else byArea.set(key, [entry]);
  }
  const shownAreas = filteredAreas(filter, currentAreaId, areaIds);
  const sections = shownAreas.flatMap((areaId) => {
    const attendees = byArea.get(areaId);
    return attendees ? [{ areaId, attendees }] : [];
  });
  const count = sections.reduce((sum, { attendees }) => sum + attendees.length, 0);
  return { sections, count, elsewhere: matching - count };
}

function filteredAreas(
  place: PeopleFilter,
  currentAreaId: string | null,
  areaIds: readonly string[],
): readonly (string | undefined)[] {
  if (place.kind === 'area') return [place.areaId];
  const here = currentAreaId === null ? [] : [currentAreaId];
  if (place.kind === 'here') return here;
  return [...here, ...areaIds.filter((areaId) => areaId !== currentAreaId), undefined];
}
