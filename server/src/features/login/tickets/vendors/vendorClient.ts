/** HTTP client for the API of a ticket vendor: access token, one retry, and statuses. */
import { parseRetryAfter } from '@foyer/contract/retryAfter';
import * as z from 'zod';
import type { Clock, MonotonicClock, Pause } from '#platform/clock';
import { retry } from '#platform/concurrency/retry';
import { SingleFlight } from '#platform/concurrency/singleFlight';
import type { Timeouts } from '../../settings/values.ts';
import { VendorError } from './vendorError.ts';
import { sendRequest, type VendorResponse, type VendorRequest } from './vendorRequest.ts';

/** A token is replaced this long before it expires. */
const tokenMarginMs = 60_000;

export interface VendorClientOptions {
  readonly patience: Timeouts;
  readonly clock: Clock;
  readonly monotonicClock: MonotonicClock;
  readonly pause: Pause;
  /** The request for an access token; absent with a fixed token. */
  readonly tokenRequest?: VendorRequest;
  readonly fixedToken?: string;
  /** When the quota is reset after a 429, in milliseconds since 1970; undefined if it is only a short rate limit. */
  readonly quotaResetAt?: (response: VendorResponse) => number | undefined;
}

const tokenResponse = z.object({ access_token: z.string().min(1), expires_in: z.optional(z.number()) });

export class VendorClient {
  private readonly options: VendorClientOptions;
  /** `until` by the `MonotonicClock`. */
  private token: { readonly value: string; readonly until: number } | undefined;
  private readonly pendingToken = new SingleFlight<string>();
  private quotaExhaustedUntil = 0;

  constructor(options: VendorClientOptions) {
    this.options = options;
  }

  /** Aborts when the time for all requests of one login is over. */
  createDeadline(): AbortSignal {
    return AbortSignal.timeout(this.options.patience.totalMs);
  }

  /** Returns the JSON response of a GET request; undefined for status 404. Throws a `VendorError`. */
  async get<T>(url: string, schema: z.ZodType<T>, signal: AbortSignal): Promise<T | undefined> {
    const token = await this.currentToken(signal);
    let response = await this.getWithToken(token, url, signal);
    if (response.status === 401 && this.options.tokenRequest !== undefined) {
      // The token may have been revoked: tries once with a new one.
      if (this.token?.value === token) this.token = undefined;
      response = await this.getWithToken(await this.currentToken(signal), url, signal);
    }
    if (response.status === 404) return undefined;
    return parseResponse(response, schema);
  }

  private getWithToken(token: string, url: string, signal: AbortSignal): Promise<VendorResponse> {
    return this.sendWithRetry({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } }, signal);
  }

  private async currentToken(signal: AbortSignal): Promise<string> {
    const { fixedToken, monotonicClock } = this.options;
    if (fixedToken !== undefined) return fixedToken;
    if (this.token !== undefined && monotonicClock() < this.token.until) return this.token.value;
    return this.pendingToken.run('token', () => this.requestToken(signal));
  }

  private async requestToken(signal: AbortSignal): Promise<string> {
    const { tokenRequest, monotonicClock } = this.options;
    if (tokenRequest === undefined)
      throw new Error('the client has neither a fixed token nor a token request');
    const response = await this.sendWithRetry(tokenRequest, signal);
    if (response.status === 404)
      throw new VendorError('setup', 'the token URL responded with status 404; check the region in baseUrl');
    const { access_token: value, expires_in: seconds = 300 } = parseResponse(response, tokenResponse);
    this.token = { value, until: monotonicClock() + seconds * 1000 - tokenMarginMs };
    return value;
  }

  /** Sends a request, and retries it once if that may help. Returns responses with a status below 500 other than 429. */
  private async sendWithRetry(request: VendorRequest, signal: AbortSignal): Promise<VendorResponse> {
    const { pause } = this.options;
    try {
      return await retry(() => this.sendOnce(request, signal), {
        maxAttempts: 2,
        delayAfter: (error) => this.delayAfter(error),
        signal,
        pause,
      });
    } catch (error) {
      if (error instanceof VendorError) throw error;
      throw new VendorError('temporary', 'request timed out', { cause: error });
    }
  }

  private async sendOnce(request: VendorRequest, signal: AbortSignal): Promise<VendorResponse> {
    const { patience, quotaResetAt } = this.options;
    this.assertQuotaLeft();
    const response = await sendRequest(request, { connectMs: patience.connectMs, signal });
    if (response.status !== 429 && response.status < 500) return response;
    if (response.status === 429) {
      this.quotaExhaustedUntil = quotaResetAt?.(response) ?? 0;
      this.assertQuotaLeft();
    }
    throw new VendorError('temporary', describeResponse(response), {
      retryAfter: this.retryDelayMs(response) / 1000,
    });
  }

  /** Undefined (no retry) if the quota is used up or the delay is longer than the timeout of a login. */
  private delayAfter(error: unknown): number | undefined {
    if (!(error instanceof VendorError) || this.quotaWaitMs > 0) return undefined;
    const waitMs = error.retryAfter === undefined ? this.defaultDelayMs : error.retryAfter * 1000;
    return waitMs > this.options.patience.totalMs ? undefined : waitMs;
  }

  private assertQuotaLeft(): void {
    const waitMs = this.quotaWaitMs;
    if (waitMs > 0)
      throw new VendorError('temporary', 'daily API quota exceeded', { retryAfter: waitMs / 1000 });
  }

  private get quotaWaitMs(): number {
    return this.quotaExhaustedUntil - this.options.clock();
  }

  /** The vendor's `Retry-After`, at most five minutes; otherwise the default. */
  private retryDelayMs(response: VendorResponse): number {
    const delayMs = parseRetryAfter(response.headers['retry-after'], this.options.clock());
    return delayMs === undefined || delayMs === 0 ? this.defaultDelayMs : delayMs;
  }

  /** Has random jitter, so that concurrent requests are not retried at the same time. */
  private get defaultDelayMs(): number {
    return this.options.patience.retryMs * (1 + Math.random() / 4);
  }
}

const describeResponse = ({ status, text }: VendorResponse): string =>
  `responded with status ${status}: ${text.slice(0, 300).replaceAll(/[^\x20-\x7e]+/g, ' ')}`;

function parseResponse<T>(response: VendorResponse, schema: z.ZodType<T>): T {
  if (response.status < 200 || response.status > 299)
    throw new VendorError('setup', describeResponse(response));
  let value: unknown;
  try {
    value = JSON.parse(response.text);
  } catch (cause) {
    throw new VendorError('temporary', 'response is not JSON', { cause });
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const path = parsed.error.issues[0]?.path.join('.') ?? '';
  throw new VendorError('temporary', `unexpected response at ${path || 'the top level'}`);
}
