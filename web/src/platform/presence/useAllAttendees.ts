import { useEffect } from 'react';
import { setPresenceScope } from './actions.ts';

/** How many things on the page need everybody's records. */
let needs = 0;

const follow = (change: 1 | -1): void => {
  needs += change;
  const scope = needs > 0 ? 'everyone' : 'area';
  // Without a session there is nobody to see.
  setPresenceScope(scope).catch(() => undefined);
};

/** While this is shown everybody's records are told, not only those of the area. */
export function useAllAttendees(): void {
  useEffect(() => {
    follow(1);
    return () => follow(-1);
  }, []);
}
