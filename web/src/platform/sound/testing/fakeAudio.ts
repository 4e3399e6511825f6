import type { AudioElement } from '../player.ts';

/** An audio element without a browser: the test reports what it would. */
export class FakeAudio extends EventTarget implements AudioElement {
  private address = '';
  currentTime = 0;
  duration = Number.NaN;
  paused = true;
  ended = false;
  playbackRate = 1;
  defaultPlaybackRate = 1;
  volume = 1;
  error: MediaError | null = null;
  /** Whether the browser plays only after the user has pressed a button. */
  refuses = false;

  get src(): string {
    return this.address;
  }

  set src(value: string) {
    this.address = value;
    this.error = null;
    this.paused = true;
    this.ended = false;
    this.currentTime = 0;
    this.duration = Number.NaN;
    // Browsers report the new position of an element whose source has changed.
    this.dispatchEvent(new Event('timeupdate'));
  }

  play(): Promise<void> {
    if (this.refuses) return Promise.reject(Object.assign(new Error('refused'), { name: 'NotAllowedError' }));
    this.paused = false;
    return Promise.resolve();
  }

  pause(): void {
    this.paused = true;
  }

  load(): void {}

  removeAttribute(): void {
    this.address = '';
  }

  report(...events: readonly string[]): void {
    for (const event of events) this.dispatchEvent(new Event(event));
  }

  /** Everything has been downloaded, and the sound plays. */
  begins(duration = 100): void {
    this.duration = duration;
    this.report('loadedmetadata', 'playing');
  }

  reaches(seconds: number): void {
    this.currentTime = seconds;
    this.report('timeupdate');
  }

  /** @param code of MediaError: 2 if the connection broke, 4 if the file cannot be played */
  fails(code = 4): void {
    this.error = { code } as MediaError;
    this.report('error');
  }

  ends(): void {
    this.paused = true;
    this.ended = true;
    this.report('pause', 'ended');
  }
}
