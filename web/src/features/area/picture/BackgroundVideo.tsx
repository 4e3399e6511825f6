/** A picture that moves: without sound, over its poster, and only where the person and the browser let it. */
import type { Background } from '@foyer/contract';
import { assetIdOfAddress } from '@foyer/contract/address';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useVenue } from '../../../platform/state/venue.ts';
import type { FlatCamera } from '../camera/flatCamera.ts';
import { useCalm } from '../motion/useCalm.ts';
import styles from '../area.module.css';
import { useAskAgain, type WhyFailed } from './askAgain.ts';
import { useMovingBackground } from './movingBackground.ts';
import { savesData } from './pixels.ts';
import { attachVideo } from './playVideo.ts';
import { videoAddress, videoKindOf } from './videoSource.ts';

export type VideoBackground = Extract<Background, { videoUrl: string }>;
/** `none`: there is nothing that one could pause or play. */
export type VideoReport = 'none' | 'playing' | 'paused';

interface Props {
  readonly background: VideoBackground;
  readonly camera: FlatCamera;
  readonly onReady: () => void;
  readonly onReport: (report: VideoReport) => void;
}

export function BackgroundVideo({ background, camera, onReady, onReport }: Props) {
  const { videoUrl, playerActive, posterAssetId } = background;
  const assetId = assetIdOfAddress(videoUrl);
  const asset = useVenue(({ assets }) => (assetId === undefined ? undefined : assets.get(assetId)));
  const address = videoAddress(videoUrl, asset);
  const [failed, setFailed] = useState<Failure>();
  const failure = failed?.url === address ? failed : undefined;
  const askAgain = useCallback(() => setFailed(undefined), [setFailed]);
  useAskAgain(failure?.why === 'away' ? failure : undefined, askAgain);
  const isPlayable = address !== undefined && !failure && videoKindOf(address) !== 'provider';
  const plays = playerActive && isPlayable;
  useEffect(() => {
    if (plays) return;
    onReport('none');
    // A poster tells by itself when it is there.
    if (posterAssetId === undefined) onReady();
  }, [plays, posterAssetId, onReport, onReady]);
  if (!plays) return null;
  return (
    <Player
      key={address}
      url={address}
      hasPoster={posterAssetId !== undefined}
      camera={camera}
      onReady={onReady}
      onReport={onReport}
      onFailure={setFailed}
    />
  );
}

interface Failure {
  readonly url: string;
  readonly why: WhyFailed;
}

interface PlayerProps extends Pick<Props, 'camera' | 'onReady' | 'onReport'> {
  readonly url: string;
  readonly hasPoster: boolean;
  readonly onFailure: (failure: Failure) => void;
}

/** Whether it is to play: the person's own choice, else what their device says. */
function useWanted(): boolean {
  const choice = useMovingBackground((state) => state.choice);
  const calm = useCalm();
  if (choice) return choice === 'play';
  return !calm && !savesData();
}

function Player({ url, hasPoster, camera, onReady, onReport, onFailure }: PlayerProps) {
  const video = useRef<HTMLVideoElement>(null);
  // A source that is only being set would undo a play that came before.
  const [canStart, setCanStart] = useState(false);
  const [hasPicture, setHasPicture] = useState(false);
  const wanted = useWanted();
  // Nothing is fetched before somebody wants it to move; without a poster its first picture is the picture.
  const [needed, setNeeded] = useState(false);
  if (!needed && (wanted || !hasPoster)) setNeeded(true);

  useEffect(() => {
    const { current } = video;
    if (!current || !needed) return undefined;
    const attachment = attachVideo(current, url, (why) => onFailure({ url, why }));
    return () => attachment.detach();
  }, [url, needed, onFailure]);

  const start = useCallback((): void => {
    // Where the browser refuses, the poster stays, and a button to play.
    video.current?.play().then(
      () => onReport('playing'),
      () => onReport('paused'),
    );
  }, [onReport]);
  useEffect(() => {
    if (wanted) {
      if (canStart) start();
      return;
    }
    video.current?.pause();
    onReport('paused');
  }, [wanted, canStart, start, onReport]);
  // A browser that refused lets a video play within the press of a button, and only there.
  useEffect(
    () => useMovingBackground.subscribe(({ choice }) => choice === 'play' && canStart && start()),
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
        if (videoWidth > 0 && videoHeight > 0) camera.reshape({ width: videoWidth, height: videoHeight });
      }}
      onLoadedData={() => {
        setHasPicture(true);
        onReady();
      }}
      onPlaying={({ currentTarget }) => {
        // It may have been paused while this was on its way.
        if (!currentTarget.paused) onReport('playing');
      }}
    />
  );
}
