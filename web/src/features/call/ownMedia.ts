/** What the others are told of one's microphone, camera and screen: one word after the other, so that the last one holds. */
import { changeCallMedia, type CallMedia } from '@foyer/contract';
import { realtime } from '../../platform/realtime/realtime.ts';
import { retryTimer, type Backoff } from '../../platform/time/retryTimer.ts';
import { useConnection } from '../../platform/state/connection.ts';
import { heardAndSeen, useLocalMedia } from './media/localMedia.ts';

const backoff: Backoff = { firstMs: 1_000 };

export const ownMedia = (): CallMedia => heardAndSeen(useLocalMedia.getState());

/** @param said what was said with the place in the call */
export class MediaTeller {
  readonly #callId: string;
  #told: string;
  /** A place is asked for, and with it something is said: what changes meanwhile is said after it. */
  #isHeld = false;
  #isTelling = false;
  #isOver = false;
  readonly #retry = retryTimer(() => void this.tell(), backoff);

  constructor(callId: string, said: CallMedia) {
    this.#callId = callId;
    this.#told = JSON.stringify(said);
  }

  hold(): void {
    this.#isHeld = true;
  }

  /** @param said with the place; undefined where there was none to be had */
  release(said: CallMedia | undefined): void {
    this.#isHeld = false;
    if (said) this.#told = JSON.stringify(said);
    void this.tell();
  }

  /** Says what is new, if anything is. */
  async tell(): Promise<void> {
    if (this.#isTelling) return;
    this.#isTelling = true;
    try {
      while (!this.#isHeld) {
        const media = ownMedia();
        const says = JSON.stringify(media);
        if (says === this.#told) return;
        await realtime.sendCommand(changeCallMedia, { callId: this.#callId, media });
        this.#told = says;
      }
    } catch {
      // Without a line it is said with the place that is asked for when there is one again.
      if (!this.#isOver && useConnection.getState().status === 'online') this.#retry.schedule();
    } finally {
      this.#isTelling = false;
    }
  }

  end(): void {
    this.#isOver = true;
    this.#isHeld = true;
    this.#retry.reset();
  }
}
