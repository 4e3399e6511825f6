/** The picture of a person: fetched with the token, as an address of this page alone. */
import { getProfilePicture } from '@foyer/contract';
import { useEffect, useState } from 'react';
import { call } from '../api/client.ts';
import { useVenue } from '../state/venue.ts';

export interface PictureOf {
  readonly userId: string;
  /** Undefined for somebody without a picture. */
  readonly generation: number | undefined;
  readonly size: '96' | '512';
}

/** The address of a picture; undefined while it is on its way, where there is none, and where it could not be had. */
export function usePicture({ userId, generation, size }: PictureOf): string | undefined {
  const architectureId = useVenue((state) => state.architecture?.id);
  const wanted = generation === undefined ? undefined : `${userId}/${generation}/${size}`;
  const [shown, setShown] = useState<{ readonly of: string; readonly url: string }>();
  useEffect(() => {
    if (generation === undefined || architectureId === undefined) return undefined;
    const leaving = new AbortController();
    let url: string | undefined;
    const input = { params: { architectureId, userId }, query: { generation, size } };
    const load = async (): Promise<void> => {
      const blob = await call(getProfilePicture, {
        ...input,
        signal: leaving.signal,
        report: 'console',
        keepsSession: true,
      });
      if (leaving.signal.aborted) return;
      url = URL.createObjectURL(blob);
      setShown({ of: `${userId}/${generation}/${size}`, url });
    };
    // Without it initials do as well; the next look asks again.
    load().catch(() => undefined);
    return () => {
      leaving.abort();
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [architectureId, userId, generation, size]);
  return shown !== undefined && shown.of === wanted ? shown.url : undefined;
}
