import { useEffect, useState } from 'react';
import { useVisit } from '../../../platform/visit/VisitProvider.tsx';
import { createMediaBoardSocialContent } from './mediaBoardSocialContent.ts';
import { watchNewLikes } from './newLikes.ts';

export interface NewLikes {
  /** New likes of others since the previous announcement. */
  readonly count: number;
  /** Differs for each announcement: the key of its element, so that the same text is announced again. */
  readonly key: number;
}

/** What a live region announces (text `likesNew`): at most every ten seconds. Undefined before the first announcement. */
export function useNewLikes(mediaBoardId: string): NewLikes | undefined {
  const { store } = useVisit().get(createMediaBoardSocialContent);
  const [newLikes, setNewLikes] = useState<NewLikes>();
  useEffect(
    () =>
      watchNewLikes(store, mediaBoardId, (count) =>
        setNewLikes((previous) => ({ count, key: (previous?.key ?? 0) + 1 })),
      ),
    [store, mediaBoardId],
  );
  return newLikes;
}
