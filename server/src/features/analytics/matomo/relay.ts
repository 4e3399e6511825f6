/**
 * Sends counted hits to a Matomo, many at once. Failed requests are repeated with increasing delays; meanwhile hits wait
 * in memory. The oldest ones are dropped if there are too many, or if Matomo would reject them for their age.
 */
import type { Every, MonotonicClock } from '#platform/clock';
import type { MatomoConfig } from '#platform/config/analytics';
import type { WarnLog } from '#platform/log/log';
import type { CountedHit } from '../collector.ts';
import { toMatomoRequest } from './toMatomoRequest.ts';

const hitsPerRequest = 50;
/** How long hits wait for others. */
const collectMs = 2_000;
const maxWaiting = 10_000;
const checkEveryMs = 500;
const firstDelayMs = 1_000;
const maxDelayMs = 60_000;
const requestLimitMs = 10_000;
const defaultStopLimitMs = 5_000;
/** Matomo rejects older hits without a token. One hour less, because they may wait for a response. */
const maxAgeWithoutTokenMs = 23 * 3_600_000;

export interface MatomoRelayDeps {
  readonly matomo: MatomoConfig;
  readonly monotonicClock: MonotonicClock;
  readonly every: Every;
  readonly log: WarnLog;
  /** Returns a signal that aborts a request after a time in milliseconds; default: in real time. */
  readonly timeout?: (milliseconds: number) => AbortSignal;
  /** Default: 5 s. */
  readonly stopLimitMs?: number;
}

interface WaitingHit {
  readonly request: string;
  readonly addedAt: number;
}

/** `rejected`: Matomo will not accept these hits later either. */
type Outcome = 'sent' | 'failed' | 'rejected';

export class MatomoRelay {
  private readonly deps: MatomoRelayDeps;
  private readonly waiting: WaitingHit[] = [];
  /** When the oldest waiting hit was added. */
  private waitingSince = 0;
  private dropped = 0;
  private delayMs = 0;
  private retryAt = 0;
  private sending: Promise<void> | undefined;
  private stopChecking: (() => void) | undefined;
  private isStopping = false;
  /** Aborts the running request when a stop takes too long. */
  private readonly stopLimit = new AbortController();

  constructor(deps: MatomoRelayDeps) {
    this.deps = deps;
  }

  start(): void {
    this.stopChecking = this.deps.every(checkEveryMs, () => void this.sendDue());
  }

  add(counted: CountedHit): void {
    const { matomo, monotonicClock } = this.deps;
    const addedAt = monotonicClock();
    if (this.waiting.length === 0) this.waitingSince = addedAt;
    this.waiting.push({ request: toMatomoRequest(counted, matomo.token !== undefined), addedAt });
    if (this.waiting.length > maxWaiting) this.dropOldest();
    void this.sendDue();
  }

  /** Sends what is waiting, without repeating failed requests. Takes at most `stopLimitMs`. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.stopChecking?.();
    const { stopLimitMs = defaultStopLimitMs } = this.deps;
    const timer = setTimeout(() => this.stopLimit.abort(), stopLimitMs);
    await this.sending;
    while (this.waiting.length > 0 && !this.stopLimit.signal.aborted)
      if ((await this.sendBatch()) === 'failed') break;
    clearTimeout(timer);
  }

  /** Begins to send if enough hits wait or the oldest has waited long enough. Resolves when nothing is being sent. */
  async sendDue(): Promise<void> {
    const now = this.deps.monotonicClock();
    const { length } = this.waiting;
    const isDue = length >= hitsPerRequest || (length > 0 && now - this.waitingSince >= collectMs);
    if (isDue && now >= this.retryAt && !this.isStopping)
      this.sending ??= this.send().finally(() => {
        this.sending = undefined;
      });
    await this.sending;
  }

  private async send(): Promise<void> {
    const { monotonicClock } = this.deps;
    do {
      if ((await this.sendBatch()) === 'failed') {
        this.delayMs = Math.min(maxDelayMs, this.delayMs === 0 ? firstDelayMs : this.delayMs * 2);
        this.retryAt = monotonicClock() + this.delayMs;
        return;
      }
      this.delayMs = 0;
    } while (this.waiting.length >= hitsPerRequest && !this.isStopping);
    this.waitingSince = monotonicClock();
  }

  /** Removes the hits from the waiting ones unless sending them failed. */
  private async sendBatch(): Promise<Outcome> {
    this.dropExpired();
    const batch = this.waiting.slice(0, hitsPerRequest);
    if (batch.length === 0) return 'sent';
    const { dropped } = this;
    const outcome = await this.post(batch.map(({ request }) => request));
    // Some of them may have been dropped meanwhile.
    if (outcome !== 'failed') this.waiting.splice(0, batch.length - (this.dropped - dropped));
    if (outcome === 'sent') this.dropped = 0;
    return outcome;
  }

  private async post(requests: readonly string[]): Promise<Outcome> {
    const { matomo, log, timeout = (milliseconds) => AbortSignal.timeout(milliseconds) } = this.deps;
    const { url, token } = matomo;
    try {
      const response = await fetch(`${url}/matomo.php`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ requests, ...(token !== undefined && { token_auth: token }) }),
        redirect: 'error',
        signal: AbortSignal.any([timeout(requestLimitMs), this.stopLimit.signal]),
      });
      await response.arrayBuffer();
      if (response.ok) return 'sent';
      const mayRetry = response.status >= 500 || [408, 429].includes(response.status);
      log.warn({ status: response.status, hits: requests.length }, 'Matomo rejected hits');
      return mayRetry ? 'failed' : 'rejected';
    } catch (error) {
      log.warn({ reason: reasonOf(error), hits: requests.length }, 'Matomo could not be reached');
      return 'failed';
    }
  }

  private dropExpired(): void {
    const { matomo, monotonicClock } = this.deps;
    if (matomo.token !== undefined) return;
    const oldest = monotonicClock() - maxAgeWithoutTokenMs;
    while (this.waiting[0] !== undefined && this.waiting[0].addedAt < oldest) this.dropOldest();
  }

  private dropOldest(): void {
    this.waiting.shift();
    this.dropped += 1;
    if (this.dropped === 1)
      this.deps.log.warn(
        { waiting: this.waiting.length },
        'hits for Matomo are dropped, because it is unreachable',
      );
  }
}

/** Only the code or the name: messages may contain the address. */
function reasonOf(error: unknown): string {
  const { cause, name } = error as { cause?: { code?: string }; name: string };
  return cause?.code ?? name;
}
