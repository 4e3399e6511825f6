/** The picture of a panorama: painted on a canvas from a small picture at once, then rendered sharp with WebGL. */
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { logPictureFailure } from '../../../platform/assets/assetFailure.ts';
import { fetchAsset } from '../../../platform/assets/loadAsset.ts';
import { useLocalized } from '../../../platform/i18n/useLanguage.ts';
import { importWithRetry } from '../../../platform/loading/importWithRetry.ts';
import { logError, logWarning } from '../../../platform/log.ts';
import { useVenue } from '../../../platform/state/venue.ts';
import type { PanoramaCamera } from '../camera/panoramaCamera.ts';
import styles from '../area.module.css';
import { stillAssetId, type BackdropProps } from '../picture/FlatBackdrop.tsx';
import { useRetry, failureOf } from '../picture/loadFailure.ts';
import { previewWidth, savesData, sizeFor, sizeWithin } from '../picture/pixels.ts';
import { usePicture } from '../picture/usePicture.ts';
import { importSphere } from './importSphere.ts';
import { startPainting } from './startPainting.ts';
import type { Sphere } from './sphere.ts';
import { largestTexture } from './webgl.ts';

interface Props extends Omit<BackdropProps, 'onVideo'> {
  readonly camera: PanoramaCamera;
  /** WebGL cannot render the picture: the painted canvas stays. */
  readonly onLowQuality: () => void;
}

/** Pixels: the largest width that a page can paint smoothly. */
const maxPaintedWidth = 4096;

/** Loads the picture for the WebGL viewer; undefined without WebGL, or while there is no picture. */
function useSharpBytes(assetId: string | undefined, usesWebGL: boolean): Blob | undefined {
  const asset = useVenue(({ assets }) => (assetId === undefined ? undefined : assets.get(assetId)));
  const most = Math.min(largestTexture(), savesData() ? 2560 : Number.POSITIVE_INFINITY);
  const { width } = sizeWithin(most, asset);
  const uri = asset?.uri;
  const [last, setLast] = useState<{ readonly uri: string | undefined; readonly bytes: Blob }>();
  const [failed, setFailed] = useState<{ readonly uri: string | undefined; readonly attempt: number }>();
  const [attempt, retryNow] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (!usesWebGL || assetId === undefined) return undefined;
    const controller = new AbortController();
    fetchAsset(assetId, { width, signal: controller.signal, failure: 'caller' }).then(
      (bytes) => setLast({ uri, bytes }),
      // The small picture stays. If it is missing too, its own loading reports the problem.
      (error: unknown) => {
        if (controller.signal.aborted) return;
        logPictureFailure(assetId, error);
        if (failureOf(error) === 'unreachable') setFailed({ uri, attempt });
      },
    );
    return () => controller.abort();
  }, [assetId, uri, width, usesWebGL, attempt]);
  useRetry(usesWebGL && failed && failed.uri === uri ? failed : undefined, retryNow);
  return last?.uri === uri ? last?.bytes : undefined;
}

export function PanoramaBackdrop({ background, camera, onReady, onProblem, onLowQuality }: Props) {
  const assetId = stillAssetId(background);
  const asset = useVenue(({ assets }) => (assetId === undefined ? undefined : assets.get(assetId)));
  const localized = useLocalized();
  const [draws, setDraws] = useState(() => largestTexture() > 0);
  const first = usePicture(assetId, sizeFor(previewWidth.VIEW_360D, asset));
  const sharpBytes = useSharpBytes(assetId, draws);
  // Without WebGL a larger picture is painted after the small one.
  const painting = usePicture(draws ? undefined : assetId, sizeWithin(maxPaintedWidth, asset));
  const canvas = useRef<HTMLCanvasElement>(null);
  const container = useRef<HTMLDivElement>(null);
  const [isDrawn, setIsDrawn] = useState(false);

  useEffect(() => {
    if (!draws) onLowQuality();
  }, [draws, onLowQuality]);

  const larger = painting.state === 'ready' ? painting.picture : undefined;
  const painted = larger ?? (first.state === 'ready' ? first.picture : undefined);
  useEffect(() => {
    const { current } = canvas;
    if (!current || !painted || isDrawn) return undefined;
    return startPainting(camera, current, painted, onReady);
  }, [camera, painted, isDrawn, onReady]);

  // The viewer must not open in a container that has left the page.
  useLayoutEffect(() => {
    const { current } = container;
    if (!current || !sharpBytes) return undefined;
    let sphere: Sphere | undefined;
    let unfollow: (() => void) | undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const onDrawn = (): void => {
      // The user may have turned the view while the viewer was opening.
      sphere?.show(camera.view);
      setIsDrawn(true);
      onReady();
    };
    const openViewer = async (): Promise<void> => {
      const { openViewer } = await importWithRetry(importSphere);
      if (signal.aborted) return;
      sphere = await openViewer(current, sharpBytes, camera, { signal, onDrawn });
      if (sphere) unfollow = camera.subscribe(() => sphere?.show(camera.view));
    };
    openViewer().catch((error: unknown) => {
      if (signal.aborted) return;
      // Bytes that cannot be decoded are an error of the picture, which the note explains; other errors are errors of
      // the app.
      if (error instanceof DOMException)
        logWarning('ASSET', `the panorama cannot be drawn: ${error.message}`);
      else logError('ASSET', 'the panorama viewer did not open', error);
      setDraws(false);
    });
    return () => {
      controller.abort();
      unfollow?.();
      sphere?.destroy();
      setIsDrawn(false);
    };
  }, [camera, sharpBytes, onReady]);

  const problem = !painted && first.state === 'failed' ? first.reason : undefined;
  const { retry } = first;
  useEffect(() => {
    onProblem(problem, retry);
    if (problem || assetId === undefined) onReady();
  }, [problem, retry, assetId, onProblem, onReady]);

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
