/** Keeps the time and the play state of a video while its source is replaced, also if several sources fail to load. */
import { runAfter } from '../../platform/time/timers.ts';

/** The picture covers the controls too, so it does not stay for a slow server. */
const longestCoverMs = 3_000;

export class FilmPosition {
  private readonly video: HTMLVideoElement;
  private readonly controller = new AbortController();
  /** Where the next source starts, in seconds; undefined if the video is there. */
  private pending: number | undefined;
  private uncover: (() => void) | undefined;

  constructor(video: HTMLVideoElement) {
    this.video = video;
    const { signal } = this.controller;
    video.addEventListener('loadedmetadata', () => this.restore(), { signal });
    for (const event of ['seeked', 'error'])
      video.addEventListener(event, () => this.uncover?.(), { signal });
  }

  /**
   * Replaces what the video plays. A picture of its last frame covers it until the new source is there.
   * @param replace gets the seconds at which the new source starts
   */
  keep(replace: (seconds: number) => void): void {
    const { currentTime, paused } = this.video;
    // A source that was not loaded has left the video at its beginning.
    this.pending ??= currentTime;
    this.cover();
    replace(this.pending);
    // Loading has paused it. Browsers may refuse to go on without a click; then its controls show that it is paused.
    if (!paused) this.video.play().catch(() => undefined);
  }

  detach(): void {
    this.controller.abort();
    this.uncover?.();
  }

  private restore(): void {
    if (this.pending === undefined) return;
    this.video.currentTime = this.pending;
    this.pending = undefined;
  }

  private cover(): void {
    const { videoWidth, videoHeight } = this.video;
    if (this.uncover || videoWidth === 0) return;
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: videoWidth, height: videoHeight });
    canvas.getContext('2d')?.drawImage(this.video, 0, 0);
    canvas.className = 'pointer-events-none absolute inset-0 size-full object-contain';
    canvas.setAttribute('aria-hidden', 'true');
    this.video.after(canvas);
    const cancel = runAfter(longestCoverMs, () => this.uncover?.());
    this.uncover = () => {
      cancel();
      canvas.remove();
      this.uncover = undefined;
    };
  }
}
