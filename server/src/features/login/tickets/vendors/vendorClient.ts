/** Calls of an event platform: its token, one retry, what its statuses mean. */
import * as z from 'zod';
import type { Clock, Pause } from '#platform/clock';
import { retry } from '#platform/retry';
import { SingleFlight } from '#platform/singleFlight';
import type { Patience } from '../../settings/values.ts';
import { VendorFault } from './vendorError.ts';
import { ask, type VendorAnswer, type VendorRequest } from './vendorRequest.ts';

/** A token is given up so long before it runs out. */
const tokenMarginMs = 60_000;
const retryAfterMostMs = 300_000;

export interface VendorParts {
  readonly patience: Patience;
  readonly clock: Clock;
  readonly pause: Pause;
  /** What asks for a token; undefined where a fixed key is sent. */
  readonly tokenRequest?: VendorRequest;
  readonly fixedToken?: string;
  /** Milliseconds since 1970 until which a 429 forbids every call; undefined where waiting a moment is enough. */
  readonly closedUntil?: (tooMany: VendorAnswer) => number | undefined;
}

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.optional(z.number()) });

export class VendorClient {
  private readonly parts: VendorParts;
  private token: { readonly value: string; readonly until: number } | undefined;
  private readonly tokens = new SingleFlight<string>();
  private closedUntil = 0;

  constructor(parts: VendorParts) {
    this.parts = parts;
  }

  /** The limit on everything that one login asks for. */
  deadline(): AbortSignal {
    return AbortSignal.timeout(this.parts.patience.totalMs);
  }

  /** The JSON that an address answers, undefined with 404. Throws a `VendorFault`. */
  async get<T>(url: string, schema: z.ZodType<T>, signal: AbortSignal): Promise<T | undefined> {
    const token = await this.currentToken(signal);
    let answer = await this.getWith(token, url, signal);
    if (answer.status === 401 && this.parts.tokenRequest !== undefined) {
      // A token may be taken back before its time: a new one, once.
      if (this.token?.value === token) this.token = undefined;
      answer = await this.getWith(await this.currentToken(signal), url, signal);
    }
    if (answer.status === 404) return undefined;
    return parse(answer, schema);
  }

  private getWith(token: string, url: string, signal: AbortSignal): Promise<VendorAnswer> {
    return this.askTwice({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } }, signal);
  }

  private async currentToken(signal: AbortSignal): Promise<string> {
    const { fixedToken, clock } = this.parts;
    if (fixedToken !== undefined) return fixedToken;
    if (this.token !== undefined && clock() < this.token.until) return this.token.value;
    return this.tokens.run('token', () => this.newToken(signal));
  }

  private async newToken(signal: AbortSignal): Promise<string> {
    const { tokenRequest, clock } = this.parts;
    if (tokenRequest === undefined) throw new Error('neither a token nor a way to one');
    const answer = await this.askTwice(tokenRequest, signal);
    if (answer.status === 404)
      throw new VendorFault('setup', 'the token address answers 404: another region?');
    const { access_token: value, expires_in: seconds = 300 } = parse(answer, tokenAnswer);
    this.token = { value, until: clock() + seconds * 1000 - tokenMarginMs };
    return value;
  }

  /** Asks, and once more after a moment where that may help. Returns anything below 500 but 429. */
  private async askTwice(request: VendorRequest, signal: AbortSignal): Promise<VendorAnswer> {
    const { pause } = this.parts;
    try {
      return await retry(() => this.askOnce(request, signal), {
        maxAttempts: 2,
        delayAfter: (fault) => this.delayAfter(fault),
        signal,
        pause,
      });
    } catch (fault) {
      if (fault instanceof VendorFault) throw fault;
      throw new VendorFault('temporary', 'took too long', { cause: fault });
    }
  }

  private async askOnce(request: VendorRequest, signal: AbortSignal): Promise<VendorAnswer> {
    const { patience, closedUntil } = this.parts;
    this.mustBeOpen();
    const answer = await ask(request, { connectMs: patience.connectMs, signal });
    if (answer.status !== 429 && answer.status < 500) return answer;
    if (answer.status === 429) {
      this.closedUntil = closedUntil?.(answer) ?? 0;
      this.mustBeOpen();
    }
    throw new VendorFault('temporary', said(answer), { retryAfter: this.waitMsOf(answer) / 1000 });
  }

  /** Undefined where the platform is closed, or wants a longer wait than a login has time for. */
  private delayAfter(fault: unknown): number | undefined {
    if (!(fault instanceof VendorFault) || this.closedForMs > 0) return undefined;
    const waitMs = fault.retryAfter === undefined ? this.usualWaitMs : fault.retryAfter * 1000;
    return waitMs > this.parts.patience.totalMs ? undefined : waitMs;
  }

  private mustBeOpen(): void {
    const waitMs = this.closedForMs;
    if (waitMs > 0)
      throw new VendorFault('temporary', 'has used up its calls of the day', { retryAfter: waitMs / 1000 });
  }

  private get closedForMs(): number {
    return this.closedUntil - this.parts.clock();
  }

  /** The platform's own `Retry-After` counts, up to five minutes. */
  private waitMsOf(answer: VendorAnswer): number {
    const seconds = Number(answer.headers['retry-after']);
    if (Number.isFinite(seconds) && seconds > 0) return Math.min(seconds * 1000, retryAfterMostMs);
    return this.usualWaitMs;
  }

  /** Varies, so that calls that were refused together do not come back together. */
  private get usualWaitMs(): number {
    return this.parts.patience.retryMs * (1 + Math.random() / 4);
  }
}

const said = ({ status, text }: VendorAnswer): string =>
  `answered ${status}: ${text.slice(0, 300).replaceAll(/[^\x20-\x7e]+/g, ' ')}`;

function parse<T>(answer: VendorAnswer, schema: z.ZodType<T>): T {
  if (answer.status < 200 || answer.status > 299) throw new VendorFault('setup', said(answer));
  let value: unknown;
  try {
    value = JSON.parse(answer.text);
  } catch (cause) {
    throw new VendorFault('temporary', 'answered what is not JSON', { cause });
  }
  const checked = schema.safeParse(value);
  if (checked.success) return checked.data;
  const path = checked.error.issues[0]?.path.join('.') ?? '';
  throw new VendorFault('temporary', `answered something else than expected at ${path || 'the top'}`);
}
