/** A picture of the venue, decoded before it is handed out. */
import { useCallback, useEffect, useReducer, useState } from 'react';
import { assetOf, attemptUrl, initialAttempt, type AssetSize } from '../../../platform/assets/assetUrl.ts';
import { nextAttempt } from '../../../platform/assets/attempts.ts';
import { AssetFailure } from '../../../platform/assets/loadAsset.ts';
import { suffixFor } from '../../../platform/assets/variants.ts';
import { useVenue } from '../../../platform/state/venue.ts';
import { statusOf, useAskAgain, whyOf, type WhyFailed } from './askAgain.ts';
import { pictureCache, type LoadedPicture } from './pictureCache.ts';

/** Decoded pictures are large: a dozen sharp ones in the worst case. */
const roomForIdle = 24;
const cache = pictureCache(roomForIdle);

/** Its address, generation and all, and its size: another upload is another picture. */
const keyOf = (assetId: string, uri: string | undefined, { width }: AssetSize): string =>
  `${uri ?? assetId} ${width === undefined ? '' : (suffixFor(width) ?? '')}`;

async function decoded(url: string): Promise<LoadedPicture | undefined> {
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
  } catch {
    return undefined;
  }
  return { url, image, width: image.naturalWidth, height: image.naturalHeight };
}

/** By its address and not by its bytes: making an address for bytes costs a wait for another process. */
async function load(assetId: string, size: AssetSize): Promise<LoadedPicture> {
  let status = 404;
  let attempt: ReturnType<typeof nextAttempt> = initialAttempt(size);
  while (typeof attempt === 'object') {
    const url = await attemptUrl(assetOf(assetId), size, attempt);
    if (url === undefined) break;
    const picture = await decoded(url);
    if (picture) return picture;
    status = await statusOf(url);
    // Without an answer a larger one will not come either.
    if (status === 0) break;
    attempt = nextAttempt(attempt, status);
  }
  throw new AssetFailure(assetId, status);
}

/** Brings a picture to hand without showing it; a failure tells itself when it is shown. */
export async function preloadPicture(assetId: string, size: AssetSize): Promise<void> {
  const key = keyOf(assetId, assetOf(assetId)?.uri, size);
  await cache.hold(key, () => load(assetId, size)).catch(() => undefined);
  cache.release(key);
}

export type PictureState =
  | { readonly state: 'none' }
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly picture: LoadedPicture }
  | { readonly state: 'failed'; readonly why: WhyFailed };

interface Outcome {
  /** Which time of asking this answers. */
  readonly asking: number;
  readonly key: string | undefined;
  readonly outcome: PictureState;
}

/** @param assetId undefined asks for nothing */
export function usePicture(
  assetId: string | undefined,
  { width }: AssetSize,
): PictureState & { retry: () => void } {
  const uri = useVenue(({ assets }) => (assetId === undefined ? undefined : assets.get(assetId)?.uri));
  const [asking, retry] = useReducer((count: number) => count + 1, 0);
  const key = assetId === undefined ? undefined : keyOf(assetId, uri, { width });
  const [last, setLast] = useState<Outcome>({ key: undefined, asking, outcome: { state: 'loading' } });

  useEffect(() => {
    if (assetId === undefined || key === undefined) return undefined;
    let wanted = true;
    cache
      .hold(key, () => load(assetId, { width }))
      .then(
        (picture) => wanted && setLast({ key, asking, outcome: { state: 'ready', picture } }),
        (error: unknown) =>
          wanted && setLast({ key, asking, outcome: { state: 'failed', why: whyOf(error) } }),
      );
    return () => {
      wanted = false;
      cache.release(key);
    };
  }, [assetId, key, width, asking]);

  const outcome = outcomeFor(assetId, key, last);
  // The note about it stays meanwhile.
  useAskAgain(outcome.state === 'failed' && outcome.why === 'away' ? outcome : undefined, retry);
  return { ...outcome, retry: useCallback(() => retry(), []) };
}

/** What is at hand shows in the first render, without a loading state between. */
function outcomeFor(assetId: string | undefined, key: string | undefined, last: Outcome): PictureState {
  if (assetId === undefined || key === undefined) return { state: 'none' };
  if (last.key === key) return last.outcome;
  const picture = cache.peek(key);
  return picture ? { state: 'ready', picture } : { state: 'loading' };
}
