/**
 * Rate limits of a user over all their tabs on this node. Each `take…` counts one action, and throws or returns false if
 * the limit is exceeded.
 */
import {
  chatMessageBurst,
  chatMessageRefillMs,
  chatGroupBurst,
  chatGroupRefillMs,
  chatGroupUsersPerChange,
  chatTypingMs,
  chatUploadBurst,
  chatUploadRefillMs,
} from '@foyer/contract/limits';
import type { MonotonicClock } from '#platform/clock';
import { RateLimiter, type RateLimit } from '#platform/realtime/rateLimit';
import { ApiError } from '#platform/apiError';
import type { Actor } from './actor.ts';

const limits = {
  messages: { burst: chatMessageBurst, everyMs: chatMessageRefillMs },
  uploads: { burst: chatUploadBurst, everyMs: chatUploadRefillMs },
  groupChanges: { burst: chatGroupBurst, everyMs: chatGroupRefillMs },
  typing: { burst: 1, everyMs: chatTypingMs },
} satisfies Record<string, RateLimit>;

export class ChatRateLimits {
  private readonly messages: RateLimiter;
  private readonly uploads: RateLimiter;
  private readonly groupChanges: RateLimiter;
  private readonly typing: RateLimiter;

  constructor(clock: MonotonicClock) {
    this.messages = new RateLimiter(limits.messages, clock);
    this.uploads = new RateLimiter(limits.uploads, clock);
    this.groupChanges = new RateLimiter(limits.groupChanges, clock);
    this.typing = new RateLimiter(limits.typing, clock);
  }

  /** @throws ApiError `tooManyRequests` */
  takeMessage(actor: Actor): void {
    if (!this.messages.take(keyOf(actor))) throw limitExceeded('messages', limits.messages);
  }

  /** @throws ApiError `tooManyRequests` */
  takeUpload(actor: Actor): void {
    if (!this.uploads.take(keyOf(actor))) throw limitExceeded('uploads', limits.uploads);
  }

  /**
   * Limited because each change of a group posts a notice in it.
   * @param addedUsers how many users the change adds
   * @throws ApiError `tooManyRequests`
   */
  takeGroupChange(actor: Actor, addedUsers = 0): void {
    const count = 1 + Math.floor(addedUsers / chatGroupUsersPerChange);
    if (!this.groupChanges.take(keyOf(actor), count))
      throw limitExceeded('group changes', limits.groupChanges);
  }

  /** Returns whether the other members may be notified again that the user is typing. */
  takeTyping(actor: Actor, roomId: string): boolean {
    return this.typing.take(`${keyOf(actor)} ${roomId}`);
  }
}

const keyOf = ({ mode, uid }: Actor): string => `${mode} ${uid}`;

function limitExceeded(what: string, { burst, everyMs }: RateLimit): ApiError {
  const message = `Rate limit exceeded: at most ${burst} ${what} at once, then one every ${everyMs / 1_000} seconds.`;
  return new ApiError('tooManyRequests', message, { retryAfter: everyMs / 1_000 });
}
