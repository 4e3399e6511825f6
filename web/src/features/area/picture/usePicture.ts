/** Loads pictures of the venue and returns them decoded. */
import { useCallback, useEffect, useReducer, useState } from 'react';
import { AssetFailure, fetchStatus, logPictureFailure } from '../../../platform/assets/assetFailure.ts';
import { assetOf, attemptUrl, initialAttempt, type AssetSize } from '../../../platform/assets/assetUrl.ts';
import { nextAttempt } from '../../../platform/assets/attempts.ts';
import { suffixFor } from '../../../platform/assets/variants.ts';
import { currentVenue, useVenue, useVenueSession } from '../../../platform/state/venue.ts';
import { useRetry, failureOf, type LoadFailure } from './loadFailure.ts';
import { pictureCache, type LoadedPicture, type PictureCache } from './pictureCache.ts';

/** Decoded pictures are large: about a dozen of them are sharp ones in the worst case. */
const maxIdlePictures = 24;
const createCache = (): PictureCache => pictureCache(maxIdlePictures);

/** URI with generation, and size: another upload is another picture. */
const keyOf = (assetId: string, uri: string | undefined, { width }: AssetSize): string =>
  `${uri ?? assetId} ${width === undefined ? '' : (suffixFor(width) ?? '')}`;

async function decode(url: string): Promise<LoadedPicture | undefined> {
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
  } catch {
    return undefined;
  }
  return { url, image, width: image.naturalWidth, height: image.naturalHeight };
}

/** Loads by URL and not as a blob: creating an object URL waits for another process. */
async function load(assetId: string, size: AssetSize): Promise<LoadedPicture> {
  let status = 404;
  let attempt: ReturnType<typeof nextAttempt> = initialAttempt(size);
  while (typeof attempt === 'object') {
    const url = await attemptUrl(assetOf(assetId), size, attempt);
    if (url === undefined) break;
    const picture = await decode(url);
    if (picture) return picture;
    status = await fetchStatus(url);
    // Without a response there is no point in requesting a larger size.
    if (status === 0) break;
    attempt = nextAttempt(attempt, status);
  }
  throw new AssetFailure(assetId, status);
}

/** Loads a picture into the cache without showing it. Failures are reported when it is shown. */
export async function preloadPicture(assetId: string, size: AssetSize): Promise<void> {
  const key = keyOf(assetId, assetOf(assetId)?.uri, size);
  const cache = currentVenue().session.get(createCache);
  await cache.hold(key, () => load(assetId, size)).catch(() => undefined);
  cache.release(key);
}

export type PictureState =
  | { readonly state: 'none' }
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly picture: LoadedPicture }
  | { readonly state: 'failed'; readonly reason: LoadFailure };

interface LoadResult {
  /** The attempt that this is the result of. */
  readonly attempt: number;
  readonly key: string | undefined;
  readonly outcome: PictureState;
}

/** @param assetId undefined loads nothing */
export function usePicture(
  assetId: string | undefined,
  { width }: AssetSize,
): PictureState & { retry: () => void } {
  const uri = useVenue(({ assets }) => (assetId === undefined ? undefined : assets.get(assetId)?.uri));
  const cache = useVenueSession().get(createCache);
  const [attempt, retry] = useReducer((count: number) => count + 1, 0);
  const key = assetId === undefined ? undefined : keyOf(assetId, uri, { width });
  const [last, setLast] = useState<LoadResult>({ key: undefined, attempt, outcome: { state: 'loading' } });

  useEffect(() => {
    if (assetId === undefined || key === undefined) return undefined;
    let isActive = true;
    cache
      .hold(key, () => load(assetId, { width }))
      .then(
        (picture) => isActive && setLast({ key, attempt, outcome: { state: 'ready', picture } }),
        (error: unknown) => {
          if (!isActive) return;
          logPictureFailure(assetId, error);
          setLast({ key, attempt, outcome: { state: 'failed', reason: failureOf(error) } });
        },
      );
    return () => {
      isActive = false;
      cache.release(key);
    };
  }, [cache, assetId, key, width, attempt]);

  const outcome = outcomeFor(cache, key, last);
  // The note about the problem stays meanwhile.
  useRetry(outcome.state === 'failed' && outcome.reason === 'unreachable' ? outcome : undefined, retry);
  return { ...outcome, retry: useCallback(() => retry(), []) };
}

/** A cached picture is returned in the first render, without a loading state. */
function outcomeFor(cache: PictureCache, key: string | undefined, last: LoadResult): PictureState {
  if (key === undefined) return { state: 'none' };
  if (last.key === key) return last.outcome;
  const picture = cache.peek(key);
  return picture ? { state: 'ready', picture } : { state: 'loading' };
}
