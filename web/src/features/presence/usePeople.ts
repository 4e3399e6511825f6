/** What the list shows, by what one asks of it. */
import { useMemo, useState } from 'react';
import { usePresence } from '../../platform/state/presence.ts';
import { useUser } from '../../platform/state/user.ts';
import { useVenue } from '../../platform/state/venue.ts';
import { arrange, type Arrangement, type Place } from './arrange.ts';
import { useDirectory } from './useDirectory.ts';

const here: Place = { kind: 'here' };
const everywhere: Place = { kind: 'everywhere' };

export interface People {
  readonly hereId: string | null;
  readonly typed: string;
  readonly setTyped: (typed: string) => void;
  readonly place: Place;
  readonly setPlace: (place: Place) => void;
  /** Another one is another list. */
  readonly question: string;
  /** Undefined while it is put in order. */
  readonly arrangement: Arrangement | undefined;
  /** People of other areas are still on their way. */
  readonly isPartial: boolean;
}

export function usePeople(areaIds: readonly string[]): People {
  const hereId = useVenue((state) => state.currentAreaId);
  const [typed, setTyped] = useState('');
  const [asked, setPlace] = useState(here);
  // Outside of all areas nobody is here.
  const place = asked.kind === 'here' && hereId === null ? everywhere : asked;
  const question = `${place.kind} ${place.kind === 'area' ? place.areaId : (hereId ?? '')} ${typed}`;
  const listed = useDirectory();
  const ownId = useUser(({ user }) => user?.userId);
  const arrangement = useMemo(
    () => listed && arrange(listed, { place, typed, hereId, ownId, areaIds }),
    [listed, place, typed, hereId, ownId, areaIds],
  );
  const scope = usePresence((state) => state.scope);
  const isPartial = scope === 'area' && place.kind !== 'here';
  return { hereId, typed, setTyped, place, setPlace, question, arrangement, isPartial };
}
