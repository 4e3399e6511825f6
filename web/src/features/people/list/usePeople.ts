/** The state of the list: search, filter and the matching attendees. */
import { useMemo, useState } from 'react';
import { useUser } from '../../../platform/state/user.ts';
import { useVenue } from '../../../platform/state/venue.ts';
import { usePresence } from '../../presence/index.ts';
import { groupByArea, type GroupedPeople, type PeopleFilter } from '../directory/groupByArea.ts';
import { useDirectory } from '../directory/useDirectory.ts';

const here: PeopleFilter = { kind: 'here' };
const everywhere: PeopleFilter = { kind: 'everywhere' };

export interface ListState {
  readonly currentAreaId: string | null;
  readonly query: string;
  readonly setQuery: (query: string) => void;
  readonly filter: PeopleFilter;
  readonly setFilter: (filter: PeopleFilter) => void;
  /** Changes with the search, the filter and the current area. */
  readonly listKey: string;
  /** Undefined while the attendees are sorted. */
  readonly grouped: GroupedPeople | undefined;
  /** The attendees of other areas are not loaded yet. */
  readonly isPartial: boolean;
}

export function usePeople(areaIds: readonly string[]): ListState {
  const currentAreaId = useVenue((state) => state.currentAreaId);
  const [query, setQuery] = useState('');
  const [chosenFilter, setFilter] = useState(here);
  // Outside of all areas, `here` would show no one.
  const filter = chosenFilter.kind === 'here' && currentAreaId === null ? everywhere : chosenFilter;
  const listKey = `${filter.kind} ${filter.kind === 'area' ? filter.areaId : (currentAreaId ?? '')} ${query}`;
  const entries = useDirectory();
  const ownId = useUser(({ user }) => user?.userId);
  const grouped = useMemo(
    () => entries && groupByArea(entries, { filter, query, currentAreaId, ownId, areaIds }),
    [entries, filter, query, currentAreaId, ownId, areaIds],
  );
  const scope = usePresence((state) => state.scope);
  const isPartial = scope === 'area' && filter.kind !== 'here';
  return { currentAreaId, query, setQuery, filter, setFilter, listKey, grouped, isPartial };
}
