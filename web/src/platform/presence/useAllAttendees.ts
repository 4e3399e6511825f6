import { useEffect } from 'react';
import { setPresenceScope } from './actions.ts';

/** Number of mounted components that need everyone's records. */
let users = 0;

const addUsers = (change: 1 | -1): void => {
  users += change;
  const scope = users > 0 ? 'everyone' : 'area';
  // Fails without a session; then there is no list.
  setPresenceScope(scope).catch(() => undefined);
};

/** Receives everyone's records while the component is mounted, not only those of the current area. */
export function useAllAttendees(): void {
  useEffect(() => {
    addUsers(1);
    return () => addUsers(-1);
  }, []);
}
