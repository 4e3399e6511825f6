/** A flat picture that covers the screen: its colour first, a small one blurred, then the sharp one. */
import type { Background } from '@foyer/contract';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocalized } from '../../../platform/i18n/useLanguage.ts';
import { useVenue } from '../../../platform/state/venue.ts';
import type { FlatCamera } from '../camera/flatCamera.ts';
import styles from '../area.module.css';
import { BackgroundVideo, type VideoReport } from './BackgroundVideo.tsx';
import { firstWidth, savesData, sharpPixels, sizeFor } from './pixels.ts';
import type { LoadedPicture } from './pictureCache.ts';
import { usePicture } from './usePicture.ts';

export interface BackdropProps {
  readonly background: Background;
  /** There is something to look at, or nothing will come. */
  readonly onReady: () => void;
  readonly onVideo: (report: VideoReport) => void;
  /** `undefined` once the picture stands. */
  readonly onTrouble: (why: 'away' | 'missing' | undefined, retry: () => void) => void;
}

export const stillOf = (background: Background): string | undefined =>
  'assetId' in background ? background.assetId : background.posterAssetId;

/** Physical pixels over the picture's whole width that the screen can show now. */
function useSharpWidth(camera: FlatCamera): number {
  // Known from the first render on: a picture that is at hand is there with the first frame.
  const [pixels, setPixels] = useState(() => sharpPixels(camera.restWidth, camera.view.zoom));
  useEffect(() => {
    const measure = (): void => {
      const wanted = sharpPixels(camera.restWidth, camera.view.zoom);
      setPixels((now) => Math.max(now, wanted));
    };
    measure();
    return camera.subscribe(measure);
  }, [camera]);
  return pixels;
}

/** Keeps an element exactly where the camera sees the picture. */
function useFollows(camera: FlatCamera) {
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
  onTrouble,
}: BackdropProps & { camera: FlatCamera }) {
  const layer = useFollows(camera);
  const still = stillOf(background);
  const asset = useVenue(({ assets }) => (still === undefined ? undefined : assets.get(still)));
  const localized = useLocalized();
  const pixels = useSharpWidth(camera);
  const first = usePicture(still, sizeFor(firstWidth.VIEW_2D, asset));
  const wanted = savesData() ? Math.min(pixels, 1280) : pixels;
  const sharp = usePicture(still, sizeFor(wanted, asset));
  // A sharp one that is at hand needs no blurred one before it: blurring a whole screen is work.
  const [wasAtHand] = useState(sharp.state === 'ready');
  // While a sharper one is on its way the last one stays.
  const [sharpest, setSharpest] = useState<LoadedPicture>();
  if (sharp.state === 'ready' && sharp.picture !== sharpest) setSharpest(sharp.picture);
  const shown = sharp.state === 'ready' ? sharp.picture : sharpest;

  const firstShape = first.state === 'ready' ? first.picture : undefined;
  const shape = shown ?? firstShape;
  const isVideo = 'videoUrl' in background;
  useEffect(() => {
    if (shape && !isVideo) camera.reshape(shape);
  }, [camera, shape, isVideo]);

  const isThere = first.state === 'ready' || shown !== undefined;
  const cannotCome = sharp.state === 'failed' || still === undefined;
  // Before the frame is painted: what is at hand begins to appear with the first one.
  useLayoutEffect(() => {
    if (isThere || (cannotCome && !isVideo)) onReady();
  }, [isThere, cannotCome, isVideo, onReady]);
  const why = sharp.state === 'failed' && !isThere ? sharp.why : undefined;
  const { retry } = sharp;
  useEffect(() => onTrouble(why, retry), [why, retry, onTrouble]);

  return (
    <div className={styles.backdrop} data-testid="backdrop" style={{ backgroundColor: asset?.averageColour }}>
      <div ref={layer} className={styles.picture} data-state={shown ? 'sharp' : first.state}>
        {first.state === 'ready' && !wasAtHand && (
          <img className={styles.first} src={first.picture.url} alt="" draggable={false} />
        )}
        {shown && (
          <img
            className={first.state === 'ready' && !wasAtHand ? styles.sharp : undefined}
            src={shown.url}
            alt={isVideo ? '' : localized(asset?.alts)}
            draggable={false}
          />
        )}
        {isVideo && (
          <BackgroundVideo background={background} camera={camera} onReady={onReady} onReport={onVideo} />
        )}
      </div>
    </div>
  );
}
