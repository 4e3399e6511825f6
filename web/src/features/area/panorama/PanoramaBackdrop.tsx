/** A room to look around in: painted from a small picture at once, then drawn sharp by the graphics card. */
import { useEffect, useReducer, useRef, useState } from 'react';
import { fetchAsset } from '../../../platform/assets/loadAsset.ts';
import { useLocalized } from '../../../platform/i18n/useLanguage.ts';
import { logError, logWarning } from '../../../platform/log.ts';
import { useVenue } from '../../../platform/state/venue.ts';
import type { PanoramaCamera } from '../camera/panoramaCamera.ts';
import styles from '../area.module.css';
import { stillOf, type BackdropProps } from '../picture/FlatBackdrop.tsx';
import { useAskAgain, whyOf } from '../picture/askAgain.ts';
import { firstWidth, savesData, sizeFor, sizeWithin } from '../picture/pixels.ts';
import { usePicture } from '../picture/usePicture.ts';
import { paintedBy } from './painter.ts';
import type { Sphere } from './sphere.ts';
import { largestTexture } from './webgl.ts';

interface Props extends Omit<BackdropProps, 'onVideo'> {
  readonly camera: PanoramaCamera;
  /** The graphics card cannot draw it: the painted room stays. */
  readonly onStill: () => void;
}

/** Pixels across: what a page can hold and paint without a stutter. */
const largestPainted = 4096;

/** The bytes the viewer gets, decoded beside the page; nothing where there is no viewer, or no such picture. */
function useSharpBytes(assetId: string | undefined, draws: boolean): Blob | undefined {
  const asset = useVenue(({ assets }) => (assetId === undefined ? undefined : assets.get(assetId)));
  const most = Math.min(largestTexture(), savesData() ? 2560 : Number.POSITIVE_INFINITY);
  const { width } = sizeWithin(most, asset);
  const uri = asset?.uri;
  const [last, setLast] = useState<{ readonly uri: string | undefined; readonly bytes: Blob }>();
  const [lost, setLost] = useState<{ readonly uri: string | undefined; readonly asking: number }>();
  const [asking, askAgain] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (!draws || assetId === undefined) return undefined;
    const ending = new AbortController();
    fetchAsset(assetId, { width, signal: ending.signal, failure: 'caller' }).then(
      (bytes) => setLast({ uri, bytes }),
      // The small picture stays painted; if that is missing, too, it has told so.
      (error: unknown) => !ending.signal.aborted && whyOf(error) === 'away' && setLost({ uri, asking }),
    );
    return () => ending.abort();
  }, [assetId, uri, width, draws, asking]);
  useAskAgain(draws && lost && lost.uri === uri ? lost : undefined, askAgain);
  return last?.uri === uri ? last?.bytes : undefined;
}

export function PanoramaBackdrop({ background, camera, onReady, onTrouble, onStill }: Props) {
  const assetId = stillOf(background);
  const asset = useVenue(({ assets }) => (assetId === undefined ? undefined : assets.get(assetId)));
  const localized = useLocalized();
  const [draws, setDraws] = useState(() => largestTexture() > 0);
  const first = usePicture(assetId, sizeFor(firstWidth.VIEW_360D, asset));
  const sharpBytes = useSharpBytes(assetId, draws);
  // Without the viewer a larger picture is painted once the small one stands.
  const painting = usePicture(draws ? undefined : assetId, sizeWithin(largestPainted, asset));
  const canvas = useRef<HTMLCanvasElement>(null);
  const container = useRef<HTMLDivElement>(null);
  const [isDrawn, setIsDrawn] = useState(false);

  useEffect(() => {
    if (!draws) onStill();
  }, [draws, onStill]);

  const larger = painting.state === 'ready' ? painting.picture : undefined;
  const painted = larger ?? (first.state === 'ready' ? first.picture : undefined);
  useEffect(() => {
    const { current } = canvas;
    if (!current || !painted || isDrawn) return undefined;
    return paintedBy(camera, current, painted, onReady);
  }, [camera, painted, isDrawn, onReady]);

  useEffect(() => {
    const { current } = container;
    if (!current || !sharpBytes) return undefined;
    let sphere: Sphere | undefined;
    let unfollow: (() => void) | undefined;
    const ending = new AbortController();
    const { signal } = ending;
    const drawn = (): void => {
      // While it opened somebody may have looked around.
      sphere?.show(camera.view);
      setIsDrawn(true);
      onReady();
    };
    const open = async (): Promise<void> => {
      const { openSphere } = await import('./sphere.ts');
      if (signal.aborted) return;
      sphere = await openSphere(current, sharpBytes, camera, { signal, drawn });
      if (sphere) unfollow = camera.subscribe(() => sphere?.show(camera.view));
    };
    open().catch((error: unknown) => {
      if (signal.aborted) return;
      // Bytes that are no picture are the picture's fault, and told in the room; anything else is ours.
      if (error instanceof DOMException)
        logWarning('ASSET', `the panorama cannot be drawn: ${error.message}`);
      else logError('ASSET', 'the panorama viewer did not open', error);
      setDraws(false);
    });
    return () => {
      ending.abort();
      unfollow?.();
      sphere?.destroy();
      setIsDrawn(false);
    };
  }, [camera, sharpBytes, onReady]);

  const failed = !painted && first.state === 'failed' ? first.why : undefined;
  const { retry } = first;
  useEffect(() => {
    onTrouble(failed, retry);
    if (failed || assetId === undefined) onReady();
  }, [failed, retry, assetId, onTrouble, onReady]);

  return (
    <div
      className={styles.backdrop}
      data-testid="backdrop"
      role={assetId === undefined ? undefined : 'img'}
      aria-label={localized(asset?.alts) || undefined}
      style={{ backgroundColor: asset?.averageColour }}
    >
      <canvas ref={canvas} className={styles.painted} hidden={!painted} aria-hidden="true" />
      <div ref={container} className={styles.sphere} data-drawn={isDrawn} aria-hidden="true" />
    </div>
  );
}
