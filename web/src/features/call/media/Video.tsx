import { useEffect, useMemo, useRef } from 'react';

export interface VideoProps {
  readonly stream: MediaStream | undefined;
  /** For the user's own camera. */
  readonly mirrored?: boolean;
  readonly muted?: boolean;
  /** Shows the whole picture, for screens. Otherwise the video fills its tile and is cropped. */
  readonly uncropped?: boolean;
  /** Plays only the sound. */
  readonly hidden?: boolean;
}

/** Plays a stream with its sound. */
export function Video({ stream, mirrored, muted = false, uncropped, hidden }: VideoProps) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    element.srcObject = stream ?? null;
    // Autoplay is allowed, because the user has pressed a button to start or accept the call.
    if (stream) element.play().catch(() => undefined);
  }, [stream]);
  return (
    <video
      ref={video}
      autoPlay
      playsInline
      muted={muted}
      aria-hidden="true"
      className={`absolute inset-0 size-full ${uncropped ? 'object-contain' : 'object-cover'} ${mirrored ? '-scale-x-100' : ''} ${hidden ? 'opacity-0' : ''}`}
    >
      {/* Required by accessibility rules; live calls have no captions. */}
      <track kind="captions" />
    </video>
  );
}

/** A memoized stream of one track. */
export const useStreamOf = (track: MediaStreamTrack | undefined): MediaStream | undefined =>
  useMemo(() => track && new MediaStream([track]), [track]);
