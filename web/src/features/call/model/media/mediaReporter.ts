/** Reports to the server whether microphone, camera and screen sharing are on. */
import { setCallMedia, type CallMedia } from '@foyer/contract';
import type { Realtime } from '../../../../platform/realtime/realtime.ts';
import { retryTimer, type Backoff, type RetryTimer } from '../../../../platform/time/retryTimer.ts';

const backoff: Backoff = { firstMs: 1_000 };

export interface MediaReporterDeps {
  readonly callId: string;
  readonly realtime: Pick<Realtime, 'sendCommand' | 'isOnline'>;
  /** What is on now. */
  readonly ownMedia: () => CallMedia;
  /** Of the call. */
  readonly signal: AbortSignal;
}

/** Sends one command at a time, so that the last state wins. */
export class MediaReporter {
  private readonly deps: MediaReporterDeps;
  private lastReported: string;
  /** True while the tab rejoins: the request to join contains the media state, and later changes are sent after it. */
  private isPaused = false;
  private isReporting = false;
  private readonly retry: RetryTimer;

  /** @param sentMedia the state in the request to join */
  constructor(deps: MediaReporterDeps, sentMedia: CallMedia) {
    this.deps = deps;
    this.lastReported = JSON.stringify(sentMedia);
    this.retry = retryTimer(() => void this.report(), backoff, deps.signal);
  }

  pause(): void {
    this.isPaused = true;
  }

  /** @param sentMedia the state in the request to join */
  resume(sentMedia: CallMedia): void {
    this.isPaused = false;
    this.lastReported = JSON.stringify(sentMedia);
    void this.report();
  }

  /** Reports the media state if it has changed. */
  async report(): Promise<void> {
    if (this.isReporting) return;
    const { callId, realtime, ownMedia, signal } = this.deps;
    this.isReporting = true;
    try {
      while (!this.isPaused && !signal.aborted) {
        const media = ownMedia();
        const current = JSON.stringify(media);
        if (current === this.lastReported) return;
        await realtime.sendCommand(setCallMedia, { callId, media });
        this.lastReported = current;
      }
    } catch {
      // Without a connection the state is sent with the request to rejoin.
      if (realtime.isOnline) this.retry.schedule();
    } finally {
      this.isReporting = false;
    }
  }
}
