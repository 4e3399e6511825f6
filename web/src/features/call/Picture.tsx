import { useEffect, useMemo, useRef } from 'react';

export interface PictureProps {
  readonly stream: MediaStream | undefined;
  /** One's own is seen as in a mirror. */
  readonly mirrored?: boolean;
  readonly muted?: boolean;
  /** Whole, as a screen is; else it fills its tile. */
  readonly whole?: boolean;
  /** Only heard. */
  readonly hidden?: boolean;
}

/** A moving picture with its sound. */
export function Picture({ stream, mirrored, muted = false, whole, hidden }: PictureProps) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    element.srcObject = stream ?? null;
    // A browser that waits for a press has had one: whoever is here has called or accepted.
    if (stream) element.play().catch(() => undefined);
  }, [stream]);
  return (
    <video
      ref={video}
      autoPlay
      playsInline
      muted={muted}
      aria-hidden="true"
      data-mirrored={mirrored}
      data-whole={whole}
      data-hidden={hidden}
      className="call-picture"
    >
      {/* Nobody writes down what is said. */}
      <track kind="captions" />
    </video>
  );
}

/** A stream of one track, the same one as long as the track is. */
export const useStreamOf = (track: MediaStreamTrack | undefined): MediaStream | undefined =>
  useMemo(() => track && new MediaStream([track]), [track]);
