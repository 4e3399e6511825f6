/** A background video: muted, above its poster, played only if the user and the browser allow it. */
import type { Background } from '@foyer/contract';
import { assetIdFromUrl } from '@foyer/contract/address';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useIsProviderAllowed } from '../../../platform/consent/useIsProviderAllowed.ts';
import { useVenue } from '../../../platform/state/venue.ts';
import { lazyOptional } from '../../../platform/loading/lazyOptional.tsx';
import styles from '../area.module.css';
import type { BackgroundPlayerProps, VideoFailure } from './backgroundPlayer.ts';
import { useRetry } from './loadFailure.ts';
import { useShouldPlay, useVideoChoice } from './videoChoice.ts';
import { attachVideo } from './playVideo.ts';
import { videoAddress, videoKindOf } from './videoSource.ts';

export type VideoBackground = Extract<Background, { videoUrl: string }>;

interface Props extends Pick<BackgroundPlayerProps, 'camera' | 'onReady' | 'onStateChange'> {
  readonly background: VideoBackground;
}

export function BackgroundVideo({ background, camera, onReady, onStateChange }: Props) {
  const { videoUrl, playerActive, posterAssetId, cookieProviders } = background;
  const assetId = assetIdFromUrl(videoUrl);
  const asset = useVenue(({ assets }) => (assetId === undefined ? undefined : assets.get(assetId)));
  const address = videoAddress(videoUrl, asset);
  const [failed, setFailed] = useState<VideoFailure>();
  const failure = failed?.url === address ? failed : undefined;
  const retry = useCallback(() => setFailed(undefined), [setFailed]);
  useRetry(failure?.reason === 'unreachable' ? failure : undefined, retry);
  const isAllowed = useIsProviderAllowed();
  const plays = playerActive && address !== undefined && !failure && cookieProviders.every(isAllowed);
  useEffect(() => {
    if (plays) return;
    onStateChange('none');
    // A poster calls `onReady` when it has loaded.
    if (posterAssetId === undefined) onReady();
  }, [plays, posterAssetId, onStateChange, onReady]);
  if (!plays) return null;
  const AnyPlayer = videoKindOf(address) === 'provider' ? VimeoBackground : Player;
  return (
    <AnyPlayer
      key={address}
      url={address}
      hasPoster={posterAssetId !== undefined}
      camera={camera}
      onReady={onReady}
      onStateChange={onStateChange}
      onFailure={setFailed}
    />
  );
}

/** Downloaded with the first background from Vimeo. */
const VimeoBackground = lazyOptional(() => import('./VimeoBackground.tsx'));

function Player({ url, hasPoster, camera, onReady, onStateChange, onFailure }: BackgroundPlayerProps) {
  const video = useRef<HTMLVideoElement>(null);
  // Setting the source cancels an earlier `play()`, so playing waits for the metadata.
  const [canStart, setCanStart] = useState(false);
  const [hasPicture, setHasPicture] = useState(false);
  const shouldPlay = useShouldPlay();
  // Nothing is fetched until the video should play. Without a poster the first frame of the video is the picture, so
  // it is fetched anyway.
  const [isNeeded, setIsNeeded] = useState(false);
  if (!isNeeded && (shouldPlay || !hasPoster)) setIsNeeded(true);

  useEffect(() => {
    const { current } = video;
    if (!current || !isNeeded) return undefined;
    const attachment = attachVideo(current, url, (reason) => onFailure({ url, reason }));
    return () => attachment.detach();
  }, [url, isNeeded, onFailure]);

  const start = useCallback((): void => {
    // If the browser does not allow autoplay, the poster and a play button are shown.
    video.current?.play().then(
      () => onStateChange('playing'),
      () => onStateChange('paused'),
    );
  }, [onStateChange]);
  useEffect(() => {
    if (shouldPlay) {
      if (canStart) start();
      return;
    }
    video.current?.pause();
    onStateChange('paused');
  }, [shouldPlay, canStart, start, onStateChange]);
  // A browser that blocks autoplay allows `play()` only within a click handler.
  useEffect(
    () => useVideoChoice.subscribe(({ choice }) => choice === 'play' && canStart && start()),
    [canStart, start],
  );

  return (
    <video
      ref={video}
      className={styles.video}
      data-shown={hasPicture}
      muted
      loop
      playsInline
      preload="auto"
      disablePictureInPicture
      disableRemotePlayback
      aria-hidden="true"
      tabIndex={-1}
      onLoadedMetadata={({ currentTarget }) => {
        setCanStart(true);
        const { videoWidth, videoHeight } = currentTarget;
        if (videoWidth > 0 && videoHeight > 0)
          camera.setPictureShape({ width: videoWidth, height: videoHeight });
      }}
      onLoadedData={() => {
        setHasPicture(true);
        onReady();
      }}
      onPlaying={({ currentTarget }) => {
        // The video may have been paused in the meantime.
        if (!currentTarget.paused) onStateChange('playing');
      }}
    />
  );
}
