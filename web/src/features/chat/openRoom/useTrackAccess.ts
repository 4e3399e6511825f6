import type { ChatRoom } from '@foyer/contract';
import { useEffect } from 'react';
import { track } from '../../../platform/analytics/track.ts';

/** Counts that a room is opened (TRACK-06), for a component that belongs to one room. */
export function useTrackAccess({ kind, areaId }: ChatRoom): void {
  useEffect(
    () => track('chat', 'access', { ...(areaId !== undefined && { area: areaId }), kind }),
    [kind, areaId],
  );
}
