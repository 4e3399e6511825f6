/** Sends hits one after the other, and repeats those that fail (TRACK-03). */
import { isRetriedStatus } from '@foyer/contract/limits';
import { parseRetryAfter } from '@foyer/contract/retryAfter';
import { writeToConsole } from '../log.ts';
import { retryTimer, type Backoff, type RetryWait } from '../time/retryTimer.ts';
import type { Hit } from './hits.ts';
import { waitingMax } from './track.ts';

const retriesMax = 10;
const backoff: Backoff = { firstMs: 2_000, longestMs: 2_000 * 2 ** (retriesMax - 1) };

/** @throws if there is no response */
export type SendHit = (hit: Hit) => Promise<Pick<Response, 'ok' | 'status' | 'headers'>>;

export interface HitQueue {
  readonly isEmpty: boolean;
  readonly add: (hit: Hit) => void;
  /** Sends everything at once, because the page is being closed or its user changes. */
  readonly flush: () => void;
}

/** Why a hit was not accepted; with `wait`, it is worth another attempt. */
interface Failure {
  readonly reason: unknown;
  readonly wait?: RetryWait;
}

function report({ reason }: Failure): void {
  const message = 'a page view or event could not be counted';
  writeToConsole({ level: 'WARN', category: 'GENERAL', message, cause: reason });
}

async function attempt(send: SendHit, hit: Hit): Promise<Failure | undefined> {
  try {
    const { ok, status, headers } = await send(hit);
    if (ok) return undefined;
    const reason = `status ${status}`;
    if (!isRetriedStatus(status)) return { reason };
    return { reason, wait: { atLeastMs: parseRetryAfter(headers.get('retry-after'), Date.now()) } };
  } catch (reason) {
    return { reason, wait: { untilOnline: true } };
  }
}

export function hitQueue(send: SendHit): HitQueue {
  const waiting: Hit[] = [];
  let isSending = false;
  let retries = 0;
  const timer = retryTimer(() => void sendFirst(), backoff);

  async function sendFirst(): Promise<void> {
    const [hit] = waiting;
    if (hit === undefined) return;
    isSending = true;
    const failure = await attempt(send, hit);
    // Not repeated after a flush: that would be for the next user.
    if (waiting[0] !== hit) return;
    isSending = false;
    if (failure?.wait && retries < retriesMax) {
      retries += 1;
      timer.schedule(failure.wait);
      return;
    }
    if (failure) report(failure);
    waiting.shift();
    retries = 0;
    timer.reset();
    void sendFirst();
  }

  return {
    get isEmpty() {
      return waiting.length === 0;
    },
    add(hit) {
      if (waiting.length === waitingMax) return;
      waiting.push(hit);
      if (waiting.length === 1) void sendFirst();
    },
    flush() {
      // The one that is being sent arrives even if the page is gone.
      const unsent = isSending ? waiting.slice(1) : [...waiting];
      waiting.length = 0;
      isSending = false;
      retries = 0;
      timer.reset();
      for (const hit of unsent) send(hit).catch(() => undefined);
    },
  };
}
