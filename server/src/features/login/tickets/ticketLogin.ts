/** Ticket logins: looks up a ticket at its vendor and grants one sign-in within two minutes (LOGIN-13, 14, 18). */
import {
  lockoutFailures,
  ticketGrantMs,
  sanitizeLine,
  type loginWithBizzabo,
  type loginWithCvent,
  type TicketLookupResult,
} from '@foyer/contract';
import { withCookies, writeCookie } from '#platform/http/cookies';
import { networkOf } from '#platform/http/network';
import type { Call, Raw } from '#platform/http/route';
import { LimitReached, type Attempt } from '#platform/identity';
import { ApiError } from '#platform/apiError';
import type { Bizzabo } from './vendors/bizzabo.ts';
import type { Cvent } from './vendors/cvent.ts';
import type { LoginAttempts } from '../attempts.ts';
import { normalizeTicketNumber, type TicketGrants } from './ticketGrants.ts';
import type { LiveVenue, LoginDeps } from '../ports.ts';
import { grantCookie, grantPath } from '../signIn/signIn.ts';
import { KeyedMutex, Semaphore } from '#platform/concurrency/semaphore';
import type { VendorTicket } from './vendors/vendorTicket.ts';
import { VendorError } from './vendors/vendorError.ts';

/** Wrong numbers per network in two minutes. Rejects the next ones: so many are guesses, not typing errors. */
const maxFailuresPerNetwork = 60;
/** A vendor handles about ten requests per second. */
const maxConcurrentLookups = 8;
/** Responses are sent at multiples of this, so that their timing does not reveal the result. */
const responseStepMs = 250;

type TicketCall = Pick<Call<typeof loginWithCvent>, 'mode' | 'address' | 'requestId'>;

export interface TicketLoginDeps extends LoginDeps {
  readonly attempts: LoginAttempts;
  readonly grants: TicketGrants;
  /** Wrong numbers per event in two minutes, from all callers together. */
  readonly maxGuesses: number;
  readonly cvent: Cvent | undefined;
  readonly bizzabo: Bizzabo | undefined;
}

interface TicketQuery {
  readonly provider: 'cvent' | 'bizzabo';
  readonly architectureId: string;
  readonly number: string;
  readonly find: () => Promise<VendorTicket>;
}

export class TicketLogin {
  private readonly deps: TicketLoginDeps;
  private readonly numberMutex = new KeyedMutex();
  private readonly lookups = new Semaphore({ permits: maxConcurrentLookups });

  constructor(deps: TicketLoginDeps) {
    this.deps = deps;
  }

  async checkCventTicket(call: Call<typeof loginWithCvent>): Promise<Raw> {
    const { cvent } = this.deps;
    const { architectureID: architectureId, confirmationNumber } = call.body;
    const event = this.findVenue(call, architectureId).cventEvent;
    if (cvent === undefined || event === undefined) throw loginUnavailable();
    const number = normalizeTicketNumber(confirmationNumber);
    return this.check(call, {
      provider: 'cvent',
      architectureId,
      number,
      find: () => cvent.findTicket(event, confirmationNumber.toUpperCase()),
    });
  }

  async checkBizzaboTicket(call: Call<typeof loginWithBizzabo>): Promise<Raw> {
    const { bizzabo } = this.deps;
    const { architectureID: architectureId, registrationNumber, emailAddress } = call.body;
    this.findVenue(call, architectureId);
    if (bizzabo === undefined) throw loginUnavailable();
    return this.check(call, {
      provider: 'bizzabo',
      architectureId,
      number: String(registrationNumber),
      find: () => bizzabo.findTicket(registrationNumber, emailAddress),
    });
  }

  /** Throws `notFound` on the stage or for another venue: tickets are only for the live venue. */
  private findVenue({ mode }: TicketCall, architectureId: string): LiveVenue {
    const venue = this.deps.liveVenue();
    if (mode === 'STAGE' || venue?.architectureId !== architectureId) throw loginUnavailable();
    return venue;
  }

