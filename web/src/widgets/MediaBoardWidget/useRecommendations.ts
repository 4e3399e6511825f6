import type { Recommendation } from '@foyer/contract';
import { useEffect, useState } from 'react';
import { loadSession } from '../../features/session/index.ts';
import { isAbort } from '../../platform/api/abort.ts';
import { logWarning } from '../../platform/log.ts';
import { useHasSession } from '../../platform/state/user.ts';
import { useVisit } from '../../platform/visit/VisitProvider.tsx';

/** At most as many cards. */
const newRequest = () => ({ limit: 24 });
const none: readonly Recommendation[] = [];

/**
 * What the server recommends to the user or guest of the session, the best first (BOARD-06); nothing while it is off, without
 * a session or after a failure, because the board has its cards without it.
 */
export function useRecommendations(
  mediaBoardId: string,
  isOn: boolean,
): { readonly recommendations: readonly Recommendation[]; readonly readAgain: () => void } {
  const visit = useVisit();
  const hasSession = useHasSession();
  const [recommendations, setRecommendations] = useState(none);
  /** Another object reads them again. */
  const [request, setRequest] = useState(newRequest);
  useEffect(() => {
    if (!isOn || !hasSession) return undefined;
    const aborter = new AbortController();
    const read = async (): Promise<void> => {
      try {
        const { backend } = await loadSession();
        const likes = await backend.likes(visit);
        setRecommendations(await likes.recommend(mediaBoardId, { ...request, signal: aborter.signal }));
      } catch (error) {
        if (!isAbort(error)) logWarning('WIDGET', 'recommendations could not be read', error);
      }
    };
    void read();
    return () => aborter.abort();
  }, [visit, mediaBoardId, isOn, hasSession, request]);
  return { recommendations: isOn ? recommendations : none, readAgain: () => setRequest(newRequest()) };
}
