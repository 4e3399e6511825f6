/**
 * A flat picture that covers the screen: first its average colour, then a small blurred picture, then the sharp one.
 */
import type { Background } from '@foyer/contract';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocalized } from '../../../platform/i18n/useLanguage.ts';
import { useVenue } from '../../../platform/state/venue.ts';
import type { FlatCamera } from '../camera/flatCamera.ts';
import styles from '../area.module.css';
import type { VideoState } from './backgroundPlayer.ts';
import { BackgroundVideo } from './BackgroundVideo.tsx';
import type { LoadFailure } from './loadFailure.ts';
import { previewWidth, savesData, sharpPixels, sizeFor } from './pixels.ts';
import type { LoadedPicture } from './pictureCache.ts';
import { usePicture } from './usePicture.ts';

export interface BackdropProps {
  readonly background: Background;
  /** Called when the picture is visible, or has failed to load. */
  readonly onReady: () => void;
  readonly onVideo: (report: VideoState) => void;
  /** Called with undefined when the picture has loaded. */
  readonly onProblem: (reason: LoadFailure | undefined, retry: () => void) => void;
}

export const stillAssetId = (background: Background): string | undefined =>
  'assetId' in background ? background.assetId : background.posterAssetId;

/** The width of the whole picture in physical pixels at the current zoom. It only grows. */
function useSharpWidth(camera: FlatCamera): number {
  // Measured in the first render, so that a cached picture is in the first frame.
  const [pixels, setPixels] = useState(() => sharpPixels(camera.restWidth, camera.view.zoom));
  useEffect(() => {
    const measure = (): void => {
      const needed = sharpPixels(camera.restWidth, camera.view.zoom);
      setPixels((now) => Math.max(now, needed));
    };
    measure();
    return camera.subscribe(measure);
  }, [camera]);
  return pixels;
}

/** Positions an element at the box of the picture. */
function useCameraLayer(camera: FlatCamera) {
  const layer = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const follow = (): void => {
      const { current } = layer;
      if (!current) return;
      const { left, top, width } = camera.box;
      const { width: restWidth, height: restHeight } = camera.restExtent;
      current.style.width = `${restWidth}px`;
      current.style.height = `${restHeight}px`;
      current.style.transform = `translate3d(${left}px, ${top}px, 0) scale(${width / restWidth})`;
    };
    follow();
    return camera.subscribe(follow);
  }, [camera]);
  return layer;
}

export function FlatBackdrop({
  background,
  camera,
  onReady,
  onVideo,
  onProblem,
}: BackdropProps & { camera: FlatCamera }) {
  const layer = useCameraLayer(camera);
  const assetId = stillAssetId(background);
  const asset = useVenue(({ assets }) => (assetId === undefined ? undefined : assets.get(assetId)));
  const localized = useLocalized();
  const pixels = useSharpWidth(camera);
  const preview = usePicture(assetId, sizeFor(previewWidth.VIEW_2D, asset));
  const wanted = savesData() ? Math.min(pixels, 1280) : pixels;
  const sharp = usePicture(assetId, sizeFor(wanted, asset));
  // If the sharp picture is cached, no blurred one is shown before it: blurring a whole screen is expensive.
  const [wasCached] = useState(sharp.state === 'ready');
  // The previous picture stays while a sharper one loads.
  const [sharpest, setSharpest] = useState<LoadedPicture>();
  if (sharp.state === 'ready' && sharp.picture !== sharpest) setSharpest(sharp.picture);
  const shown = sharp.state === 'ready' ? sharp.picture : sharpest;

  const previewShape = preview.state === 'ready' ? preview.picture : undefined;
  const shape = shown ?? previewShape;
  const isVideo = 'videoUrl' in background;
  useEffect(() => {
    if (shape && !isVideo) camera.setPictureShape(shape);
  }, [camera, shape, isVideo]);

  const isVisible = preview.state === 'ready' || shown !== undefined;
  const hasFailed = sharp.state === 'failed' || assetId === undefined;
  // Before the first paint, so that the transition to a cached picture starts with the first frame.
  useLayoutEffect(() => {
    if (isVisible || (hasFailed && !isVideo)) onReady();
  }, [isVisible, hasFailed, isVideo, onReady]);
  const problem = sharp.state === 'failed' && !isVisible ? sharp.reason : undefined;
  const { retry } = sharp;
  useEffect(() => onProblem(problem, retry), [problem, retry, onProblem]);

  return (
    <div className={styles.backdrop} data-testid="backdrop" style={{ backgroundColor: asset?.averageColour }}>
      <div ref={layer} className={styles.picture} data-state={shown ? 'sharp' : preview.state}>
        {preview.state === 'ready' && !wasCached && (
          <img className={styles.first} src={preview.picture.url} alt="" draggable={false} />
        )}
        {shown && (
          <img
            className={preview.state === 'ready' && !wasCached ? styles.sharp : undefined}
            src={shown.url}
            alt={isVideo ? '' : localized(asset?.alts)}
            draggable={false}
          />
        )}
        {isVideo && (
          <BackgroundVideo
            background={background}
            camera={camera}
            onReady={onReady}
            onStateChange={onVideo}
          />
        )}
      </div>
    </div>
  );
}