  private async check(call: TicketCall, query: TicketQuery): Promise<Raw> {
    const startedAt = performance.now();
    // One at a time per number: concurrent lookups of a correct number must not count as failures.
    const result = await this.numberMutex.run(query.provider + query.number, () =>
      this.lookups.run(async () => {
        const { ticket, attempt } = await this.lookUp(call, query);
        return this.createGrant(ticket, query, attempt);
      }),
    );
    const { status, accountId } = result;
    this.deps.log.info({ ...logFields(call, query), status, accountId }, 'ticket checked');
    await this.deps.pause(responseStepMs - ((performance.now() - startedAt) % responseStepMs));
    return withCookies(result.cookies, { status, emailAddress: result.emailAddress });
  }

  private async lookUp(
    call: TicketCall,
    query: TicketQuery,
  ): Promise<{ ticket: VendorTicket; attempt: Attempt }> {
    const attempt = await this.countAttempt(call, query);
    try {
      return { attempt, ticket: await query.find() };
    } catch (error) {
      await attempt.cancel();
      if (!(error instanceof VendorError)) throw error;
      const fields = { ...logFields(call, query), kind: error.kind, reason: error.message };
      this.deps.log.warn(fields, 'ticket vendor request failed');
      throw error.apiError;
    }
  }

  /** Counts an attempt, before the lookup, for the number, the network and the event. */
  private async countAttempt(call: TicketCall, query: TicketQuery): Promise<Attempt> {
    const { provider, architectureId, number } = query;
    const event = `${provider}:${architectureId}`;
    try {
      return await this.deps.attempts.begin([
        { key: `ticket:${event}:${number}`, limit: lockoutFailures, fromLast: true },
        {
          key: `tickets-of-network:${networkOf(call.address)}`,
          limit: maxFailuresPerNetwork,
          fromLast: false,
        },
        { key: `tickets-of-event:${event}`, limit: this.deps.maxGuesses, fromLast: false },
      ]);
    } catch (error) {
      if (!(error instanceof LimitReached)) throw error;
      this.deps.log.warn(logFields(call, query), 'too many wrong ticket numbers');
      throw new ApiError('tooManyAttempts', 'Too many wrong ticket numbers: try again later.', {
        retryAfter: error.retryAfter,
      });
    }
  }

  private async createGrant(
    ticket: VendorTicket,
    { provider, number }: TicketQuery,
    attempt: Attempt,
  ): Promise<TicketLookupResult & { accountId?: string; cookies: readonly string[] }> {
    const { accounts, emailKey, grants, secureCookies } = this.deps;
    const noAccount = { emailAddress: '', cookies: [] };
    if (ticket.kind === 'notFound') return { status: 'NO_USER_FOUND', ...noAccount };
    if (ticket.kind === 'inactive') return { status: 'USER_INACTIVE', ...noAccount };
    await attempt.cancel();
    const { subject, email } = ticket;
    const key = emailKey(email);
    // A ticket without a valid email exists, but cannot be used to sign in.
    if (key === undefined) return { status: 'USER_FOUND', ...noAccount };
    const { account, created } = await accounts.findOrCreate({
      provider,
      subject,
      email,
      emailVerified: true,
      name: sanitizeLine(ticket.name),
      company: sanitizeLine(ticket.company),
      title: sanitizeLine(ticket.title),
    });
    const token = await grants.create({ provider, accountId: account.id }, key, number);
    return {
      status: created ? 'USER_CREATED' : 'USER_FOUND',
      emailAddress: email,
      accountId: account.id,
      cookies: [
        writeCookie(grantCookie, token, { path: grantPath, maxAgeMs: ticketGrantMs, secure: secureCookies }),
      ],
    };
  }
}

const loginUnavailable = () => new ApiError('notFound', 'This venue has no ticket login of this type.');
const logFields = ({ requestId, address }: TicketCall, { provider, architectureId }: TicketQuery) => ({
  requestId,
  address,
  provider,
  architectureId,
});
