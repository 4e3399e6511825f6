/** Reports to the server whether microphone, camera and screen sharing are on. */
import { setCallMedia, type CallMedia } from '@foyer/contract';
import { currentRealtime } from '../../../platform/realtime/realtime.ts';
import { retryTimer, type Backoff } from '../../../platform/time/retryTimer.ts';
import { toCallMedia, useLocalMedia } from './localMedia.ts';

const backoff: Backoff = { firstMs: 1_000 };

export const ownMedia = (): CallMedia => toCallMedia(useLocalMedia.getState());

/** Sends one command at a time, so that the last state wins. */
export class MediaReporter {
  private readonly callId: string;
  private lastReported: string;
  /** True while the tab joins: the request to join contains the media state, and later changes are sent after it. */
  private isPaused = false;
  private isReporting = false;
  private hasEnded = false;
  private readonly retry = retryTimer(() => void this.report(), backoff);

  /** @param sentMedia the state in the request to join */
  constructor(callId: string, sentMedia: CallMedia) {
    this.callId = callId;
    this.lastReported = JSON.stringify(sentMedia);
  }

  pause(): void {
    this.isPaused = true;
  }

  /** @param sentMedia the state in the request to join; undefined if the request has failed */
  resume(sentMedia: CallMedia | undefined): void {
    this.isPaused = false;
    if (sentMedia) this.lastReported = JSON.stringify(sentMedia);
    void this.report();
  }

  /** Reports the media state if it has changed. */
  async report(): Promise<void> {
    if (this.isReporting) return;
    this.isReporting = true;
    try {
      while (!this.isPaused) {
        const media = ownMedia();
        const current = JSON.stringify(media);
        if (current === this.lastReported) return;
        await currentRealtime().sendCommand(setCallMedia, { callId: this.callId, media });
        this.lastReported = current;
      }
    } catch {
      // Without a connection the state is sent with the request to rejoin.
      if (!this.hasEnded && currentRealtime().isOnline) this.retry.schedule();
    } finally {
      this.isReporting = false;
    }
  }

  end(): void {
    this.hasEnded = true;
    this.isPaused = true;
    this.retry.reset();
  }
}
