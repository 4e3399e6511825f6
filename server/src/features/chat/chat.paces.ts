/** How fast one person may write and type, over all their tabs of this node. */
import { chatBurst, chatEveryMs, chatTypingMs } from '@foyer/contract/limits';
import type { Clock } from '#platform/clock';
import { Allowance, type Pace } from '#platform/realtime/allowance';
import { Refusal } from '#platform/refusal';
import type { Speaker } from './chat.speaker.ts';

const pace: Pace = { burst: chatBurst, everyMs: chatEveryMs };
/** More people than write at one moment: from then on everybody begins anew. */
const knownAtOnce = 20_000;

export class ChatPaces {
  private readonly clock: Clock;
  private readonly sending = new Map<string, Allowance>();
  private readonly typed = new Map<string, number>();

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** @throws Refusal `tooManyRequests` */
  send({ mode, uid }: Speaker): void {
    const key = `${mode} ${uid}`;
    let allowance = this.sending.get(key);
    if (allowance === undefined) {
      if (this.sending.size >= knownAtOnce) this.sending.clear();
      this.sending.set(key, (allowance = new Allowance(pace, this.clock())));
    }
    if (!allowance.take(this.clock()))
      throw new Refusal('tooManyRequests', 'One message after the other.', {
        retryAfter: chatEveryMs / 1_000,
      });
  }

  /** Whether it is time to tell once more that somebody types. */
  type({ mode, uid }: Speaker, roomId: string): boolean {
    const key = `${mode} ${uid} ${roomId}`;
    const now = this.clock();
    if ((this.typed.get(key) ?? -Infinity) + chatTypingMs > now) return false;
    if (this.typed.size >= knownAtOnce) this.typed.clear();
    this.typed.set(key, now);
    return true;
  }
}
