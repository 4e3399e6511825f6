/** Calls of an event platform: its token, one retry, what its statuses mean. */
import * as z from 'zod';
import type { Clock, Pause } from '#platform/clock';
import { retry } from '#platform/concurrency/retry';
import { SingleFlight } from '#platform/concurrency/singleFlight';
import type { Timeouts } from '../../settings/values.ts';
import { VendorError } from './vendorError.ts';
import { sendRequest, type VendorResponse, type VendorRequest } from './vendorRequest.ts';

/** A token is given up so long before it runs out. */
const tokenMarginMs = 60_000;
const maxRetryAfterMs = 300_000;

export interface VendorClientOptions {
  readonly patience: Timeouts;
  readonly clock: Clock;
  readonly pause: Pause;
  /** What asks for a token; undefined where a fixed key is sent. */
  readonly tokenRequest?: VendorRequest;
  readonly fixedToken?: string;
  /** Milliseconds since 1970 until which a 429 forbids every call; undefined where waiting a moment is enough. */
  readonly quotaResetAt?: (tooMany: VendorResponse) => number | undefined;
}

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.optional(z.number()) });

export class VendorClient {
  private readonly deps: VendorClientOptions;
  private token: { readonly value: string; readonly until: number } | undefined;
  private readonly pendingToken = new SingleFlight<string>();
  private quotaExhaustedUntil = 0;

  constructor(deps: VendorClientOptions) {
    this.deps = deps;
  }

  /** The limit on everything that one login asks for. */
  deadline(): AbortSignal {
    return AbortSignal.timeout(this.deps.patience.totalMs);
  }

  /** The JSON that an address answers, undefined with 404. Throws a `VendorError`. */
  async get<T>(url: string, schema: z.ZodType<T>, signal: AbortSignal): Promise<T | undefined> {
    const token = await this.currentToken(signal);
    let answer = await this.getWithToken(token, url, signal);
    if (answer.status === 401 && this.deps.tokenRequest !== undefined) {
      // A token may be taken back before its time: a new one, once.
      if (this.token?.value === token) this.token = undefined;
      answer = await this.getWithToken(await this.currentToken(signal), url, signal);
    }
    if (answer.status === 404) return undefined;
    return parseResponse(answer, schema);
  }

  private getWithToken(token: string, url: string, signal: AbortSignal): Promise<VendorResponse> {
    return this.sendWithRetry({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } }, signal);
  }

  private async currentToken(signal: AbortSignal): Promise<string> {
    const { fixedToken, clock } = this.deps;
    if (fixedToken !== undefined) return fixedToken;
    if (this.token !== undefined && clock() < this.token.until) return this.token.value;
    return this.pendingToken.run('token', () => this.requestToken(signal));
  }

  private async requestToken(signal: AbortSignal): Promise<string> {
    const { tokenRequest, clock } = this.deps;
    if (tokenRequest === undefined) throw new Error('neither a token nor a way to one');
    const answer = await this.sendWithRetry(tokenRequest, signal);
    if (answer.status === 404)
      throw new VendorError('setup', 'the token address answers 404: another region?');
    const { access_token: value, expires_in: seconds = 300 } = parseResponse(answer, tokenAnswer);
    this.token = { value, until: clock() + seconds * 1000 - tokenMarginMs };
    return value;
  }

  /** Asks, and once more after a moment where that may help. Returns anything below 500 but 429. */
  private async sendWithRetry(request: VendorRequest, signal: AbortSignal): Promise<VendorResponse> {
    const { pause } = this.deps;
    try {
      return await retry(() => this.sendOnce(request, signal), {
        maxAttempts: 2,
        delayAfter: (fault) => this.delayAfter(fault),
        signal,
        pause,
      });
    } catch (fault) {
      if (fault instanceof VendorError) throw fault;
      throw new VendorError('temporary', 'took too long', { cause: fault });
    }
  }

  private async sendOnce(request: VendorRequest, signal: AbortSignal): Promise<VendorResponse> {
    const { patience, quotaResetAt: closedUntil } = this.deps;
    this.assertQuotaLeft();
    const answer = await sendRequest(request, { connectMs: patience.connectMs, signal });
    if (answer.status !== 429 && answer.status < 500) return answer;
    if (answer.status === 429) {
      this.quotaExhaustedUntil = closedUntil?.(answer) ?? 0;
      this.assertQuotaLeft();
    }
    throw new VendorError('temporary', describeResponse(answer), {
      retryAfter: this.retryDelayMs(answer) / 1000,
    });
  }

  /** Undefined where the platform is closed, or wants a longer wait than a login has time for. */
  private delayAfter(fault: unknown): number | undefined {
    if (!(fault instanceof VendorError) || this.quotaWaitMs > 0) return undefined;
    const waitMs = fault.retryAfter === undefined ? this.defaultDelayMs : fault.retryAfter * 1000;
    return waitMs > this.deps.patience.totalMs ? undefined : waitMs;
  }

  private assertQuotaLeft(): void {
    const waitMs = this.quotaWaitMs;
    if (waitMs > 0)
      throw new VendorError('temporary', 'has used up its calls of the day', { retryAfter: waitMs / 1000 });
  }

  private get quotaWaitMs(): number {
    return this.quotaExhaustedUntil - this.deps.clock();
  }

  /** The platform's own `Retry-After` counts, up to five minutes. */
  private retryDelayMs(answer: VendorResponse): number {
    const seconds = Number(answer.headers['retry-after']);
    if (Number.isFinite(seconds) && seconds > 0) return Math.min(seconds * 1000, maxRetryAfterMs);
    return this.defaultDelayMs;
  }

  /** Varies, so that calls that were refused together do not come back together. */
  private get defaultDelayMs(): number {
    return this.deps.patience.retryMs * (1 + Math.random() / 4);
  }
}

const describeResponse = ({ status, text }: VendorResponse): string =>
  `answered ${status}: ${text.slice(0, 300).replaceAll(/[^\x20-\x7e]+/g, ' ')}`;

function parseResponse<T>(answer: VendorResponse, schema: z.ZodType<T>): T {
  if (answer.status < 200 || answer.status > 299) throw new VendorError('setup', describeResponse(answer));
  let value: unknown;
  try {
    value = JSON.parse(answer.text);
  } catch (cause) {
    throw new VendorError('temporary', 'answered what is not JSON', { cause });
  }
  const checked = schema.safeParse(value);
  if (checked.success) return checked.data;
  const path = checked.error.issues[0]?.path.join('.') ?? '';
  throw new VendorError('temporary', `answered something else than expected at ${path || 'the top'}`);
}
