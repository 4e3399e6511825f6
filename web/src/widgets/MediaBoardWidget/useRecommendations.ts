import { listRecommendations, type IdTokenClaims, type Recommendation } from '@foyer/contract';
import { useEffect, useState } from 'react';
import { isAbort } from '../../platform/api/abort.ts';
import { call } from '../../platform/api/client.ts';
import { decodePayload } from '../../platform/backend/tokenPayload.ts';
import { logWarning } from '../../platform/log.ts';
import { useUser } from '../../platform/state/user.ts';

/** At most as many cards. */
const newRequest = () => ({ query: { limit: 24 } });
const none: readonly Recommendation[] = [];

/**
 * What the server recommends to the user or guest of the session, the best first (BOARD-06); nothing while it is off, without
 * a session or after a failure, because the board has its cards without it.
 */
export function useRecommendations(
  mediaBoardId: string,
  isOn: boolean,
): { readonly recommendations: readonly Recommendation[]; readonly readAgain: () => void } {
  const userId = useUser(({ authToken }) =>
    authToken === null ? undefined : (decodePayload(authToken) as IdTokenClaims).sub,
  );
  const [recommendations, setRecommendations] = useState(none);
  /** Another object reads them again. */
  const [request, setRequest] = useState(newRequest);
  useEffect(() => {
    if (!isOn || userId === undefined) return undefined;
    const left = new AbortController();
    const read = async (): Promise<void> => {
      try {
        const params = { mediaBoardId, userId };
        const { data } = await call(listRecommendations, {
          ...request,
          params,
          report: 'console',
          signal: left.signal,
        });
        setRecommendations(data);
      } catch (error) {
        if (!isAbort(error)) logWarning('WIDGET', 'recommendations could not be read', error);
      }
    };
    void read();
    return () => left.abort();
  }, [mediaBoardId, isOn, userId, request]);
  return { recommendations: isOn ? recommendations : none, readAgain: () => setRequest(newRequest()) };
}
