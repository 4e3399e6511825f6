/** How fast one person may write, type, bring files and change groups, over all their tabs of this node. */
import {
  chatBurst,
  chatEveryMs,
  chatGroupBurst,
  chatGroupEveryMs,
  chatTypingMs,
  chatUploadBurst,
  chatUploadEveryMs,
} from '@foyer/contract/limits';
import type { Clock } from '#platform/clock';
import { RateLimiter, type RateLimit } from '#platform/realtime/rateLimit';
import { Refusal } from '#platform/refusal';
import type { Speaker } from './actor.ts';

const paces = {
  send: { burst: chatBurst, everyMs: chatEveryMs },
  upload: { burst: chatUploadBurst, everyMs: chatUploadEveryMs },
  group: { burst: chatGroupBurst, everyMs: chatGroupEveryMs },
  type: { burst: 1, everyMs: chatTypingMs },
} satisfies Record<string, RateLimit>;
/** So many who are brought into a group count as one change of it. */
const peopleOfChange = 50;

export class ChatPaces {
  private readonly sending: RateLimiter;
  private readonly uploading: RateLimiter;
  private readonly grouping: RateLimiter;
  private readonly typing: RateLimiter;

  constructor(clock: Clock) {
    this.sending = new RateLimiter(paces.send, clock);
    this.uploading = new RateLimiter(paces.upload, clock);
    this.grouping = new RateLimiter(paces.group, clock);
    this.typing = new RateLimiter(paces.type, clock);
  }

  /** @throws Refusal `tooManyRequests`, as those below */
  send(speaker: Speaker): void {
    if (!this.sending.take(keyOf(speaker))) throw tooFast('One message after the other.', paces.send);
  }

  upload(speaker: Speaker): void {
    if (!this.uploading.take(keyOf(speaker))) throw tooFast('One file after the other.', paces.upload);
  }

  /** Each change of a group leaves its line in the room. `people`: how many are brought in. */
  group(speaker: Speaker, people = 0): void {
    const count = 1 + Math.floor(people / peopleOfChange);
    if (!this.grouping.take(keyOf(speaker), count))
      throw tooFast('One change of a group after the other.', paces.group, count);
  }

  /** Whether it is time to tell once more that somebody types. */
  type(speaker: Speaker, roomId: string): boolean {
    return this.typing.take(`${keyOf(speaker)} ${roomId}`);
  }
}

const keyOf = ({ mode, uid }: Speaker): string => `${mode} ${uid}`;

const tooFast = (message: string, { everyMs }: RateLimit, count = 1): Refusal =>
  new Refusal('tooManyRequests', message, { retryAfter: (count * everyMs) / 1_000 });
