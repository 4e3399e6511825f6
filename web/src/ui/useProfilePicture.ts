/** Profile pictures. They are fetched with the token, so their URLs are object URLs of this page. */
import { getProfilePicture } from '@foyer/contract';
import { useEffect, useState } from 'react';
import { call } from '../platform/api/client.ts';
import { useLoggedInUser } from '../platform/state/useLoggedInUser.ts';
import { useVenue } from '../platform/state/venue.ts';

export interface PictureOf {
  readonly userId: string;
  /** Undefined for users without a picture. */
  readonly generation: number | undefined;
  readonly size: '96' | '512';
}

/**
 * The URL of a picture; undefined while it is loading, without a picture, after a failed download, and for guests, who may not
 * read profiles.
 */
export function useProfilePicture({ userId, generation: known, size }: PictureOf): string | undefined {
  const generation = useLoggedInUser() ? known : undefined;
  const architectureId = useVenue((state) => state.architecture?.id);
  const requested = generation === undefined ? undefined : `${userId}/${generation}/${size}`;
  const [shown, setShown] = useState<{ readonly of: string; readonly url: string }>();
  useEffect(() => {
    if (generation === undefined || architectureId === undefined) return undefined;
    const controller = new AbortController();
    let url: string | undefined;
    const input = { params: { architectureId, userId }, query: { generation, size } };
    const load = async (): Promise<void> => {
      const blob = await call(getProfilePicture, {
        ...input,
        signal: controller.signal,
        report: 'console',
        keepsSession: true,
      });
      if (controller.signal.aborted) return;
      url = URL.createObjectURL(blob);
      setShown({ of: `${userId}/${generation}/${size}`, url });
    };
    // On failure the initials are shown; the next mount tries again.
    load().catch(() => undefined);
    return () => {
      controller.abort();
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [architectureId, userId, generation, size]);
  return shown !== undefined && shown.of === requested ? shown.url : undefined;
}
