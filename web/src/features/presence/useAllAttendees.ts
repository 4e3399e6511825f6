import { useEffect } from 'react';
import { usePresenceModel } from './usePresenceModel.ts';

/** Receives everyone's records while the component is mounted, not only those of the current area. */
export function useAllAttendees(): void {
  const presence = usePresenceModel();
  useEffect(() => presence.followEveryone(), [presence]);
}
